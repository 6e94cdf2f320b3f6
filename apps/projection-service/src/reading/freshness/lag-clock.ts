/** Offsets by partition. */
export type Offsets = ReadonlyMap<number, number>;

/** The end of the log at a moment. */
interface Mark {
  at: number;
  ends: Offsets;
}

const MAX_MARKS = 600;

/**
 * The age of the data that reads return: the time since the newest moment whose log content is entirely visible. It is derived from
 * looks at the ends of the log and, after them, at the applied offsets; in between it grows. Pure except for its memory, which is bounded:
 * during a long lag every second mark is dropped, which only makes the lag look longer.
 */
export class LagClock {
  private marks: Mark[] = [];
  private freshAt: number | undefined;

  /** @param at time of the request for `ends`, which must precede the read of `applied`; milliseconds */
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
