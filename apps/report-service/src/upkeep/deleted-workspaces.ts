import type { Pool } from 'pg';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { inTransaction } from '#postgres/transaction.js';

/** Rows that go in one statement. */
const ROWS = 20_000;
const BY_FACET = ['movement', 'arrival', 'change_count', 'value_sum'] as const;
/** Of one that is cut by time a row's place alone says too little: each piece has such places. */
const BY_WORKSPACE = ['call_count', 'object_call', 'visit', 'area_sum', 'heat'] as const;

/** Takes away all that is held of deleted workspaces; what is of an object goes with its erasure as well. @returns how many rows */
export async function deleteWorkspaces(pool: Pool, copy: DirectoryCopy, stopping: AbortSignal): Promise<number> {
  const { rows } = await pool.query<{ workspace: string }>('select distinct workspace from facet union select distinct workspace from call_count');
  const gone = rows.map(({ workspace }) => workspace).filter((workspace) => copy.deletedWorkspaces.has(workspace));
  let deleted = 0;
  for (const workspace of gone) {
    for (const table of BY_FACET) deleted += await inPieces(pool, `delete from ${table} where ctid = any(array(select t.ctid from ${table} t join facet f on f.id = t.facet where f.workspace = $1 limit ${ROWS}))`, workspace, stopping);
    for (const table of BY_WORKSPACE) deleted += await inPieces(pool, `delete from ${table} where workspace = $1 and ctid = any(array(select ctid from ${table} where workspace = $1 limit ${ROWS}))`, workspace, stopping);
    // Numbers that a unit still uses are given again by the next event; there is none of a workspace that is gone.
    await inTransaction(pool, async (client) => {
      for (const table of ['facet', 'field']) await client.query(`delete from ${table} where workspace = $1`, [workspace]);
    });
  }
  return deleted;
}

async function inPieces(pool: Pool, text: string, workspace: string, stopping: AbortSignal): Promise<number> {
  for (let deleted = 0; ; stopping.throwIfAborted()) {
    const { rowCount } = await pool.query(text, [workspace]);
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < ROWS) return deleted;
  }
}
