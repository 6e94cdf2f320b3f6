import type { Pool, PoolClient } from 'pg';
import type { KeptObject } from '#object-rules/object.js';
import { byteaArray, int4Array, int8Array, jsonArray, textArray } from '#postgres/binary-array.js';
import type { OutboxRow } from '#postgres/outbox-table.js';
import { packedText } from '#postgres/packed-text.js';
import { textSize } from '#postgres/text-size.js';
import { wholeState } from '../storage/stored-state.js';
import type { SettledOperation } from './applied-operation.js';
import type { SerialisedObject } from './folded-unit.js';

/*
 * The statements of every unit of work: a fixed number of round trips for any number of elements. Each is prepared once per connection
 * (by its name) and takes arrays in binary format.
 */

const SIZE = textSize('state');

/** Objects that were read, by externalId. */
export interface LoadedObjects {
  objects: Map<string, KeptObject>;
  /** Known locations of their rows (ctid); correct until another process writes them. */
  places: Map<string, string>;
}

/**
 * The objects with these ids, in any workspace, and their locations. The server sends only as many as have states of at most `room`
 * characters together, in one row, which costs less on both sides than a row for each.
 * @returns also the total size; if it is above `room`, some objects are missing
 */
export async function loadObjectsWithin(db: Pool, externalIds: readonly string[], room: number): Promise<LoadedObjects & { size: number }> {
  const objects = new Map<string, KeptObject>();
  const places = new Map<string, string>();
  if (externalIds.length === 0) return { objects, places, size: 0 };
  const { rows } = await db.query<{ states: string | null; places: string | null; size: number | null }>({
    name: 'load-objects-within',
    // "offset 0" makes the server calculate each size only once.
    text: `select string_agg(state::text, ',') filter (where upto <= $2::bigint) as states, string_agg(place::text, ' ')
      filter (where upto <= $2::bigint) as places, max(upto)::bigint as size
           from (select state, place, sum(size) over (rows unbounded preceding) as upto
                 from (select state, ctid as place, ${SIZE} as size from object where external_id = any($1::text[]) offset 0) o) s`,
    values: [textArray(externalIds), room],
  });
  const row = rows[0];
  const found = row?.places?.split(' ') ?? [];
  (JSON.parse(`[${row?.states ?? ''}]`) as KeptObject[]).map(wholeState).forEach((state, index) => {
    objects.set(state.externalId, state);
    places.set(state.externalId, found[index]!);
  });
  return { objects, places, size: row?.size ?? 0 };
}

/** The sizes of the states of existing objects, by id. */
export async function sizesOfObjects(db: Pool, externalIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.query<{ external_id: string; size: number }>({
    text: `select external_id, ${SIZE} as size from object where external_id = any($1::text[])`,
    values: [textArray(externalIds)],
  });
  return new Map(rows.map((row) => [row.external_id, row.size]));
}

/**
 * Writes objects, each at most once. Existing rows are written by a plain update, since an upsert also locks the row and costs up to a
 * third more; and without an index search if the location of the row is known (docs/performance.md).
 * @param places locations of rows, by externalId
 * @returns number of written objects. It is lower than the number given if a second writer was active: then a row may have another
 *   owner, a newer revision or another location, or already exist although the object is new here
 */
export async function writeObjects(
  client: PoolClient,
  objects: readonly SerialisedObject[],
  places: ReadonlyMap<string, string> = new Map(),
): Promise<number> {
  const created = objects.filter(({ isNew }) => isNew);
  const handedOver = objects.filter(({ formerOwner }) => formerOwner !== undefined);
  const known = objects.filter(({ isNew, formerOwner }) => !isNew && formerOwner === undefined);
  const located = known.filter(({ state }) => places.has(state.externalId));
  const others = known.filter(({ state }) => !places.has(state.externalId));
  // In sequence, since a client runs one query at a time.
  const inserted = await write(client, created, {
    name: 'insert-objects',
    text: `insert into object (external_id, workspace, revision, state) select * from unnest(${OBJECT_ARRAYS})
      on conflict (external_id) do nothing`,
  });
  const updated = await write(client, others, {
    name: 'update-objects',
    text: `update object o set revision = n.revision, state = n.state from unnest(${OBJECT_ARRAYS})
      as n (external_id, workspace, revision, state) where ${IS_OLDER}`,
  });
  const updatedAt = await write(
    client,
    located,
    {
      name: 'update-objects-at',
      text: `update object o set revision = n.revision, state = n.state from unnest(${OBJECT_ARRAYS}, $5::text[])
        as n (external_id, workspace, revision, state, place)
             where o.ctid = n.place::tid and ${IS_OLDER}`,
    },
    [textArray(located.map(({ state }) => places.get(state.externalId)!))],
  );
  const given = await write(
    client,
    handedOver,
    {
      name: 'hand-objects-over',
      text: `update object o set workspace = n.workspace, revision = n.revision, state = n.state
        from unnest(${OBJECT_ARRAYS}, $5::text[]) as n (external_id, workspace, revision, state, former)
             where o.external_id = n.external_id and o.workspace = n.former and o.revision < n.revision`,
    },
    [textArray(handedOver.map(({ formerOwner }) => formerOwner!))],
  );
  return inserted + updated + updatedAt + given;
}

const OBJECT_ARRAYS = '$1::text[], $2::text[], $3::bigint[], $4::json[]';
const IS_OLDER = 'o.external_id = n.external_id and o.workspace = n.workspace and o.revision < n.revision';

async function write(
  client: PoolClient,
  objects: readonly SerialisedObject[],
  statement: { name: string; text: string },
  more: readonly Buffer[] = [],
): Promise<number> {
  if (objects.length === 0) return 0;
  const values = [
    textArray(objects.map((object) => object.state.externalId)),
    textArray(objects.map((object) => object.state.workspace)),
    int8Array(objects.map((object) => object.state.revision)),
    jsonArray(objects.map((object) => object.stored)),
    ...more,
  ];
  const { rowCount } = await client.query({ ...statement, values });
  return rowCount ?? 0;
}

/** Deletes the pictures of erased objects. Call it after the rows are written: a concurrent upload then finds no object. */
export async function deletePictures(client: PoolClient, objects: readonly SerialisedObject[]): Promise<void> {
  const erased = objects.filter(({ erased }) => erased);
  if (erased.length === 0) return;
  await client.query({
    name: 'delete-pictures',
    text: 'delete from picture where external_id = any($1::text[])',
    values: [textArray(erased.map(({ state }) => state.externalId))],
  });
}

/** @returns number of inserted operations; lower than the number given if some were applied earlier */
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

/** The stored results (JSON) of those operations that were applied earlier. */
export async function loadSettled(
  db: Pool,
  operations: readonly { operationId: string; partition: number }[],
): Promise<{ operationId: string; partition: number; results: string }[]> {
  const { rows } = await db.query<{ operation_id: string; partition: number; results: string }>({
    name: 'load-settled',
    text: `select o.operation_id::text, o.partition, o.results from unnest($1::text[], $2::int[]) as k (operation_id, partition)
           join operation_outcome o on o.operation_id = k.operation_id::uuid and o.partition = k.partition`,
    values: [
      textArray(operations.map((operation) => operation.operationId)),
      int4Array(operations.map((operation) => operation.partition)),
    ],
  });
  return rows.map((row) => ({ operationId: row.operation_id, partition: row.partition, results: row.results }));
}

export async function insertOutbox(client: PoolClient, rows: readonly OutboxRow[]): Promise<void> {
  await client.query({
    name: 'insert-outbox',
    text: 'insert into outbox (partition, upto, body, events) select * from unnest($1::int[], $2::bigint[], $3::bytea[], $4::int[])',
    values: [
      int4Array(rows.map((row) => row.partition)),
      int8Array(rows.map((row) => row.upto)),
      byteaArray(rows.map((row) => packedText(row.payload))),
      int4Array(rows.map((row) => row.events ?? 0)),
    ],
  });
}
