import type { PoolClient } from 'pg';
import type { ObjectState } from '#object-rules/object.js';
import { textArray } from '#postgres/binary-array.js';
import { textSize } from '#postgres/text-size.js';
import type { LiveState } from '../changes/held-state.js';
import type { IncomingChange } from '../changes/incoming-change.js';

/*
 * The objects of a unit may be too large to be in memory together. They are read up to a limit; beyond it, the unit is folded and
 * written stretch by stretch, in its single transaction.
 */

const SIZE = textSize('o.state');
const NAMED = `unnest($1::text[], $2::text[]) as k (workspace, external_id)
  join object_state o on o.workspace = k.workspace and o.external_id = k.external_id`;

/** "offset 0" makes the server calculate each size only once. */
const STATES_WITHIN = `
  select string_agg(state::text, ',') filter (where upto <= $3::bigint) as states, string_agg(seen::text, ',')
  filter (where upto <= $3::bigint) as seen,
    string_agg(place::text, ' ') filter (where upto <= $3::bigint) as places, max(upto)::bigint as total
  from (select state, seen, place, sum(size) over (rows unbounded preceding) as upto
    from (select o.state, o.seen, o.ctid as place, ${SIZE} as size from ${NAMED} offset 0) o) s`;

/**
 * The states of these objects and their locations. The server sends only as many as have at most `room` characters together, in one
 * row, which costs less on both sides than a row for each.
 * @param owners workspaces by externalId
 * @returns undefined if they are larger than `room` together
 */
export async function readStatesWithin(
  client: PoolClient,
  owners: ReadonlyMap<string, string>,
  room: number,
): Promise<Map<string, LiveState> | undefined> {
  if (owners.size === 0) return new Map();
  const { rows } = await client.query<{ states: string | null; seen: string | null; places: string | null; total: number | null }>({
    name: 'states-within',
    text: STATES_WITHIN,
    values: [textArray([...owners.values()]), textArray([...owners.keys()]), room],
  });
  const row = rows[0];
  if ((row?.total ?? 0) > room) return undefined;
  const seen = JSON.parse(`[${row?.seen ?? ''}]`) as number[];
  const places = row?.places?.split(' ') ?? [];
  const states = JSON.parse(`[${row?.states ?? ''}]`) as ObjectState[];
  return new Map(states.map((state, index) => [state.externalId, { state, seen: seen[index]!, place: places[index]! }]));
}

/** The sizes of the states of existing objects, by id. */
async function sizesOf(client: PoolClient, owners: ReadonlyMap<string, string>): Promise<Map<string, number>> {
  const { rows } = await client.query<{ external_id: string; size: number }>(`select o.external_id, ${SIZE} as size from ${NAMED}`, [
    textArray([...owners.values()]),
    textArray([...owners.keys()]),
  ]);
  return new Map(rows.map((row) => [row.external_id, row.size]));
}

/** The owners of the objects of these changes, by externalId; the first one if there are two. */
export function ownersIn(changes: readonly IncomingChange[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { change } of changes) if (!owners.has(change.externalId)) owners.set(change.externalId, change.workspace);
  return owners;
}

/** Splits changes, in order, so that the objects of a stretch together are at most `room` large, unless a single one is larger. */
export async function stretchesOf(client: PoolClient, changes: readonly IncomingChange[], room: number): Promise<IncomingChange[][]> {
  return cut(changes, await sizesOf(client, ownersIn(changes)), room);
}

function cut(changes: readonly IncomingChange[], sizes: ReadonlyMap<string, number>, room: number): IncomingChange[][] {
  const stretches: IncomingChange[][] = [[]];
  const named = new Set<string>();
  let held = 0;
  for (const incoming of changes) {
    const { externalId } = incoming.change;
    if (!named.has(externalId)) {
      const size = sizes.get(externalId) ?? 0;
      if (held > 0 && held + size > room) {
        stretches.push([]);
        named.clear();
        held = 0;
      }
      named.add(externalId);
      held += size;
    }
    stretches.at(-1)!.push(incoming);
  }
  return stretches;
}
