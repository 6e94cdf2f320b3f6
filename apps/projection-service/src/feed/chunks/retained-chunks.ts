import { FUTURE_MS, retainedTimes } from '../../storage/retained-times.js';
import { DAY_MS, oldestPiece, type PartitionedTable, pieceOf } from '../../storage/time-partitions.js';
import { type FeedChunk, feedChunks, type FeedLine } from './feed-chunks.js';

export interface RetainedChunks {
  chunks: FeedChunk[];
  /** The first kept offset of partitions with changes that are too old for the feed. */
  floors: Map<number, number>;
}

/** The chunks of the lines that the feed keeps. */
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

/** The times of a unit's chunks, one per day, for which pieces must exist. */
export function feedTimesOf(incoming: readonly FeedLine['incoming'][], feed: PartitionedTable, now: number): number[] {
  const written = new Set<number>();
  for (const { record } of incoming) written.add(Math.floor(Math.min(record.timestamp, now + FUTURE_MS) / DAY_MS) * DAY_MS);
  return retainedTimes(feed, [...written], now);
}
