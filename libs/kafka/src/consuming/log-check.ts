import type { Bounds } from '../topics/partition-bounds.js';
import type { LogMark, ReadingPlace } from './log-places.js';

/** Result of comparing a log with the one read before. */
export type LogVerdict = { kind: 'same' } | { kind: 'other'; to: LogMark };

/**
 * Compares the log of a partition with what was read of it: the record before the next one must be the one that was there. A broker that
 * lost unflushed records, a restored backup, or a topic that was deleted and created again has another one there, or
 * none. Then reading continues at the newest earlier mark whose record is still there.
 */
export class LogCheck {
  private readonly candidates: readonly LogMark[];
  private readonly place: LogMark;
  private at = 0;
  private done: LogVerdict | undefined;

  constructor(
    { next, shift, record, marks }: ReadingPlace,
    private readonly bounds: Bounds,
  ) {
    this.place = { offset: next - shift, record };
    this.candidates = [this.place, ...marks.filter(({ offset }) => offset < this.place.offset)];
    this.settle();
  }

  /** Undefined: a record has to be looked at. */
  get verdict(): LogVerdict | undefined {
    return this.done;
  }

  /** Offset of the record to look at, while there is no verdict. */
  get looksAt(): number {
    return this.candidates[this.at]!.offset - 1;
  }

  /**
   * @param mark of the record at `looksAt`; undefined: the log has none there, though it continues
   * @param holesAreLegal true on compacted topics, where a missing record contradicts nothing
   */
  found(mark: number | undefined, holesAreLegal: boolean): void {
    if (mark === undefined ? holesAreLegal : mark === this.candidates[this.at]!.record) this.end(this.at);
    else {
      this.at++;
      this.settle();
    }
  }

  /** The record to look at can never be read: nothing contradicts. */
  trust(): void {
    this.end(this.at);
  }

  /** Skips the candidates that can be decided without their record. */
  private settle(): void {
    const { low, high } = this.bounds;
    for (; this.at < this.candidates.length; this.at++) {
      const { offset, record } = this.candidates[this.at]!;
      // The log ends before it.
      if (offset > high) continue;
      // There is no contradiction so far, and the record was deleted by retention or never known.
      if (offset <= low || record === null) return this.end(this.at);
      return;
    }
    // Without any mark, which only a consumer of a former version has, only the end of the log is known.
    const unknown = this.place.record === null && this.candidates.length === 1;
    this.done = { kind: 'other', to: { offset: unknown ? high : low, record: null } };
  }

  private end(at: number): void {
    const { offset, record } = this.candidates[at]!;
    // Of a mark below the beginning of the log nothing can be compared, and everything from there on is another log.
    const { low } = this.bounds;
    if (at === 0) this.done = { kind: 'same' };
    else this.done = { kind: 'other', to: offset < low ? { offset: low, record: null } : { offset, record } };
  }
}
