import type { Pool } from 'pg';
import { deleteInBatches } from '../../storage/piece-deletes.js';
import { DAY_MS, type PartitionedTable } from '../../storage/time-partitions.js';

const ROWS = 5_000;

/** Deletes the ids of emitted area events a little later than the feed deletes the events. @returns number of deleted ids */
export function deleteEmittedAreaEventIds(pool: Pool, feed: PartitionedTable, now: number, stopping: AbortSignal): Promise<number> {
  const before = new Date(now - (feed.retentionDays + 2 * feed.widthDays) * DAY_MS).toISOString();
  return deleteInBatches(pool, 'told_area_event', 'select ctid from told_area_event where told_at < $2', () => [before], ROWS, stopping);
}
