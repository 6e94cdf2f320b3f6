import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { asOneInstance } from '#postgres/one-instance.js';
import { dropPiece, type PartitionedTable } from '../tables/time-partitions.js';
import { deleteInBatches, writeAlone } from './piece-deletes.js';

/** 8 MiB of a piece in one transaction. */
const BLOCKS = 1024;
const PAUSE_MS = 20;
const ROWS = 5000;

/** Holds of objects as one text: the same while they are the same. */
const HELD_OBJECTS = `select count(*) || '/' || coalesce(sum(hashtextextended(workspace || ' ' || external_id, 0)::numeric), 0) as held from held_object`;

/** Whose rows are under a legal hold, of a table `h`; $1 are held workspaces. */
export const ROW_IS_HELD = '(h.workspace = any($1::text[]) or exists (select from held_object o where o.workspace = h.workspace and o.external_id = h.external_id))';

/** All holds that there are, as one text. */
export async function heldNow(db: Pool | PoolClient, workspaces: readonly string[]): Promise<string> {
  const { rows } = await db.query<{ held: string }>(HELD_OBJECTS);
  return `${rows[0]!.held} ${[...workspaces].sort().join(' ')}`;
}

const NOTHING_HELD = '0/0 ';

export interface HeldHistoryOptions {
  copy: DirectoryCopy;
  /** Of at least two connections: one holds the turn, the other does the work. */
  pool: Pool;
}

/** What is under a legal hold outlives the pieces of the history: it is copied out of them before they go. */
export class HeldHistory {
  constructor(private readonly options: HeldHistoryOptions) {}

  /**
   * Drops a piece of the history once what is held of it is kept elsewhere.
   * @returns false: not now, since the directory was not read yet, another instance is at it, or a hold came meanwhile
   */
  async drop(history: PartitionedTable, piece: string, stopping: AbortSignal): Promise<boolean> {
    const { copy, pool } = this.options;
    // What is not known yet may be a hold.
    if (!copy.complete) return false;
    const dropped = await asOneInstance(pool, 'waymark.held-history', async () => {
      const workspaces = copy.heldWorkspaces;
      const held = await heldNow(pool, workspaces);
      if (held !== NOTHING_HELD) await keepRows(pool, piece, workspaces, stopping);
      return dropPiece(pool, history, piece, async (client) => {
        // Whoever writes a hold waits: it comes before this, or finds the piece gone.
        await client.query('lock table held_object in share mode');
        return (await heldNow(client, copy.heldWorkspaces)) === held;
      });
    });
    return dropped ?? false;
  }

  /** Takes away what was kept of those whose holds were released. @returns how many rows */
  async letGo(stopping: AbortSignal): Promise<number> {
    const { copy, pool } = this.options;
    if (!copy.complete) return 0;
    return deleteInBatches(pool, 'history_kept', `select h.ctid from history_kept h where not ${ROW_IS_HELD.replaceAll('$1', '$2')}`, () => [copy.heldWorkspaces], ROWS, stopping);
  }
}

/** Block by block: no index finds the rows of a workspace. Rows that are there already stay as they are. */
async function keepRows(pool: Pool, piece: string, workspaces: readonly string[], stopping: AbortSignal): Promise<void> {
  const { rows } = await pool.query<{ blocks: number }>(`select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as blocks`, [piece]);
  for (let block = 0; block < rows[0]!.blocks; block += BLOCKS) {
    await writeAlone(
      pool,
      `insert into history_kept (external_id, revision, workspace, observed_at, received_at, change)
       select external_id, revision, workspace, observed_at, received_at, change from ${piece} h
       where ctid >= '(${block},0)'::tid and ctid < '(${block + BLOCKS},0)'::tid and ${ROW_IS_HELD}
         and h.revision > coalesce((select e.revision from erased_object e where e.workspace = h.workspace and e.external_id = h.external_id), 0)
       on conflict do nothing`,
      [workspaces],
    );
    await sleep(PAUSE_MS, undefined, { signal: stopping });
  }
}
