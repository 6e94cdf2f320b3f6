import type { PoolClient } from 'pg';
import { float8Array, int8Array, textArray } from '#postgres/binary-array.js';
import { BinaryRows, copyBinaryRows } from '#postgres/binary-copy.js';
import type { Row } from '../folding/movement.js';

/** What is held of an object around a moment. */
export interface Neighbours {
  before: Row | undefined;
  /** From the moment on, in order. */
  held: Row[];
  /** Whether there are more behind those. */
  more: boolean;
}

/** Where in the order of observation to look. */
export interface Moment {
  externalId: string;
  at: number;
  revision: number;
}

/** An observation as it is stored. */
export interface StoredRow {
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
}

/** Rows behind a late observation that are read at first; the fold seldom needs more than two or three. */
export const FEW_ROWS = 32;
/** So many are read when those did not do. */
export const MANY_ROWS = 5000;

export const OBSERVATION_COLUMNS = 'o.at, o.revision, o.facet, o.lat, o.lon, o.point_at, o.point_lat, o.point_lon, o.anchor_at, o.anchor_lat, o.anchor_lon';

/** $1 ids, $2 times, $3 revisions, in step; $4 rows from the moment on. One beyond tells whether there are more. */
const NEIGHBOURS = `
  select k.place::int as k, o.* from unnest($1::text[], $2::bigint[], $3::bigint[]) with ordinality as k (external_id, at, revision, place), lateral (
    (select ${OBSERVATION_COLUMNS} from observation o where o.external_id = k.external_id and o.at <= k.at and (o.at, o.revision) < (k.at, k.revision) order by o.at desc, o.revision desc limit 1)
    union all
    (select ${OBSERVATION_COLUMNS} from observation o where o.external_id = k.external_id and o.at >= k.at and (o.at, o.revision) >= (k.at, k.revision) order by o.at, o.revision limit $4 + 1)) o`;

/** In the order of the moments. */
export async function readNeighbours(client: PoolClient, moments: readonly Moment[], limit: number): Promise<Neighbours[]> {
  const found: Neighbours[] = moments.map(() => ({ before: undefined, held: [], more: false }));
  if (moments.length === 0) return found;
  const { rows } = await client.query<StoredRow & { k: number }>({
    name: 'neighbours',
    text: NEIGHBOURS,
    values: [textArray(moments.map(({ externalId }) => externalId)), int8Array(moments.map(({ at }) => at)), int8Array(moments.map(({ revision }) => revision)), limit],
  });
  for (const stored of rows) {
    const { at, revision } = moments[stored.k - 1]!;
    const neighbours = found[stored.k - 1]!;
    if (stored.at < at || (stored.at === at && stored.revision < revision)) neighbours.before = rowOf(stored);
    else if (neighbours.held.length < limit) neighbours.held.push(rowOf(stored));
    else neighbours.more = true;
  }
  return found;
}

export function rowOf(stored: StoredRow): Row {
  const { at, revision, facet, lat, lon } = stored;
  const place = lat === null ? undefined : { lat, lon: lon! };
  const point = place ? { at, ...place } : pointOf(stored.point_at, stored.point_lat, stored.point_lon);
  return { at, revision, facet, place, point, anchor: pointOf(stored.anchor_at, stored.anchor_lat, stored.anchor_lon) ?? point };
}

const pointOf = (at: number | null, lat: number | null, lon: number | null): Row['point'] => (at === null ? undefined : { at, lat: lat!, lon: lon! });

/** A row of an object. */
export interface OwnedRow {
  externalId: string;
  row: Row;
  /** H3 cell, where it has a place. */
  cell: string | undefined;
}

const INSERTED = ['external_id', 'at', 'revision', 'facet', 'lat', 'lon', 'cell', 'point_at', 'point_lat', 'point_lon', 'anchor_at', 'anchor_lat', 'anchor_lon'];

export async function insertRows(client: PoolClient, rows: readonly OwnedRow[]): Promise<void> {
  // In the order of the key: neighbours in the index are written one after the other.
  const ordered = rows.toSorted((a, b) => (a.externalId < b.externalId ? -1 : a.externalId > b.externalId ? 1 : a.row.at - b.row.at));
  const written = new BinaryRows(INSERTED.length);
  for (const { externalId, cell, row } of ordered) {
    const { at, revision, facet, place, point, anchor } = row;
    written.row().text(externalId).int8(at).int8(revision).int4(facet);
    if (place) written.float8(place.lat).float8(place.lon).bigint(BigInt(cell!)).null(3);
    else writePoint(written.null(3), point);
    writePoint(written, anchor === point ? undefined : anchor);
  }
  await copyBinaryRows(client, 'observation', INSERTED, written);
}

function writePoint(written: BinaryRows, point: Row['point']): void {
  if (point) written.int8(point.at).float8(point.lat).float8(point.lon);
  else written.null(3);
}

const UPDATE_ROWS = `
  update observation o set
    point_at = case when o.lat is null then n.point_at end, point_lat = case when o.lat is null then n.point_lat end, point_lon = case when o.lat is null then n.point_lon end,
    anchor_at = n.anchor_at, anchor_lat = n.anchor_lat, anchor_lon = n.anchor_lon
  from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::float8[], $6::float8[], $7::bigint[], $8::float8[], $9::float8[])
    as n (external_id, at, revision, point_at, point_lat, point_lon, anchor_at, anchor_lat, anchor_lon)
  where o.external_id = n.external_id and o.at = n.at and o.revision = n.revision`;

/** Rows that follow on others since something late came; each has a point, or none of them would have changed. */
export async function updateRows(client: PoolClient, rows: readonly Omit<OwnedRow, 'cell'>[]): Promise<void> {
  if (rows.length === 0) return;
  const of = (pick: (row: Row) => number): number[] => rows.map(({ row }) => pick(row));
  await client.query({
    name: 'update-rows',
    text: UPDATE_ROWS,
    values: [
      textArray(rows.map(({ externalId }) => externalId)),
      int8Array(of(({ at }) => at)),
      int8Array(of(({ revision }) => revision)),
      int8Array(of(({ point }) => point!.at)),
      float8Array(of(({ point }) => point!.lat)),
      float8Array(of(({ point }) => point!.lon)),
      int8Array(of(({ anchor }) => anchor!.at)),
      float8Array(of(({ anchor }) => anchor!.lat)),
      float8Array(of(({ anchor }) => anchor!.lon)),
    ],
  });
}
