import type { Pool } from 'pg';
import { asOneInstance } from '#postgres/one-instance.js';
import { inTransaction } from '#postgres/transaction.js';

/** Enough for a table with hundreds of millions of objects. */
const PATIENCE = '2h';

/** Objects that no unit has counted, in one snapshot with the units' counts: correct at any moment. */
const RECOUNT = `
  with present as (select workspace, count(*) as objects from object where state->>'erased' is null group by workspace),
    counted as (select workspace, sum(objects) as objects from object_count where partition >= 0 group by workspace)
  insert into object_count (workspace, partition, objects, day, created)
  select workspace, -1, coalesce(p.objects, 0) - coalesce(c.objects, 0), (now() at time zone 'utc')::date, 0
  from present p full join counted c using (workspace)
  on conflict (workspace, partition) do update set objects = excluded.objects`;

/**
 * Counts the objects from before counting began: once, and again an hour later, since instances of the previous version, which do not
 * count, may have been running until then. Reads the whole table. One instance at a time.
 * @param pool with at least two connections
 */
export async function recountObjects(pool: Pool): Promise<boolean> {
  const due = async (): Promise<boolean> => {
    const { rows } = await pool.query<{ due: boolean }>(
      `select count(*) = 0 or (count(*) = 1 and max(counted_at) < now() - interval '1 hour') as due from object_recount`,
    );
    return rows[0]!.due;
  };
  if (!(await due())) return false;
  const counted = await asOneInstance(pool, 'waymark.recount', async () => {
    if (!(await due())) return false;
    await inTransaction(pool, async (client) => {
      await client.query(`set local statement_timeout = '${PATIENCE}'`);
      // The pool's plans by key would go through the table by its index.
      await client.query('set local enable_seqscan = on; set local enable_hashjoin = on; set local enable_mergejoin = on');
      await client.query(RECOUNT);
      await client.query('insert into object_recount default values');
    });
    return true;
  });
  return counted ?? false;
}

/** Drops leases of processes that have ended; a running one asks again. */
export async function dropOldLeases(pool: Pool): Promise<void> {
  await pool.query(`delete from object_lease where leased_at < now() - interval '1 hour'`);
}
