import { LRUCache } from 'lru-cache';

/** A name in a workspace that has a number. */
export interface Numbered {
  workspace: string;
  /** Unique in its workspace. */
  name: string;
}

const REMEMBERED = 100_000;

/** Numbers for names, so that rows of sums are small. A number never changes; an unused number does no harm. */
export class NumberedNames<T extends Numbered> {
  private readonly numbers = new LRUCache<string, number>({ max: REMEMBERED });

  /** @param make returns numbers for all these, in order, and creates missing ones; undefined if the workspace has too many */
  constructor(private readonly make: (names: readonly T[]) => Promise<(number | undefined)[]>) {}

  /** Makes all of these known, so that `of` answers at once. */
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

  /** Undefined: the workspace has too many of them. */
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
