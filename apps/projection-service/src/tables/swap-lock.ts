import type { PoolClient } from 'pg';

const lockOf = (schema: string): string => `hashtext('waymark.swap.' || ${schema})`;

/**
 * First statement of every transaction that writes: until it ends, no rebuild renames the schema under it, so that
 * all of its statements mean the same tables.
 */
export async function holdOffSwap(client: PoolClient): Promise<void> {
  await client.query({ name: 'hold-off-swap', text: `select pg_advisory_xact_lock_shared(${lockOf('current_schema()')})` });
}

/** Waits for the writers in hand and keeps new ones out until the transaction ends. */
export async function keepWritersOut(client: PoolClient, schema: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(${lockOf('$1::text')})`, [schema]);
}
