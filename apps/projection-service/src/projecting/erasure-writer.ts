import type { Pool, PoolClient } from 'pg';
import type { ErasedObject, ObjectState } from '#object-rules/object.js';
import { int8Array, textArray } from '#postgres/binary-array.js';
import {
  COUNT_HISTORY,
  DELETE_HISTORY,
  DELETE_KEPT,
  DELETE_PRESENCE,
  DELETE_STATES,
  ERASED_OBJECTS,
  UPSERT_ERASED,
} from '../tables/statements.js';
import { CellChanges } from './cell-changes.js';
import type { Erasures, HeldState } from './held-state.js';
import { writeSearchDue } from './search-due.js';

/** Deleting more history would delay the unit; a delete beyond the statement timeout would never be committed. */
const MAX_HISTORY_ROWS = 20_000;

/** Whether anything was ever erased here. Until then, units skip the query for erasures. */
export async function anyErased(db: Pool): Promise<boolean> {
  const { rows } = await db.query<{ some: boolean }>('select exists (select from erased_object) as some');
  return rows[0]!.some;
}

/**
 * Those of these objects that were erased; their revisions show which records are repeats from before the erasure.
 * @param owners workspaces by externalId
 */
export async function readErased(client: PoolClient, owners: ReadonlyMap<string, string>): Promise<Map<string, HeldState>> {
  if (owners.size === 0) return new Map();
  const { rows } = await client.query<{ external_id: string; workspace: string; revision: number; erased_at: Date }>({
    name: 'erased-objects',
    text: ERASED_OBJECTS,
    values: [textArray([...owners.values()]), textArray([...owners.keys()])],
  });
  return new Map(
    rows.map(({ external_id, workspace, revision, erased_at }) => [
      external_id,
      { state: { externalId: external_id, workspace, revision, erased: true, updatedAt: erased_at.toISOString() }, seen: revision },
    ]),
  );
}

interface GoneRow {
  workspace: string;
  type: string | null;
  archived: boolean;
  lat: number;
  lon: number;
  fields: ObjectState['fields'];
}

/**
 * Deletes the states and histories of these objects. What is too much of a history for this transaction is no longer readable
 * and is deleted later (erasing/history-leftovers.ts).
 */
export async function writeErasures(client: PoolClient, erasures: Erasures): Promise<void> {
  if (erasures.size === 0) return;
  const erased = [...erasures.values()].sort((a, b) => (a.externalId < b.externalId ? -1 : 1));
  const of = <T>(pick: (object: ErasedObject) => T): T[] => erased.map(pick);
  const keys = [textArray(of(({ workspace }) => workspace)), textArray(of(({ externalId }) => externalId))];
  const revisions = int8Array(of(({ revision }) => revision));
  const { rows: gone } = await client.query<GoneRow>({ name: 'delete-states', text: DELETE_STATES, values: keys });
  const cells = new CellChanges();
  for (const { workspace, type, archived, lat, lon, fields } of gone)
    cells.add({ workspace, type: type ?? undefined, archived, position: { lat, lon }, fields }, undefined);
  await cells.write(client);
  await writeSearchDue(client, erased);
  const { rows } = await client.query<{ count: number }>({
    name: 'count-history',
    text: COUNT_HISTORY,
    values: [keys[1], MAX_HISTORY_ROWS + 1],
  });
  const isLeft = rows[0]!.count > MAX_HISTORY_ROWS;
  if (!isLeft) {
    await client.query({ name: 'delete-history', text: DELETE_HISTORY, values: [...keys, revisions] });
    await client.query({ name: 'delete-presence', text: DELETE_PRESENCE, values: [...keys, revisions] });
  }
  await client.query({ name: 'delete-kept', text: DELETE_KEPT, values: [...keys, revisions] });
  await client.query({
    name: 'upsert-erased',
    text: UPSERT_ERASED,
    values: [...keys, revisions, of(({ updatedAt }) => updatedAt), isLeft],
  });
}
