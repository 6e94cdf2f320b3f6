import { LRUCache } from 'lru-cache';

/** What has a number: a workspace's own name for something. */
export interface Numbered {
  workspace: string;
  /** Tells it apart in its workspace. */
  name: string;
}

const REMEMBERED = 100_000;

/** Numbers of names, so that rows of sums are small. A number never changes; making one that is not used in the end does no harm. */
export class NumberedNames<T extends Numbered> {
  private readonly numbers = new LRUCache<string, number>({ max: REMEMBERED });

  /** @param make numbers of all these, in their order, those that are new given one; undefined where the workspace has too many */
  constructor(private readonly make: (names: readonly T[]) => Promise<(number | undefined)[]>) {}

  /** Makes sure that all of these have been asked for: `of` answers at once then. */
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
