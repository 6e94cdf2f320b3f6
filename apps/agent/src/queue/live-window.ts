/** Marks are no closer: a window of seconds needs no more of them. */
const MARK_EVERY_MS = 100;

/**
 * Which elements are live: those that were handed over within the last `spanMs`, by a clock that only goes forward. The
 * wall clock may jump; if it
 * decided, a jump would make a backlog of what is new.
 */
export class LiveWindow {
  private readonly marks: { readonly at: number; last: number }[] = [];
  private before: number;

  /**
   * @param last the sequence of the last element from before: all up to it are backlog
   * @param now milliseconds
   */
  constructor(
    private readonly spanMs: number,
    private readonly now: () => number,
    last: number,
  ) {
    this.before = last;
  }

  /** Elements up to this sequence are there now. */
  note(last: number): void {
    const at = this.now();
    const newest = this.marks.at(-1);
    if (newest !== undefined && at - newest.at < MARK_EVERY_MS) newest.last = last;
    else this.marks.push({ at, last });
    this.prune(at);
  }

  /** The first sequence that is live, or would be. */
  get first(): number {
    this.prune(this.now());
    return this.before + 1;
  }

  /** The first sequence that was handed over within so many milliseconds, or would be; of those that are live. */
  firstWithin(ms: number): number {
    const now = this.now();
    this.prune(now);
    return (this.marks.findLast(({ at }) => now - at > ms)?.last ?? this.before) + 1;
  }

  /** What was handed over up to this sequence is live no longer. */
  passOver(last: number): void {
    this.before = Math.max(this.before, last);
    while (this.marks.length > 0 && this.marks[0]!.last <= this.before) this.marks.shift();
  }

  private prune(now: number): void {
    let old = 0;
    while (old < this.marks.length && now - this.marks[old]!.at > this.spanMs) old++;
    if (old > 0) this.before = this.marks.splice(0, old).at(-1)!.last;
  }
}
