import type { PoolClient } from 'pg';

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

/** `holdOffSwap` as a statement, to be sent together with BEGIN. */
export const HOLD_OFF_SWAP = `select pg_advisory_xact_lock_shared(${lockOf('current_schema()')})`;

/**
 * The first statement of every transaction that writes: until the transaction ends, no rebuild renames the schema, so that all statements
 * use the same tables.
 */
export async function holdOffSwap(client: PoolClient): Promise<void> {
  await client.query({ name: 'hold-off-swap', text: HOLD_OFF_SWAP });
}

/**
 * Identity of the schema that is written to, which changes when a rebuild swaps schemas. Call it after `holdOffSwap`. It queries a
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
