import type { Pool, PoolClient } from 'pg';

/** Objects that came from object.state alone have no event of their hold. */
export async function noteHoldsOfStates(db: Pool | PoolClient, next: string): Promise<void> {
  await db.query(`insert into ${next}.held_object (workspace, external_id) select workspace, external_id from ${next}.object_state where state->'hold' is not null on conflict do nothing`);
}

/**
 * Takes what is under a legal hold and no topic has any more into the new projection: what was kept already, and rows of the history from
 * before the beginning of the log. Made twice, the second time only what came in between.
 */
export async function carryHeldHistory(db: Pool | PoolClient, { schema, next, workspaces }: { schema: string; next: string; workspaces: readonly string[] }): Promise<void> {
  for (const table of ['history_kept', 'history']) {
    await db.query(
      `insert into ${next}.history_kept (external_id, revision, workspace, observed_at, received_at, change)
       select h.external_id, h.revision, h.workspace, h.observed_at, h.received_at, h.change from ${schema}.${table} h
       where (h.workspace = any($1::text[]) or exists (select from ${next}.held_object o where o.workspace = h.workspace and o.external_id = h.external_id))
         and not exists (select from ${next}.history n where n.external_id = h.external_id and n.observed_at = h.observed_at and n.revision = h.revision)
         and h.revision > coalesce((select e.revision from ${next}.erased_object e where e.workspace = h.workspace and e.external_id = h.external_id), 0)
       on conflict do nothing`,
      [workspaces],
    );
  }
}
