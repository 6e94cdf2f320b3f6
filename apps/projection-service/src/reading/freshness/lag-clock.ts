/** Offsets by partition. */
export type Offsets = ReadonlyMap<number, number>;

/** The end of the log at a time. */
interface Mark {
  at: number;
  ends: Offsets;
}

const MAX_MARKS = 600;

/**
 * The age of the data that reads return: the time since the newest moment whose log content is completely visible. It is derived from
 * measurements of the ends of the log and then of the applied offsets; in between it grows. Its memory is bounded: during a long lag,
 * every second measurement is dropped, which can only make the lag look longer.
 */
export class LagClock {
  private marks: Mark[] = [];
  private freshAt: number | undefined;

  /** Adds a measurement. @param at time in milliseconds when `ends` were requested, which must be before `applied` were read */
  look(at: number, ends: Offsets, applied: Offsets): void {
    this.marks.push({ at, ends });
    let covered = 0;
    while (covered < this.marks.length && isCovered(this.marks[covered]!.ends, applied)) covered += 1;
    if (covered > 0) this.freshAt = this.marks[covered - 1]!.at;
    this.marks.splice(0, covered);
    if (this.marks.length > MAX_MARKS) this.marks = this.marks.filter((_mark, index) => index % 2 === 1);
  }

  /** The lag in milliseconds; undefined if reads have never caught up since the start. */
  lag(now: number): number | undefined {
    return this.freshAt === undefined ? undefined : Math.max(0, now - this.freshAt);
  }
}

const isCovered = (ends: Offsets, applied: Offsets): boolean =>
  [...ends].every(([partition, end]) => end === 0 || (applied.get(partition) ?? 0) >= end);
