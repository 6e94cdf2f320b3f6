import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '#postgres/transaction.js';

const lockOf = (schema: string): string => `hashtext('waymark.swap.' || ${schema})`;

/** Name of the advisory lock that a rebuild of a schema holds, so that only one runs at a time. */
export const rebuildLock = (schema: string): string => `waymark.rebuild.${schema}`;

/** Keeps rebuilds from reading the tables until this transaction ends. @returns false if a rebuild is reading them */
export async function holdOffRebuild(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock_shared(hashtext('${rebuildLock('')}' || current_schema())) as taken`,
  );
  return rows[0]!.taken;
}

const HOLD_OFF_SWAP = `select pg_advisory_xact_lock_shared(${lockOf('current_schema()')})`;

/**
 * Runs a transaction that writes: until it ends, no rebuild renames the schema, so that all statements use the same tables. The lock is
 * taken together with BEGIN.
 */
export function writeTransaction<T>(pool: Pool, write: (client: PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, write, { withBegin: HOLD_OFF_SWAP });
}

/** The first statement of any other transaction that writes, with the effect of `writeTransaction`. */
export async function holdOffSwap(client: PoolClient): Promise<void> {
  await client.query({ name: 'hold-off-swap', text: HOLD_OFF_SWAP });
}

/**
 * Identity of the schema that is written to, which changes when a rebuild swaps schemas. Call it in a `writeTransaction`. It queries a
 * catalogue table, since only then the server notices a rename that happened while this transaction waited.
 */
export async function schemaNow(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ schema: number }>({
    name: 'schema-now',
    text: `select relnamespace as schema from pg_class where oid = to_regclass('partition_offset')`,
  });
  return rows[0]!.schema;
}

/** Waits for current writers and keeps new ones out until the transaction ends. */
export async function keepWritersOut(client: PoolClient, schema: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(${lockOf('$1::text')})`, [schema]);
}
