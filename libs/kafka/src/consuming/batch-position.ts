/** Position of a fetched batch in the log. */
export interface FetchedBatch {
  /** Requested offset. */
  fetchedOffset: number;
  firstOffset: number;
  /** Offset after the last record, control records included. */
  nextOffset: number;
}

/**
 * - `take`: it follows the last one; records below the position are left out
 * - `elsewhere`: the client read at another place than it should: seek
 * - `hole`: read at the right place, but records before its first one are missing
 */
export type BatchVerdict = 'take' | 'elsewhere' | 'hole';

/**
 * Compares a batch with the offset that comes next. The client is not believed: after a rebalance it starts from Kafka's
 * committed offsets, a seek can lose the race against a fetch, and out of range resets silently (reliability, section 1,
 * rules 7 and 8).
 * @param holesAreLegal true on compacted topics
 */
export function judgeBatch(batch: FetchedBatch, position: number, holesAreLegal: boolean): BatchVerdict {
  if (batch.nextOffset <= position || batch.fetchedOffset > position) return 'elsewhere';
  return batch.firstOffset > position && !holesAreLegal ? 'hole' : 'take';
}
