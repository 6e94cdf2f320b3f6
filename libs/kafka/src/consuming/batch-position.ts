/** Position of a fetched batch in the log. */
export interface FetchedBatch {
  /** Requested offset. */
  fetchedOffset: number;
  firstOffset: number;
  /** Offset after the last record, including control records. */
  nextOffset: number;
}

/**
 * - `take`: the batch follows the last one; records below the position are left out
 * - `elsewhere`: the client has read at a wrong position, and must seek
 * - `hole`: read at the right position, but records before the first one are missing
 */
export type BatchVerdict = 'take' | 'elsewhere' | 'hole';

/**
 * Compares a batch with the next expected offset, since the client's position is not reliable: after a rebalance it starts from Kafka's
 * committed offsets, a seek can lose the race against a fetch, and out of range resets silently (reliability, section 1, rules 7 and 8).
 * @param holesAreLegal true on compacted topics
 */
export function judgeBatch(batch: FetchedBatch, position: number, holesAreLegal: boolean): BatchVerdict {
  if (batch.nextOffset <= position || batch.fetchedOffset > position) return 'elsewhere';
  return batch.firstOffset > position && !holesAreLegal ? 'hole' : 'take';
}
