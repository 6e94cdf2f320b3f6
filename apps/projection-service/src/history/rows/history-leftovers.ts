import type { Pool } from 'pg';
import { deleteInBatches, writeAlone } from '../../storage/piece-deletes.js';
import { listPieces, type PartitionedTable } from '../../storage/time-partitions.js';

const OBJECTS = 50;
const ROWS = 5000;

/**
 * Deletes the histories (and presence) of erased objects that were too large for the transactions of units, until it is stopped.
 * @returns number of rows
 */
export async function deleteHistoryLeftovers(pool: Pool, tables: readonly PartitionedTable[], stopping: AbortSignal): Promise<number> {
  for (let deleted = 0; ;) {
    const { rows } = await pool.query<{ workspace: string; external_id: string; revision: number }>(
      'select workspace, external_id, revision from erased_object where history_left order by workspace, external_id limit $1',
      [OBJECTS],
    );
    if (rows.length === 0) return deleted;
    const keys = [rows.map((row) => row.workspace), rows.map((row) => row.external_id), rows.map((row) => row.revision)];
    for (const piece of (await Promise.all(tables.map((table) => listPieces(pool, table)))).flat()) {
      const select = `select h.ctid from unnest($2::text[], $3::text[], $4::bigint[]) as k (workspace, external_id, revision)
        join ${piece} h on h.external_id = k.external_id and h.workspace = k.workspace and h.revision <= k.revision`;
      deleted += await deleteInBatches(pool, piece, select, () => keys, ROWS, stopping);
    }
    if (stopping.aborted) return deleted;
    // An object that was erased again in the meantime may have more rows to delete.
    await writeAlone(
      pool,
      `update erased_object e set history_left = false from unnest($1::text[], $2::text[], $3::bigint[])
        as k (workspace, external_id, revision)
       where e.workspace = k.workspace and e.external_id = k.external_id and e.revision = k.revision`,
      keys,
    );
  }
}
