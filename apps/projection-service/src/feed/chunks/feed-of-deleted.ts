import type { Pool } from 'pg';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { deleteInBatches } from '../../storage/piece-deletes.js';
import { DAY_MS, listPieces, type PartitionedTable } from '../../storage/time-partitions.js';

/** Chunks deleted by one statement; each may contain 500 changes. */
const CHUNKS = 100;
/** Days after its deletion in which a workspace may still have events. */
const AFTERMATH_DAYS = 30;

/** Deletes the feeds of deleted workspaces; older chunks are dropped with their piece. @returns number of chunks */
export async function deleteFeedsOfDeleted(
  pool: Pool,
  feed: PartitionedTable,
  copy: DirectoryCopy,
  now: number,
  stopping: AbortSignal,
): Promise<number> {
  const since = new Date(now - (feed.retentionDays + AFTERMATH_DAYS) * DAY_MS).toISOString();
  const workspaces = [...copy.deletedWorkspaces.values()]
    .filter(({ deleteAfter }) => deleteAfter === undefined || deleteAfter > since)
    .map(({ id }) => id);
  if (workspaces.length === 0) return 0;
  let deleted = 0;
  for (const piece of await listPieces(pool, feed))
    deleted += await deleteInBatches(
      pool,
      piece,
      `select ctid from ${piece} where workspace = any($2::text[])`,
      () => [workspaces],
      CHUNKS,
      stopping,
    );
  return deleted;
}
