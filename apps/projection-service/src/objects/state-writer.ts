import type { PoolClient } from 'pg';
import { OwnershipLostError } from '#kafka/units/unit-processor.js';
import { boolArray, float8Array, int4Array, int8Array, jsonArray, textArray } from '#postgres/binary-array.js';
import { inOrder } from '#postgres/in-order.js';
import { ANY_TIME } from '../changes/first-seen.js';
import type { WrittenState } from '../changes/held-state.js';
import { q16Of } from '../space/morton.js';
import { lastSeenOf, seenSpanOf } from './ages/last-seen.js';

const STATE_ARRAYS =
  '$1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::float8[], ' +
  '$8::float8[], $9::int[], $10::bool[], $11::json[], $12::bigint[], $13::int[]';
const STATE_COLUMNS = 'external_id, workspace, revision, seen, title, type, lat, lon, q16, archived, state, last_seen, seen_span';

const SET_STATE = `
  update object_state held set
    revision = new.revision, seen = new.seen, title = new.title, type = new.type,
    lat = new.lat, lon = new.lon, q16 = new.q16, archived = new.archived, state = new.state,
    last_seen = new.last_seen, seen_span = new.seen_span`;
const IS_OLDER = 'held.workspace = new.workspace and held.external_id = new.external_id and held.seen < new.seen';

/** For objects with a row: cheaper than an upsert, which also locks it. The condition on `seen` makes a repetition change nothing. */
const UPDATE_STATES = `${SET_STATE} from unnest(${STATE_ARRAYS}) as new (${STATE_COLUMNS}) where ${IS_OLDER}`;

/** The same for rows that were just read: $14 their locations (ctid), which avoids the index search. */
const UPDATE_STATES_AT = `${SET_STATE} from unnest(${STATE_ARRAYS}, $14::text[]) as new (${STATE_COLUMNS}, place)
  where held.ctid = new.place::tid and ${IS_OLDER}`;

/** For any objects; one array per column, as above, and $14 for `first_seen`. */
const UPSERT_STATES = `
  insert into object_state as held (${STATE_COLUMNS}, first_seen)
  select ${STATE_COLUMNS}, first_seen from unnest(${STATE_ARRAYS}, $14::bigint[]) as new (${STATE_COLUMNS}, first_seen)
  on conflict (workspace, external_id) do update set
    revision = excluded.revision, seen = excluded.seen, title = excluded.title, type = excluded.type,
    lat = excluded.lat, lon = excluded.lon, q16 = excluded.q16, archived = excluded.archived, state = excluded.state,
    last_seen = excluded.last_seen, seen_span = excluded.seen_span
  where held.seen < excluded.seen
  returning external_id, xmax = 0 as is_new`;

/** For late reports, which are rare: other updates leave the column alone. $1 workspaces, $2 ids, $3 times. */
const LOWER_FIRST_SEEN = `
  update object_state held set first_seen = new.first_seen
  from unnest($1::text[], $2::text[], $3::bigint[]) as new (workspace, external_id, first_seen)
  where held.workspace = new.workspace and held.external_id = new.external_id and held.first_seen > new.first_seen`;

/**
 * Writes the states.
 * @returns the states of new objects; one is left out if a row exists after all and is not older
 * @throws OwnershipLostError when a stored row has changed or moved, or a new object already has one
 */
export async function writeStateRows(client: PoolClient, objects: readonly WrittenState[]): Promise<readonly WrittenState[]> {
  const fresh = objects.filter(({ isNew }) => isNew);
  const known = objects.filter(({ isNew }) => !isNew);
  const located = known.filter(({ place }) => place !== undefined);
  const others = known.filter(({ place }) => place === undefined);
  const [updated, updatedAt, inserted] = await inOrder([
    write(client, others, { name: 'update-states', text: UPDATE_STATES }),
    write(client, located, { name: 'update-states-at', text: UPDATE_STATES_AT }, (held) => [textArray(held.map(({ place }) => place!))]),
    write(client, fresh, { name: 'upsert-states', text: UPSERT_STATES }, (held) => [int8Array(held.map(firstSeenOf))]),
    lowerFirstSeen(client, known),
  ]);
  if (updated.count + updatedAt.count !== known.length)
    throw new OwnershipLostError('Another writer has changed states of these partitions.');
  if (inserted.rows.some(({ is_new }) => !is_new)) throw new OwnershipLostError('Another writer has made objects of these partitions.');
  return newOnes(fresh, inserted.rows);
}

async function lowerFirstSeen(client: PoolClient, known: readonly WrittenState[]): Promise<void> {
  const late = known.filter(({ firstSeen }) => firstSeen !== undefined);
  if (late.length === 0) return;
  await client.query({
    name: 'lower-first-seen',
    text: LOWER_FIRST_SEEN,
    values: [
      textArray(late.map(({ state }) => state.workspace)),
      textArray(late.map(({ state }) => state.externalId)),
      int8Array(late.map(firstSeenOf)),
    ],
  });
}

/** The column `first_seen`: milliseconds since 1970. */
const firstSeenOf = ({ firstSeen = ANY_TIME }: WrittenState): number => Date.parse(firstSeen);

interface UpsertedRow {
  external_id: string;
  is_new: boolean;
}

/** Leaves out objects with a row that is not older. */
function newOnes(fresh: readonly WrittenState[], rows: readonly UpsertedRow[]): readonly WrittenState[] {
  if (rows.length === fresh.length) return fresh;
  const written = new Set(rows.map(({ external_id }) => external_id));
  return fresh.filter(({ state }) => written.has(state.externalId));
}

async function write(
  client: PoolClient,
  objects: readonly WrittenState[],
  statement: { name: string; text: string },
  more: (held: readonly WrittenState[]) => Buffer[] = () => [],
): Promise<{ count: number; rows: UpsertedRow[] }> {
  if (objects.length === 0) return { count: 0, rows: [] };
  // Sorted by key, so that two concurrent units (one from a stalled former owner) cannot deadlock.
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
