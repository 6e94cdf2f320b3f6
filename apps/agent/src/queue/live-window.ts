/** Minimum distance between marks, which is enough for a window of seconds. */
const MARK_EVERY_MS = 100;

/**
 * Decides which elements are live: those handed over within the last `spanMs`, by a monotonic clock. A jump of the wall clock would turn
 * new elements into backlog.
 */
export class LiveWindow {
  private readonly marks: { readonly at: number; last: number }[] = [];
  private before: number;

  /**
   * @param last the sequence of the last element of an earlier run: all up to it are backlog
   * @param now milliseconds
   */
  constructor(
    private readonly spanMs: number,
    private readonly now: () => number,
    last: number,
  ) {
    this.before = last;
  }

  /** Elements up to this sequence exist now. */
  note(last: number): void {
    const at = this.now();
    const newest = this.marks.at(-1);
    if (newest !== undefined && at - newest.at < MARK_EVERY_MS) newest.last = last;
    else this.marks.push({ at, last });
    this.prune(at);
  }

  /** The first live sequence, or the next one to be assigned. */
  get first(): number {
    this.prune(this.now());
    return this.before + 1;
  }

  /** The first live sequence handed over within this many milliseconds, or the next one to be assigned. */
  firstWithin(ms: number): number {
    const now = this.now();
    this.prune(now);
    return (this.marks.findLast(({ at }) => now - at > ms)?.last ?? this.before) + 1;
  }

  /** Elements up to this sequence are no longer live. */
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
