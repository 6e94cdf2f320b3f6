import type { PoolClient } from 'pg';

const lockOf = (schema: string): string => `hashtext('waymark.swap.' || ${schema})`;

/** Name of the advisory lock that the only rebuild of a schema holds while it works. */
export const rebuildLock = (schema: string): string => `waymark.rebuild.${schema}`;

/** No rebuild reads the tables until this transaction ends. @returns false: one does */
export async function holdOffRebuild(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock_shared(hashtext('${rebuildLock('')}' || current_schema())) as taken`,
  );
  return rows[0]!.taken;
}

/**
 * First statement of every transaction that writes: until it ends, no rebuild renames the schema, so that
 * all of its statements use the same tables.
 */
export async function holdOffSwap(client: PoolClient): Promise<void> {
  await client.query({ name: 'hold-off-swap', text: `select pg_advisory_xact_lock_shared(${lockOf('current_schema()')})` });
}

/**
 * Identity of the schema being written to, whatever its name: it changes when a rebuild swaps. Queried with the swap held off, and
 * from a table of the catalogue: only this makes the server notice a rename that happened while this transaction waited.
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
