import { FUTURE_MS, retainedTimes } from '../../storage/retained-times.js';
import { DAY_MS, oldestPiece, type PartitionedTable, pieceOf } from '../../storage/time-partitions.js';
import { type FeedChunk, feedChunks, type FeedLine } from './feed-chunks.js';

export interface RetainedChunks {
  chunks: FeedChunk[];
  /** First kept offset of partitions whose changes are too old for the feed. */
  floors: Map<number, number>;
}

/** The lines that the feed keeps. */
export function retainedChunks(lines: readonly FeedLine[], feed: PartitionedTable, now: number): RetainedChunks {
  const oldest = oldestPiece(feed, now);
  const rows: RetainedChunks = { chunks: [], floors: new Map() };
  for (const chunk of feedChunks(lines)) {
    const at = Math.min(chunk.at, now + FUTURE_MS);
    if (pieceOf(feed, at) >= oldest) rows.chunks.push({ ...chunk, at });
    else rows.floors.set(chunk.partition, Math.max(rows.floors.get(chunk.partition) ?? 0, chunk.lastOffset + 1));
  }
  return rows;
}

/** The times of a unit's chunks, one a day: pieces must exist for them. */
export function feedTimesOf(incoming: readonly FeedLine['incoming'][], feed: PartitionedTable, now: number): number[] {
  const written = new Set<number>();
  for (const { record } of incoming) written.add(Math.floor(Math.min(record.timestamp, now + FUTURE_MS) / DAY_MS) * DAY_MS);
  return retainedTimes(feed, [...written], now);
}
