import type { Pool, PoolClient } from 'pg';
import type { HoldsMark } from '../erasing/holds-mark.js';

/** Objects that came from object.state alone have no event of their hold. */
export async function noteHoldsOfStates(db: Pool | PoolClient, next: string): Promise<void> {
  await db.query(`insert into ${next}.held_object (workspace, external_id) select workspace, external_id from ${next}.object_state where state->'hold' is not null on conflict do nothing`);
}

export interface Carrying {
  schema: string;
  next: string;
  /** What is held by now: workspaces, and objects in the new projection. */
  workspaces: readonly string[];
  objects: HoldsMark;
}

const KEPT = 'external_id, revision, workspace, observed_at, received_at, change';

/** Of rows `h`: not in the new history already, and not erased. */
const rowsToCarry = (next: string): string => `not exists (select from ${next}.history n where n.external_id = h.external_id and n.observed_at = h.observed_at and n.revision = h.revision)
  and h.revision > coalesce((select e.revision from ${next}.erased_object e where e.workspace = h.workspace and e.external_id = h.external_id), 0)`;

/**
 * Takes what is under a legal hold and no topic has any more into the new projection: what was kept already, and rows of the history from
 * before the beginning of the log. Made twice, the second time while writers are kept out: then the history is looked through for holds that
 * came in between alone, since what it got of the others is in the log. Without holds nothing is looked through at all.
 * @param before what was held when it was made first
 */
export async function carryHeldHistory(db: Pool | PoolClient, { schema, next, workspaces, objects }: Carrying, before?: Pick<Carrying, 'workspaces' | 'objects'>): Promise<void> {
  if (!objects.some && workspaces.length === 0) return;
  await carry(db, next, `${schema}.history_kept`, workspaces, 0);
  const since = before?.objects.mark ?? 0;
  const fresh = workspaces.filter((id) => before?.workspaces.includes(id) !== true);
  if (fresh.length > 0 || objects.mark > since) await carry(db, next, `${schema}.history`, fresh, since);
}

/** @param since only objects whose holds were noted after it */
async function carry(db: Pool | PoolClient, next: string, table: string, workspaces: readonly string[], since: number): Promise<void> {
  await db.query(
    `insert into ${next}.history_kept (${KEPT}) select ${KEPT.split(', ').map((column) => `h.${column}`).join(', ')} from ${table} h
     where (h.workspace = any($1::text[]) or exists (select from ${next}.held_object o where o.workspace = h.workspace and o.external_id = h.external_id and o.noted > $2::bigint))
       and ${rowsToCarry(next)}
     on conflict do nothing`,
    [workspaces, since],
  );
}
