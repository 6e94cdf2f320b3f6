import type { Pool, PoolClient } from 'pg';
import { OwnershipLostError } from '#kafka/units/unit-processor.js';
import type { ObjectState } from '#object-rules/object.js';
import { boolArray, byteaArray, float8Array, int4Array, int8Array, jsonArray, textArray } from '#postgres/binary-array.js';
import { copyField, copyRows } from '#postgres/copy.js';
import { lastSeenOf, seenSpanOf } from '../ages/last-seen.js';
import { q16Of } from '../space/morton.js';
import { INSERT_CHUNKS, RAISE_FLOOR, STATES_OF_OBJECTS, UPDATE_STATES, UPDATE_STATES_AT, UPSERT_STATES } from '../tables/statements.js';
import { CellChanges } from './cell-changes.js';
import type { FeedChunk } from './feed-chunks.js';
import type { LiveState, WrittenState } from './held-state.js';
import type { IncomingChange } from './incoming-change.js';
import { wordsChanged, writeSearchDue } from './search-due.js';

/** @param owners workspaces by externalId */
export async function readStates(client: PoolClient | Pool, owners: ReadonlyMap<string, string>): Promise<Map<string, LiveState>> {
  if (owners.size === 0) return new Map();
  const { rows } = await client.query<{ external_id: string; seen: number; state: ObjectState }>({
    name: 'states-of-objects',
    text: STATES_OF_OBJECTS,
    values: [textArray([...owners.values()]), textArray([...owners.keys()])],
  });
  return new Map(rows.map((row) => [row.external_id, { seen: row.seen, state: row.state }]));
}

/**
 * Writes the states, and notes the changes for the counts by cell and the search.
 * @throws OwnershipLostError when a stored row has changed or moved, or a new object already has one
 */
export async function writeStates(client: PoolClient, objects: readonly WrittenState[]): Promise<void> {
  const fresh = objects.filter(({ isNew }) => isNew);
  const known = objects.filter(({ isNew }) => !isNew);
  const located = known.filter(({ place }) => place !== undefined);
  const others = known.filter(({ place }) => place === undefined);
  // One after the other: a client runs one query at a time, and pg kept the others waiting in a queue that pg 9 will not have.
  const updated = await write(client, others, { name: 'update-states', text: UPDATE_STATES });
  const updatedAt = await write(client, located, { name: 'update-states-at', text: UPDATE_STATES_AT }, (held) => [
    textArray(held.map(({ place }) => place!)),
  ]);
  const inserted = await write(client, fresh, { name: 'upsert-states', text: UPSERT_STATES });
  if (updated.count + updatedAt.count !== known.length)
    throw new OwnershipLostError('Another writer has changed states of these partitions.');
  if (inserted.rows.some(({ is_new }) => !is_new)) throw new OwnershipLostError('Another writer has made objects of these partitions.');
  await noteChanges(client, known, newOnes(fresh, inserted.rows));
}

interface UpsertedRow {
  external_id: string;
  is_new: boolean;
}

/** Leaves out objects with an existing row that is not older. */
function newOnes(fresh: readonly WrittenState[], rows: readonly UpsertedRow[]): readonly WrittenState[] {
  if (rows.length === fresh.length) return fresh;
  const written = new Set(rows.map(({ external_id }) => external_id));
  return fresh.filter(({ state }) => written.has(state.externalId));
}

async function noteChanges(client: PoolClient, known: readonly WrittenState[], fresh: readonly WrittenState[]): Promise<void> {
  const cells = new CellChanges();
  const due: ObjectState[] = [];
  for (const { state, before } of known) {
    if (before === undefined) continue;
    cells.add(before, state);
    if (wordsChanged(before, state)) due.push(state);
  }
  for (const { state } of fresh) {
    cells.add(undefined, state);
    due.push(state);
  }
  await cells.write(client);
  await writeSearchDue(client, due);
}

async function write(
  client: PoolClient,
  objects: readonly WrittenState[],
  statement: { name: string; text: string },
  more: (held: readonly WrittenState[]) => Buffer[] = () => [],
): Promise<{ count: number; rows: UpsertedRow[] }> {
  if (objects.length === 0) return { count: 0, rows: [] };
  // In key order, so that two units that meet (one from a stalled former owner) cannot deadlock.
  const held = objects.toSorted((a, b) => (a.state.externalId < b.state.externalId ? -1 : 1));
  const of = <T>(pick: (entry: WrittenState) => T): T[] => held.map(pick);
  const seen = of(({ state }) => lastSeenOf(state));
  const { rowCount, rows } = await client.query<UpsertedRow>({
    ...statement,
    values: [
      textArray(of(({ state }) => state.externalId)),
      textArray(of(({ state }) => state.workspace)),
      int8Array(of(({ state }) => state.revision)),
      int8Array(of(({ seen }) => seen)),
      textArray(of(({ state }) => state.title ?? null)),
      textArray(of(({ state }) => state.type ?? null)),
      float8Array(of(({ state }) => state.position.lat)),
      float8Array(of(({ state }) => state.position.lon)),
      int4Array(of(({ state }) => q16Of(state.position.lat, state.position.lon))),
      boolArray(of(({ state }) => state.archived)),
      jsonArray(of(({ json }) => json)),
      int8Array(seen),
      int4Array(held.map(({ state }, at) => seenSpanOf(state.externalId, seen[at]!))),
      ...more(held),
    ],
  });
  return { count: rowCount ?? 0, rows };
}

const HISTORY_COLUMNS = ['external_id', 'revision', 'workspace', 'observed_at', 'received_at', 'change'];

export async function writeHistory(client: PoolClient, lines: readonly { incoming: IncomingChange; line: string }[]): Promise<void> {
  const rows = lines.map(({ incoming: { change }, line }) =>
    [
      copyField(change.externalId),
      change.revision,
      copyField(change.workspace),
      change.observedAt,
      change.receivedAt,
      copyField(line),
    ].join('\t'),
  );
  await copyRows(client, 'history', HISTORY_COLUMNS, rows);
}

export async function writeChunks(client: PoolClient, chunks: readonly FeedChunk[]): Promise<void> {
  if (chunks.length === 0) return;
  const of = <T>(pick: (chunk: FeedChunk) => T): T[] => chunks.map(pick);
  await client.query({
    name: 'insert-chunks',
    text: INSERT_CHUNKS,
    values: [
      textArray(of((chunk) => chunk.workspace)),
      int4Array(of((chunk) => chunk.partition)),
      int8Array(of((chunk) => chunk.firstOffset)),
      int8Array(of((chunk) => chunk.lastOffset)),
      int4Array(of((chunk) => chunk.count)),
      of((chunk) => new Date(chunk.at).toISOString()),
      byteaArray(of((chunk) => chunk.offsets)),
      textArray(of((chunk) => chunk.changes)),
    ],
  });
}

/** Readers before these offsets get 410 from now on. */
export async function raiseFloors(client: PoolClient, floors: ReadonlyMap<number, number>): Promise<void> {
  if (floors.size === 0) return;
  await client.query({ name: 'raise-floor', text: RAISE_FLOOR, values: [[...floors.keys()], [...floors.values()]] });
}
