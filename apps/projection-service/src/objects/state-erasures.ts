import type { Pool, PoolClient } from 'pg';
import type { ErasedObject, ObjectState } from '#object-rules/object.js';
import { int8Array, textArray } from '#postgres/binary-array.js';
import type { HeldState } from '../changes/held-state.js';
import { objectKeys } from '../changes/object-keys.js';

const KEYS = 'unnest($1::text[], $2::text[]) as k (workspace, external_id)';

/** $1 workspaces, $2 ids, in pairs; the same in the following statements. */
const ERASED_OBJECTS = `
  select e.external_id, e.workspace, e.revision, e.erased_at from ${KEYS}
  join erased_object e on e.workspace = k.workspace and e.external_id = k.external_id`;

const DELETE_STATES = `delete from object_state o using ${KEYS} where o.workspace = k.workspace
  and o.external_id = k.external_id returning o.workspace, o.type, o.archived, o.lat, o.lon, o.state -> 'fields' as fields`;

/** $3 revisions, $4 time, $5 whether history is left. */
const UPSERT_ERASED = `
  insert into erased_object as held (workspace, external_id, revision, erased_at, history_left)
  select k.workspace, k.external_id, k.revision, k.erased_at, $5::boolean
  from unnest($1::text[], $2::text[], $3::bigint[], $4::timestamptz[]) as k (workspace, external_id, revision, erased_at)
  on conflict (workspace, external_id) do update
    set revision = greatest(held.revision, excluded.revision), erased_at = excluded.erased_at,
    history_left = held.history_left or excluded.history_left`;

/** Whether anything was ever erased. Until then, units skip the query for erasures. */
export async function anyErased(db: Pool): Promise<boolean> {
  const { rows } = await db.query<{ some: boolean }>('select exists (select from erased_object) as some');
  return rows[0]!.some;
}

/**
 * Those of these objects that were erased. Their revisions identify repeated records from before the erasure.
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

/** The part of a deleted state that the counts by cell need. */
export interface GoneRow {
  workspace: string;
  type: string | null;
  archived: boolean;
  lat: number;
  lon: number;
  fields: ObjectState['fields'];
}

/** Deletes the states. @returns the parts of them that the counts by cell need */
export async function deleteStates(client: PoolClient, erased: readonly ErasedObject[]): Promise<GoneRow[]> {
  return (await client.query<GoneRow>({ name: 'delete-states', text: DELETE_STATES, values: objectKeys(erased) })).rows;
}

/** Stores the erasures. @param isHistoryLeft whether history remains to be deleted (history/rows/history-leftovers.ts) */
export async function noteErased(client: PoolClient, erased: readonly ErasedObject[], isHistoryLeft: boolean): Promise<void> {
  await client.query({
    name: 'upsert-erased',
    text: UPSERT_ERASED,
    values: [
      ...objectKeys(erased),
      int8Array(erased.map(({ revision }) => revision)),
      erased.map(({ updatedAt }) => updatedAt),
      isHistoryLeft,
    ],
  });
}
