/** Offsets by partition. */
export type Offsets = ReadonlyMap<number, number>;

/** Where the log ended at a moment. */
interface Mark {
  at: number;
  ends: Offsets;
}

const MAX_MARKS = 600;

/**
 * How old what is read is: the time since the newest moment at which everything that the log held is to be seen. Told by looks at the
 * ends of the log and, after them, at what was applied; in between it grows. Pure but for what it remembers, and bounded: of a long
 * lag every second mark is forgotten, which only makes it look longer.
 */
export class LagClock {
  private marks: Mark[] = [];
  private freshAt: number | undefined;

  /** @param at when `ends` were asked for, which must be before `applied` was read; milliseconds */
  look(at: number, ends: Offsets, applied: Offsets): void {
    this.marks.push({ at, ends });
    let covered = 0;
    while (covered < this.marks.length && isCovered(this.marks[covered]!.ends, applied)) covered += 1;
    if (covered > 0) this.freshAt = this.marks[covered - 1]!.at;
    this.marks.splice(0, covered);
    if (this.marks.length > MAX_MARKS) this.marks = this.marks.filter((_mark, index) => index % 2 === 1);
  }

  /** Milliseconds; undefined: it was never fresh since the start. */
  lag(now: number): number | undefined {
    return this.freshAt === undefined ? undefined : Math.max(0, now - this.freshAt);
  }
}

const isCovered = (ends: Offsets, applied: Offsets): boolean =>
  [...ends].every(([partition, end]) => end === 0 || (applied.get(partition) ?? 0) >= end);
