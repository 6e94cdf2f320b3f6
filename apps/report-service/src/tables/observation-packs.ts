import type { PoolClient } from 'pg';
import { float8Array, int8Array, textArray } from '#postgres/binary-array.js';
import { compareObserved, type Row } from '../folding/movement.js';
import { type Pack, unpacked } from '../folding/observation-pack.js';

/** Stored rows of an object around a moment. */
export interface Neighbours {
  before: Row | undefined;
  /** The rows from the moment on, in order. */
  held: Row[];
  /** Whether further rows follow. */
  more: boolean;
  /** The packs that contain these rows, in order. */
  packs: Pack[];
}

/** A position in the order of observation. */
export interface Moment {
  externalId: string;
  at: number;
  revision: number;
}

/** A pack in stored form: the first observation, its predecessor, and the later observations in parallel arrays. */
export interface StoredPack {
  at: number;
  revision: number;
  facet: number;
  lat: number | null;
  lon: number | null;
  point_at: number | null;
  point_lat: number | null;
  point_lon: number | null;
  anchor_at: number | null;
  anchor_lat: number | null;
  anchor_lon: number | null;
  later_at: string[] | null;
  later_revision: string[] | null;
  later_lat: (number | null)[] | null;
  later_lon: (number | null)[] | null;
}

/** Packs after a late observation that are read first; a fold rarely needs more than one or two. */
export const FEW_PACKS = 8;
/** Packs that are read if those are not enough. */
export const MANY_PACKS = 1000;

export const PACK_COLUMNS =
  'o.at, o.revision, o.facet, o.lat, o.lon, o.point_at, o.point_lat, o.point_lon, o.anchor_at, ' +
  'o.anchor_lat, o.anchor_lon, o.later_at, o.later_revision, o.later_lat, o.later_lon';

/** $1 ids, $2 times, $3 revisions, in parallel; $4 packs from the moment on. One more is read to see whether others follow. */
const NEIGHBOURS = `
  select k.place::int as k, o.* from unnest($1::text[], $2::bigint[], $3::bigint[]) with ordinality
  as k (external_id, at, revision, place), lateral (
    (select ${PACK_COLUMNS} from observation o where o.external_id = k.external_id and o.at <= k.at
    and (o.at, o.revision) < (k.at, k.revision) order by o.at desc, o.revision desc limit 1)
    union all
    (select ${PACK_COLUMNS} from observation o where o.external_id = k.external_id and o.at >= k.at
    and (o.at, o.revision) >= (k.at, k.revision) order by o.at, o.revision limit $4 + 1)) o`;

/** The neighbours of each moment, in the given order. */
export async function readNeighbours(client: PoolClient, moments: readonly Moment[], limit: number): Promise<Neighbours[]> {
  const found: Neighbours[] = moments.map(() => ({ before: undefined, held: [], more: false, packs: [] }));
  if (moments.length === 0) return found;
  const behind = moments.map(() => 0);
  const { rows } = await client.query<StoredPack & { k: number }>({
    name: 'neighbours',
    text: NEIGHBOURS,
    values: [
      textArray(moments.map(({ externalId }) => externalId)),
      int8Array(moments.map(({ at }) => at)),
      int8Array(moments.map(({ revision }) => revision)),
      limit,
    ],
  });
  for (const { k, ...stored } of rows) {
    const moment = moments[k - 1]!;
    const neighbours = found[k - 1]!;
    if (compareObserved(stored, moment) >= 0 && behind[k - 1]!++ === limit) neighbours.more = true;
    else take(neighbours, rowsOf(stored), moment);
  }
  return found;
}

function take(neighbours: Neighbours, pack: Row[], moment: Moment): void {
  neighbours.packs.push(pack);
  for (const row of pack) {
    if (compareObserved(row, moment) < 0) neighbours.before = row;
    else neighbours.held.push(row);
  }
}

/** The observations of a stored row, in order. */
export function rowsOf(stored: StoredPack): Row[] {
  const { at, revision, facet, lat, lon, later_at, later_revision, later_lat, later_lon } = stored;
  const place = placeOf(lat, lon);
  const point = place ? { at, ...place } : pointOf(stored.point_at, stored.point_lat, stored.point_lon);
  const first: Row = {
    at,
    revision,
    facet,
    place,
    point,
    anchor: pointOf(stored.anchor_at, stored.anchor_lat, stored.anchor_lon) ?? point,
  };
  if (later_at === null) return [first];
  return unpacked(
    first,
    later_at.map((time, n) => ({ at: Number(time), revision: Number(later_revision![n]), place: placeOf(later_lat![n]!, later_lon![n]!) })),
  );
}

const placeOf = (lat: number | null, lon: number | null): Row['place'] => (lat === null ? undefined : { lat, lon: lon! });
const pointOf = (at: number | null, lat: number | null, lon: number | null): Row['point'] =>
  at === null ? undefined : { at, lat: lat!, lon: lon! };

/** A pack, identified by its first row. */
export interface OwnedRow {
  externalId: string;
  row: Row;
}

const UPDATE = `
  update observation o set
    point_at = case when o.lat is null then n.point_at end, point_lat = case when o.lat is null
    then n.point_lat end, point_lon = case when o.lat is null then n.point_lon end,
    anchor_at = n.anchor_at, anchor_lat = n.anchor_lat, anchor_lon = n.anchor_lon
  from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::float8[], $6::float8[], $7::bigint[], $8::float8[], $9::float8[])
    as n (external_id, at, revision, point_at, point_lat, point_lon, anchor_at, anchor_lat, anchor_lon)
  where o.external_id = n.external_id and o.at = n.at and o.revision = n.revision`;

/** Updates the predecessors of packs after a late observation. Each one has a point, since otherwise nothing would have changed. */
export async function updatePacks(client: PoolClient, firstRows: readonly OwnedRow[]): Promise<void> {
  if (firstRows.length === 0) return;
  const of = (pick: (row: Row) => number): number[] => firstRows.map(({ row }) => pick(row));
  await client.query({
    name: 'update-packs',
    text: UPDATE,
    values: [
      ...keysOf(firstRows),
      int8Array(of(({ point }) => point!.at)),
      float8Array(of(({ point }) => point!.lat)),
      float8Array(of(({ point }) => point!.lon)),
      int8Array(of(({ anchor }) => anchor!.at)),
      float8Array(of(({ anchor }) => anchor!.lat)),
      float8Array(of(({ anchor }) => anchor!.lon)),
    ],
  });
}

export async function deletePacks(client: PoolClient, firstRows: readonly OwnedRow[]): Promise<void> {
  if (firstRows.length === 0) return;
  await client.query({
    name: 'delete-packs',
    text:
      'delete from observation o using unnest($1::text[], $2::bigint[], $3::bigint[]) as n (external_id, ' +
      'at, revision) where o.external_id = n.external_id and o.at = n.at and o.revision = n.revision',
    values: keysOf(firstRows),
  });
}

const keysOf = (firstRows: readonly OwnedRow[]): Buffer[] => [
  textArray(firstRows.map(({ externalId }) => externalId)),
  int8Array(firstRows.map(({ row }) => row.at)),
  int8Array(firstRows.map(({ row }) => row.revision)),
];
