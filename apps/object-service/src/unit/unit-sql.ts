import type { Pool, PoolClient } from 'pg';
import type { ObjectState } from '#object-rules/object.js';
import { int4Array, int8Array, jsonArray, textArray } from '#postgres/binary-array.js';
import { textSize } from '#postgres/text-size.js';
import type { SettledOperation } from './applied-operation.js';
import type { SerialisedObject } from './folded-unit.js';

/*
 * The statements that every unit of work runs: a fixed number of round trips, however many elements there are.
 * Each is prepared once a connection (its name) and takes arrays in binary.
 */

/** Named in one row of the outbox: the records of one unit and partition. */
export interface OutboxKey {
  partition: number;
  /** Offset in the partition of `object.commands` at which the unit ended. */
  upto: number;
}

export interface OutboxRow extends OutboxKey {
  payload: string;
}

/** The objects with these ids, in any workspace. */
export async function loadObjects(db: Pool | PoolClient, externalIds: readonly string[]): Promise<Map<string, ObjectState>> {
  if (externalIds.length === 0) return new Map();
  const { rows } = await db.query<{ external_id: string; state: ObjectState }>({
    name: 'load-objects',
    text: 'select external_id, state from object where external_id = any($1::text[])',
    values: [textArray(externalIds)],
  });
  return new Map(rows.map((row) => [row.external_id, row.state]));
}

const SIZE = textSize('state');

/**
 * As `loadObjects`, bounded: once the states are larger than `room` together, no more of them are sent.
 * @returns also how large all of them are: beyond `room`, some are missing
 */
export async function loadObjectsWithin(db: Pool, externalIds: readonly string[], room: number): Promise<{ objects: Map<string, ObjectState>; size: number }> {
  const objects = new Map<string, ObjectState>();
  if (externalIds.length === 0) return { objects, size: 0 };
  const { rows } = await db.query<{ external_id: string; total: number; state: ObjectState | null }>({
    name: 'load-objects-within',
    // "offset 0": each size is worked out once.
    text: `select external_id, (sum(size) over upto)::bigint as total, case when sum(size) over upto <= $2::bigint then state end as state
           from (select external_id, state, ${SIZE} as size from object where external_id = any($1::text[]) offset 0) o
           window upto as (rows unbounded preceding)`,
    values: [textArray(externalIds), room],
  });
  for (const { external_id: id, state } of rows) if (state !== null) objects.set(id, state);
  return { objects, size: rows.at(-1)?.total ?? 0 };
}

/** How large the states of those of these objects are that exist. */
export async function sizesOfObjects(db: Pool, externalIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.query<{ external_id: string; size: number }>({ text: `select external_id, ${SIZE} as size from object where external_id = any($1::text[])`, values: [textArray(externalIds)] });
  return new Map(rows.map((row) => [row.external_id, row.size]));
}

/**
 * Writes objects, each named once: a plain update where there is a row, as an upsert also locks it and costs up to a third
 * more (docs/performance.md).
 * @returns how many were written: fewer than given when one is there with another owner or a revision not below ours,
 *   or is new and there already, which only a second writer can have done
 */
export async function writeObjects(client: PoolClient, objects: readonly SerialisedObject[]): Promise<number> {
  const created = objects.filter(({ isNew }) => isNew);
  const changed = objects.filter(({ isNew }) => !isNew);
  const counts = await Promise.all([
    write(client, created, 'insert-objects', `insert into object (external_id, workspace, revision, state) select * from ${OBJECT_ROWS} on conflict (external_id) do nothing`),
    write(
      client,
      changed,
      'update-objects',
      `update object o set revision = n.revision, state = n.state from ${OBJECT_ROWS} as n (external_id, workspace, revision, state)
       where o.external_id = n.external_id and o.workspace = n.workspace and o.revision < n.revision`,
    ),
  ]);
  return counts[0] + counts[1];
}

const OBJECT_ROWS = 'unnest($1::text[], $2::text[], $3::bigint[], $4::json[])';

async function write(client: PoolClient, objects: readonly SerialisedObject[], name: string, text: string): Promise<number> {
  if (objects.length === 0) return 0;
  const values = [
    textArray(objects.map((object) => object.state.externalId)),
    textArray(objects.map((object) => object.state.workspace)),
    int8Array(objects.map((object) => object.state.revision)),
    jsonArray(objects.map((object) => object.json)),
  ];
  const { rowCount } = await client.query({ name, text, values });
  return rowCount ?? 0;
}

/** @returns how many were inserted: fewer than given when one of them was settled before */
export async function insertOperations(client: PoolClient, operations: readonly SettledOperation[]): Promise<number> {
  const { rowCount } = await client.query({
    name: 'insert-operations',
    text: `insert into operation_outcome (operation_id, partition, workspace, total, partitions, results, refused)
           select operation_id::uuid, partition, workspace, total, partitions::int[], results, nullif(refused, '')
           from unnest($1::text[], $2::int[], $3::text[], $4::int[], $5::text[], $6::text[], $7::text[])
             as o (operation_id, partition, workspace, total, partitions, results, refused)
           on conflict do nothing`,
    values: [
      textArray(operations.map((operation) => operation.operationId)),
      int4Array(operations.map((operation) => operation.partition)),
      textArray(operations.map((operation) => operation.workspace)),
      int4Array(operations.map((operation) => operation.total)),
      textArray(operations.map((operation) => `{${operation.partitions.join(',')}}`)),
      textArray(operations.map((operation) => operation.results)),
      textArray(operations.map((operation) => (operation.refused ? JSON.stringify(operation.refused) : ''))),
    ],
  });
  return rowCount ?? 0;
}

/** The stored results (JSON) of those of these operations that were settled before. */
export async function loadSettled(db: Pool, operations: readonly { operationId: string; partition: number }[]): Promise<{ operationId: string; partition: number; results: string }[]> {
  const { rows } = await db.query<{ operation_id: string; partition: number; results: string }>({
    name: 'load-settled',
    text: `select o.operation_id::text, o.partition, o.results from unnest($1::text[], $2::int[]) as k (operation_id, partition)
           join operation_outcome o on o.operation_id = k.operation_id::uuid and o.partition = k.partition`,
    values: [textArray(operations.map((operation) => operation.operationId)), int4Array(operations.map((operation) => operation.partition))],
  });
  return rows.map((row) => ({ operationId: row.operation_id, partition: row.partition, results: row.results }));
}

export async function insertOutbox(client: PoolClient, rows: readonly OutboxRow[]): Promise<void> {
  await client.query({
    name: 'insert-outbox',
    text: 'insert into outbox (partition, upto, payload) select * from unnest($1::int[], $2::bigint[], $3::text[])',
    values: [int4Array(rows.map((row) => row.partition)), int8Array(rows.map((row) => row.upto)), textArray(rows.map((row) => row.payload))],
  });
}

export async function deleteOutbox(db: Pool | PoolClient, keys: readonly OutboxKey[]): Promise<void> {
  await db.query({
    name: 'delete-outbox',
    text: 'delete from outbox o using unnest($1::int[], $2::bigint[]) as k (partition, upto) where o.partition = k.partition and o.upto = k.upto',
    values: [int4Array(keys.map((key) => key.partition)), int8Array(keys.map((key) => key.upto))],
  });
}

/** What was committed and perhaps not published, oldest first in each partition; at most `limit` rows. */
export async function readOutbox(db: Pool, partitions: readonly number[], limit: number): Promise<OutboxRow[]> {
  const { rows } = await db.query<OutboxRow>('select partition, upto, payload from outbox where partition = any($1::int[]) order by upto, partition limit $2', [partitions, limit]);
  return rows;
}
