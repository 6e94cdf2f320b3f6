import type { Pool, PoolClient, QueryResult } from 'pg';
import type { HoldsMark } from '../history/pieces/holds-mark.js';
import { changesIn, isInPack } from '../history/rows/packed-rows.js';
import { listPieces } from '../storage/time-partitions.js';
import { byBlocks } from './by-blocks.js';

/** Objects that one statement examines. */
const PAGE = 5_000;

/**
 * Stores the holds of objects that only came from object.state, without an event for their hold. Reads page by page in key order, which
 * changes do not affect.
 */
export async function noteHoldsOfStates(pool: Pool, next: string): Promise<void> {
  for (let after: [string, string] = ['', '']; ;) {
    const { rows }: QueryResult<{ workspace: string; external_id: string }> = await pool.query(
      `with page as materialized (
         select workspace, external_id, state->'hold' is not null as is_held from ${next}.object_state
         where (workspace, external_id) > ($1, $2) order by workspace, external_id limit ${PAGE}
       ), noted as (insert into ${next}.held_object (workspace, external_id) select workspace, external_id from page
       where is_held on conflict do nothing)
       select workspace, external_id from page order by workspace desc, external_id desc limit 1`,
      after,
    );
    if (rows[0] === undefined) return;
    after = [rows[0].workspace, rows[0].external_id];
  }
}

export interface Carrying {
  schema: string;
  next: string;
  /** Present holds: workspaces, and objects in the new projection. */
  workspaces: readonly string[];
  objects: HoldsMark;
}

/** SQL for changes `h` that are not in the new history yet, and not erased. */
const rowsToCarry = (
  next: string,
): string => `not exists (select from ${next}.history n where n.external_id = h.external_id and n.observed_at = h.observed_at
  and n.revision = h.revision and n.packed is null) and not ${isInPack(next, 'h')}
  and h.revision > coalesce((select e.revision from ${next}.erased_object e where e.workspace = h.workspace
  and e.external_id = h.external_id), 0)`;

/**
 * Copies rows under a legal hold that are no longer on any topic into the new projection: kept rows, and rows of the history beyond their
 * retention. Without holds it reads nothing.
 * @param former connections whose search path begins with the former projection
 */
export async function carryHeldHistory(pool: Pool, former: Pool, { schema, next, workspaces, objects }: Carrying): Promise<void> {
  if (!objects.some && workspaces.length === 0) return;
  for (const table of ['history_kept', ...(await listPieces(former, { table: 'history' }))]) {
    await byBlocks(
      pool,
      `${schema}.${table}`,
      async (range) => void (await pool.query(carry(next, `${schema}.${table}`, range('r')), [workspaces, 0])),
    );
  }
}

/**
 * The same once more, while writers are kept out. Only holds that are newer than the first copy require a pass through the history, since
 * all other new rows are in the log.
 * @param before the holds at the time of the first copy
 */
export async function carryHeldSince(
  client: PoolClient,
  { schema, next, workspaces, objects }: Carrying,
  before: Pick<Carrying, 'workspaces' | 'objects'>,
): Promise<void> {
  if (!objects.some && workspaces.length === 0) return;
  await client.query(carry(next, `${schema}.history_kept`), [workspaces, 0]);
  const fresh = workspaces.filter((id) => !before.workspaces.includes(id));
  if (fresh.length > 0 || objects.mark > before.objects.mark)
    await client.query(carry(next, `${schema}.history`), [fresh, before.objects.mark]);
}

/** $1 workspaces; $2 number after which the holds of objects were noted. The changes of packed rows become rows of their own. */
const carry = (next: string, table: string, range = 'true'): string => `
  insert into ${next}.history_kept (external_id, workspace, revision, observed_at, received_at, change)
  select h.* from (
    select r.external_id, r.workspace, c.* from ${table} r cross join ${changesIn('r')} c
    where ${range} and (r.workspace = any($1::text[]) or exists (select from ${next}.held_object o
      where o.workspace = r.workspace and o.external_id = r.external_id and o.noted > $2::bigint))) h
  where ${rowsToCarry(next)}
  on conflict do nothing`;
