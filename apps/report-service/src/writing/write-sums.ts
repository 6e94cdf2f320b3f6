import type { PoolClient } from 'pg';
import { float8Array, int4Array, int8Array, textArray } from '#postgres/binary-array.js';
import { type ChangeSums, keyFacet, keyQuarter, type UnitSums } from '../folding/sums.js';

const NOTHING = { distanceMm: 0, movingMs: 0, stillMs: 0, stops: 0 };
const UNCHANGED: ChangeSums = { updates: 0, created: 0, stale: 0 };

const UPSERT_MOVEMENT = `
  insert into movement as held (facet, quarter, updates, created, stale, distance_mm, moving_ms, still_ms, stops, last_at)
  select facet, quarter, updates, created, stale, distance_mm, moving_ms, still_ms, stops, nullif(last_at, 0)
  from unnest($1::int[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[],
  $9::bigint[], $10::bigint[]) as n (facet, quarter, updates, created, stale, distance_mm, moving_ms, still_ms, stops, last_at)
  on conflict (facet, quarter) do update set
    updates = held.updates + excluded.updates, created = held.created + excluded.created, stale = held.stale + excluded.stale,
    distance_mm = held.distance_mm + excluded.distance_mm, moving_ms = held.moving_ms + excluded.moving_ms,
    still_ms = held.still_ms + excluded.still_ms,
    stops = held.stops + excluded.stops, last_at = greatest(held.last_at, excluded.last_at)`;

const UPSERT_ARRIVALS = `
  insert into arrival as held (facet, quarter, beyond)
  select facet, quarter, beyond::int[] from unnest($1::int[], $2::int[], $3::text[]) as n (facet, quarter, beyond)
  on conflict (facet, quarter) do update set beyond = (select array_agg(coalesce(h, 0) + coalesce(e, 0) order by place)
  from unnest(held.beyond, excluded.beyond) with ordinality as x (h, e, place))`;

const UPSERT_CHANGES = `
  insert into change_count as held (facet, quarter, subject, updates, created, stale)
  select * from unnest($1::int[], $2::int[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[])
  on conflict (facet, quarter, subject) do update set updates = held.updates + excluded.updates,
  created = held.created + excluded.created, stale = held.stale + excluded.stale`;

const UPSERT_VALUES = `
  insert into value_sum as held (field, facet, quarter, count, summed, micros, least, most)
  select field, facet, quarter, count, summed, micros::numeric, least, most
  from unnest($1::int[], $2::int[], $3::int[], $4::bigint[], $5::bigint[], $6::text[], $7::float8[], $8::float8[])
  as n (field, facet, quarter, count, summed, micros, least, most)
  on conflict (field, facet, quarter) do update set count = held.count + excluded.count,
  summed = held.summed + excluded.summed, micros = held.micros + excluded.micros,
    least = least(held.least, excluded.least), most = greatest(held.most, excluded.most)`;

/** Adds the sums of a unit in key order, so that two instances that write the same sums cannot deadlock. */
export async function writeSums(client: PoolClient, sums: UnitSums): Promise<void> {
  await writeMovement(client, sums);
  await writeArrivals(client, sums);
  await writeChanges(client, sums);
  await writeValues(client, sums);
}

const byKey = ([a]: readonly [number, unknown], [b]: readonly [number, unknown]): number => a - b;

/** The changes of all subjects together. */
function allChanges(changes: UnitSums['changes']): Map<number, ChangeSums> {
  const all = new Map<number, ChangeSums>();
  for (const byFacet of changes.values()) {
    for (const [key, { updates, created, stale }] of byFacet) {
      const sums = all.get(key) ?? UNCHANGED;
      all.set(key, { updates: sums.updates + updates, created: sums.created + created, stale: sums.stale + stale });
    }
  }
  return all;
}

async function writeMovement(client: PoolClient, { movement, seen, changes }: UnitSums): Promise<void> {
  const all = allChanges(changes);
  const keys = [...new Set([...movement.keys(), ...seen.keys()])].sort((a, b) => a - b);
  if (keys.length === 0) return;
  const of = (name: keyof typeof NOTHING): Buffer => int8Array(keys.map((key) => (movement.get(key) ?? NOTHING)[name]));
  const changed = (name: keyof typeof UNCHANGED): Buffer => int8Array(keys.map((key) => (all.get(key) ?? UNCHANGED)[name]));
  await client.query({
    name: 'upsert-movement',
    text: UPSERT_MOVEMENT,
    values: [
      int4Array(keys.map(keyFacet)),
      int4Array(keys.map(keyQuarter)),
      changed('updates'),
      changed('created'),
      changed('stale'),
      of('distanceMm'),
      of('movingMs'),
      of('stillMs'),
      of('stops'),
      int8Array(keys.map((key) => seen.get(key)?.at ?? 0)),
    ],
  });
}

async function writeArrivals(client: PoolClient, { arrivals }: UnitSums): Promise<void> {
  const rows = [...arrivals]
    .sort(byKey)
    .map(([key, absences]) => ({ key, beyond: beyondOf(absences) }))
    .filter(({ beyond }) => beyond.length > 0);
  if (rows.length === 0) return;
  await client.query({
    name: 'upsert-arrivals',
    text: UPSERT_ARRIVALS,
    values: [
      int4Array(rows.map(({ key }) => keyFacet(key))),
      int4Array(rows.map(({ key }) => keyQuarter(key))),
      textArray(rows.map(({ beyond }) => `{${beyond.join(',')}}`)),
    ],
  });
}

/** Number of objects that arrived after at least 1, 2, 3 … quarters of absence. */
function beyondOf(absences: ReadonlyMap<number, number>): number[] {
  const beyond: number[] = [];
  for (const [absence, objects] of absences) if (objects !== 0) for (let n = 0; n < absence; n++) beyond[n] = (beyond[n] ?? 0) + objects;
  return Array.from(beyond, (objects) => objects ?? 0);
}

async function writeChanges(client: PoolClient, { changes }: UnitSums): Promise<void> {
  const rows = [...changes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([subject, byFacet]) => [...byFacet].sort(byKey).map(([key, counts]) => ({ subject, key, counts })));
  if (rows.length === 0) return;
  await client.query({
    name: 'upsert-changes',
    text: UPSERT_CHANGES,
    values: [
      int4Array(rows.map(({ key }) => keyFacet(key))),
      int4Array(rows.map(({ key }) => keyQuarter(key))),
      textArray(rows.map(({ subject }) => subject)),
      int8Array(rows.map(({ counts }) => counts.updates)),
      int8Array(rows.map(({ counts }) => counts.created)),
      int8Array(rows.map(({ counts }) => counts.stale)),
    ],
  });
}

async function writeValues(client: PoolClient, { values }: UnitSums): Promise<void> {
  const rows = [...values].sort(byKey).flatMap(([field, byFacet]) => [...byFacet].sort(byKey).map(([key, sums]) => ({ field, key, sums })));
  if (rows.length === 0) return;
  await client.query({
    name: 'upsert-values',
    text: UPSERT_VALUES,
    values: [
      int4Array(rows.map(({ field }) => field)),
      int4Array(rows.map(({ key }) => keyFacet(key))),
      int4Array(rows.map(({ key }) => keyQuarter(key))),
      int8Array(rows.map(({ sums }) => sums.count)),
      int8Array(rows.map(({ sums }) => sums.summed)),
      textArray(rows.map(({ sums }) => String(sums.micros))),
      float8Array(rows.map(({ sums }) => sums.least)),
      float8Array(rows.map(({ sums }) => sums.most)),
    ],
  });
}
