import type { Bounds } from '../topics/partition-bounds.js';
import type { LogMark, ReadingPlace } from './log-places.js';

/** Result of comparing a log with the one that was read before. */
export type LogVerdict = { kind: 'same' } | { kind: 'other'; to: LogMark };

/**
 * Checks that the log of a partition is the one that was read: the record before the next one must be the same as before. After a broker
 * has lost unflushed records, a backup was restored, or a topic was deleted and created again, there is another record or none. Then
 * reading continues at the newest earlier mark whose record is still there.
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

  /** The result; undefined while a record has to be compared. */
  get verdict(): LogVerdict | undefined {
    return this.done;
  }

  /** Offset of the record to compare, while there is no verdict. */
  get looksAt(): number {
    return this.candidates[this.at]!.offset - 1;
  }

  /**
   * Compares a record.
   * @param mark of the record at `looksAt`; undefined if the log has none there, although it continues
   * @param holesAreLegal true on compacted topics, where a missing record proves nothing
   */
  found(mark: number | undefined, holesAreLegal: boolean): void {
    if (mark === undefined ? holesAreLegal : mark === this.candidates[this.at]!.record) this.end(this.at);
    else {
      this.at++;
      this.settle();
    }
  }

  /** Accepts the log if the record can never be read, since nothing proves that it is another one. */
  trust(): void {
    this.end(this.at);
  }

  /** Skips candidates that can be decided without their record. */
  private settle(): void {
    const { low, high } = this.bounds;
    for (; this.at < this.candidates.length; this.at++) {
      const { offset, record } = this.candidates[this.at]!;
      // The log ends before this position, so it is another one.
      if (offset > high) continue;
      // The record was deleted by retention, or its mark is unknown, so nothing proves that the log is another one.
      if (offset <= low || record === null) return this.end(this.at);
      return;
    }
    // Without any mark, as for a consumer of an old version, only the end of the log can be compared.
    const unknown = this.place.record === null && this.candidates.length === 1;
    this.done = { kind: 'other', to: { offset: unknown ? high : low, record: null } };
  }

  private end(at: number): void {
    const { offset, record } = this.candidates[at]!;
    // A mark before the beginning of the log cannot be compared, so everything from there on counts as another log.
    const { low } = this.bounds;
    if (at === 0) this.done = { kind: 'same' };
    else this.done = { kind: 'other', to: offset < low ? { offset: low, record: null } : { offset, record } };
  }
}
