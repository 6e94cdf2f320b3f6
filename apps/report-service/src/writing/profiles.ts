import type { PoolClient } from 'pg';
import { int8Array, textArray } from '#postgres/binary-array.js';
import type { Profile } from '../folding/profile.js';

/** The stored profiles of these objects, by id. */
export async function readProfiles(client: PoolClient, externalIds: readonly string[]): Promise<Map<string, Profile>> {
  if (externalIds.length === 0) return new Map();
  const { rows } = await client.query<Profile & { external_id: string }>({
    name: 'profiles',
    text:
      'select p.external_id, p.workspace, p.type, p.categories, p.revision from unnest($1::text[]) as k ' +
      '(external_id) join profile p using (external_id)',
    values: [textArray(externalIds)],
  });
  return new Map(rows.map(({ external_id, ...profile }) => [external_id, profile]));
}

const UPSERT = `
  insert into profile as held (external_id, workspace, type, categories, revision)
  select external_id, workspace, type, categories::json, revision
  from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[])
  as n (external_id, workspace, type, categories, revision)
  on conflict (external_id) do update set workspace = excluded.workspace, type = excluded.type,
  categories = excluded.categories, revision = excluded.revision`;

export async function writeProfiles(client: PoolClient, profiles: ReadonlyMap<string, Profile>): Promise<void> {
  if (profiles.size === 0) return;
  const rows = [...profiles];
  await client.query({
    name: 'upsert-profiles',
    text: UPSERT,
    values: [
      textArray(rows.map(([externalId]) => externalId)),
      textArray(rows.map(([, { workspace }]) => workspace)),
      textArray(rows.map(([, { type }]) => type)),
      textArray(rows.map(([, { categories }]) => JSON.stringify(categories))),
      int8Array(rows.map(([, { revision }]) => revision)),
    ],
  });
}
