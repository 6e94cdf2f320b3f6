import type { Pool, PoolClient } from 'pg';
import type { ObjectState } from '#object-rules/object.js';
import { textArray } from '#postgres/binary-array.js';
import type { LiveState } from './held-state.js';

/** $1 workspaces, $2 ids, in pairs. */
const STATES_OF_OBJECTS = `
  select o.external_id, o.seen, o.state from unnest($1::text[], $2::text[]) as k (workspace, external_id)
  join object_state o on o.workspace = k.workspace and o.external_id = k.external_id`;

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
