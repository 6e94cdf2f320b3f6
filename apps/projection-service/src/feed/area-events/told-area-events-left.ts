import type { Pool } from 'pg';
import { deleteInBatches } from '../../storage/piece-deletes.js';
import { DAY_MS, type PartitionedTable } from '../../storage/time-partitions.js';

const ROWS = 5_000;

/** Emitted area events are remembered a little longer than the feed keeps them. @returns number of forgotten events */
export function forgetToldAreaEvents(pool: Pool, feed: PartitionedTable, now: number, stopping: AbortSignal): Promise<number> {
  const before = new Date(now - (feed.retentionDays + 2 * feed.widthDays) * DAY_MS).toISOString();
  return deleteInBatches(pool, 'told_area_event', 'select ctid from told_area_event where told_at < $2', () => [before], ROWS, stopping);
}
