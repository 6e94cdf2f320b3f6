import { LRUCache } from 'lru-cache';

/** A name in a workspace that has a number. */
export interface Numbered {
  workspace: string;
  /** Unique within its workspace. */
  name: string;
}

const REMEMBERED = 100_000;

/** Numbers for names, so that rows of sums are small. Numbers never change, and some may be unused. */
export class NumberedNames<T extends Numbered> {
  private readonly numbers = new LRUCache<string, number>({ max: REMEMBERED });

  /** @param make returns the numbers of these names in order, and creates missing ones; undefined beyond the workspace's limit */
  constructor(private readonly make: (names: readonly T[]) => Promise<(number | undefined)[]>) {}

  /** Looks up all of these names, so that `of` can return their numbers. */
  async know(wanted: readonly T[]): Promise<void> {
    const unknown = new Map<string, T>();
    for (const one of wanted) {
      const key = keyOf(one);
      if (this.numbers.get(key) === undefined) unknown.set(key, one);
    }
    if (unknown.size === 0) return;
    const made = await this.make([...unknown.values()]);
    [...unknown.keys()].forEach((key, index) => this.numbers.set(key, made[index] ?? NONE));
  }

  /** The number of a name; undefined beyond the workspace's limit. */
  of(name: T): number | undefined {
    const number = this.numbers.get(keyOf(name));
    return number === NONE ? undefined : number;
  }

  forget(): void {
    this.numbers.clear();
  }
}

const NONE = 0;
const keyOf = ({ workspace, name }: Numbered): string => `${workspace}\0${name}`;
