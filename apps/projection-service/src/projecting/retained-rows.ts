import { PoisonError } from '#kafka/units/unit-processor.js';
import type { Stay } from '../presence/stay.js';
import { DAY_MS, oldestPiece, type PartitionedTable, pieceOf } from '../tables/time-partitions.js';
import { type ChunkLine, type FeedChunk, feedChunks, type FeedLine } from './feed-chunks.js';
import type { Erasures } from './held-state.js';
import type { IncomingChange } from './incoming-change.js';

/** Beyond this a clock is wrong; a piece for such a day would never go. */
const FUTURE_MS = DAY_MS;

export interface RetainedChunks {
  chunks: FeedChunk[];
  /** First kept offset of partitions whose changes are too old for the feed. */
  floors: Map<number, number>;
}

export interface RetainedRows extends RetainedChunks {
  history: ChunkLine[];
}

/**
 * The rows of a unit that are written: a rebuild reads events that are older than the retention, and objects erased in the unit
 * have no history.
 */
export function retainedRows(
  lines: readonly ChunkLine[],
  erased: Erasures,
  tables: { history: PartitionedTable; feed: PartitionedTable },
  now: number,
): RetainedRows {
  const oldestHistory = oldestPiece(tables.history, now);
  const rows: RetainedRows = { history: [], ...retainedChunks(lines, tables.feed, now) };
  for (const entry of lines) {
    const received = Date.parse(entry.incoming.change.receivedAt);
    if (received > now + FUTURE_MS) throw new PoisonError(entry.incoming.record, 'receivedAt is more than a day in the future.');
    const { externalId, revision } = entry.incoming.change;
    if (erased.size > 0 && revision <= (erased.get(externalId)?.revision ?? 0)) continue;
    if (pieceOf(tables.history, received) >= oldestHistory) rows.history.push(entry);
  }
  return rows;
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

/** The stays whose change has a row in the history. */
export function retainedStays(stays: readonly Stay[], erased: Erasures, history: PartitionedTable, now: number): Stay[] {
  const oldest = oldestPiece(history, now);
  return stays.filter(
    ({ externalId, revision, receivedAt }) =>
      revision > (erased.get(externalId)?.revision ?? 0) && pieceOf(history, Date.parse(receivedAt)) >= oldest,
  );
}

/** The times of a unit's rows, one a day: pieces must exist for them. */
export function timesOf(
  incoming: readonly IncomingChange[],
  tables: { history: PartitionedTable; feed: PartitionedTable },
  now: number,
): { history: number[]; feed: number[] } {
  const received = new Set<string>();
  for (const { change } of incoming) received.add(change.receivedAt.slice(0, 10));
  return {
    history: kept(
      tables.history,
      [...received].map((day) => Date.parse(day)),
      now,
    ),
    feed: feedTimesOf(incoming, tables.feed, now),
  };
}

/** The same for the feed alone. */
export function feedTimesOf(incoming: readonly FeedLine['incoming'][], feed: PartitionedTable, now: number): number[] {
  const written = new Set<number>();
  for (const { record } of incoming) written.add(Math.floor(Math.min(record.timestamp, now + FUTURE_MS) / DAY_MS) * DAY_MS);
  return kept(feed, [...written], now);
}

const kept = (table: PartitionedTable, times: readonly number[], now: number): number[] =>
  times.filter((time) => time <= now + FUTURE_MS && pieceOf(table, time) >= oldestPiece(table, now));
