import type { Pool, PoolClient } from 'pg';

/** Creates the index that finds packed rows among others in a piece of the history, or in its copy, unless it is there. */
export async function indexPackedRows(db: Pool | PoolClient, table: string): Promise<void> {
  const { rowCount } = await db.query(
    `select from pg_index where indrelid = $1::regclass and pg_get_expr(indpred, indrelid) like '%packed%'`,
    [table],
  );
  if (!rowCount) await db.query(`create index on ${table} (external_id, observed_at) where packed is not null`);
}
