import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '#postgres/transaction.js';
import { invalidParameter } from '#problems/invalid-parameter.js';
import { Problem } from '#problems/problem.js';
import type { Row } from '../folding/movement.js';
import { PACK_MS } from '../folding/observation-pack.js';
import { QUARTER_MS, quarterOf } from '../folding/quarter.js';
import { keyFacet, keyQuarter, UnitSums } from '../folding/sums.js';
import type { ReportParameters } from '../http/report-parameters.js';
import { PACK_COLUMNS, rowsOf, type StoredPack } from '../tables/observation-packs.js';
import { facetGroups, groupColumns } from './facet-groups.js';
import { type Cell, type ReportTable, RowsOf } from './report-table.js';
import type { TimeBuckets } from './time-buckets.js';
import { utilisation } from './utilisation.js';

const MAX_AREAS = 20;
const MAX_VISITS = 50_000;
const MAX_OBSERVATIONS = 500_000;
/** Packs per fetch. */
const FETCHED = 1000;
/** Longest time between two positions whose distance counts (folding/movement.ts). */
const REACH_MS = 7 * 86_400_000;

const NOTHING = {
  updates: 0,
  objects: 0,
  distanceMetres: 0,
  movingSeconds: 0,
  stillSeconds: 0,
  utilisation: null,
  stops: 0,
  lastSeenAt: null,
};

/** $1 workspace, $2 areas, $3 and $4 the time, $5 the assumed end of current visits. */
const VISITS = `
  select external_id, area_id, greatest(started_at, $3::bigint - ${REACH_MS}) as since, least(coalesce(left_at, $5), $4) as until from visit
  where workspace = $1 and area_id = any($2::text[]) and started_at < $4 and (left_at is null or left_at >= $3) limit ${MAX_VISITS + 1}`;
const OBSERVATIONS = `
  declare observations no scroll cursor for
  select v.n::int as n, o.* from unnest($1::text[], $2::bigint[], $3::bigint[]) with ordinality as v (external_id, since, until, n),
    lateral (select ${PACK_COLUMNS} from observation o where o.external_id = v.external_id
    and o.at between v.since - ${PACK_MS} and v.until order by o.at, o.revision) o`;

interface VisitRow {
  external_id: string;
  area_id: string;
  since: number;
  until: number;
}

/**
 * The tracking report for the time that objects were inside the given areas. Time and distance between two observations count only if both
 * are in the same visit. There are no sums by area: every observation of the visits is read, as long as it is kept.
 */
export async function trackingInAreas(
  pool: Pool,
  workspace: string,
  parameters: ReportParameters,
  by: readonly string[],
  buckets: TimeBuckets,
  now: number,
): Promise<ReportTable> {
  const areas = parameters.texts('area', MAX_AREAS);
  if (areas.length === 0) throw invalidParameter('area', `With by=area it must name the areas, at most ${MAX_AREAS}.`);
  if (by.includes('caller')) throw invalidParameter('by', 'Breakdowns by area and by caller cannot be combined.');
  const { groups, facets, groupOf } = await facetGroups(pool, workspace, by, parameters);
  const placeOf = new Map(facets.map((facet, at) => [facet, groupOf[at]!]));
  const bucketOf = bucketsByQuarter(buckets);
  const rows = new RowsOf(buckets, NOTHING);
  const row = (area: string, facet: number, quarter: number): Record<string, Cell> | undefined => {
    const bucket = bucketOf(quarter);
    const place = placeOf.get(facet);
    return bucket === undefined || place === undefined ? undefined : rows.of(bucket, { area, ...groups[place]! });
  };
  const { sums, seen } = await sumsOf(pool, await visitsOf(pool, workspace, areas, buckets, now));
  for (const [area, unit] of sums) addTo((facet, quarter) => row(area, facet, quarter), unit);
  const objects = new Map<Record<string, Cell>, Set<string>>();
  for (const { area, facet, quarter, externalId } of seen) {
    const counted = row(area, facet, quarter);
    if (counted !== undefined) objects.set(counted, (objects.get(counted) ?? new Set()).add(externalId));
  }
  for (const [counted, ids] of objects) counted.objects = ids.size;
  return {
    report: 'tracking',
    columns: ['from', 'area', ...groupColumns(by.filter((name) => name !== 'area')), ...Object.keys(NOTHING)],
    rows: rows.inOrder().map(finished),
  };
}

async function visitsOf(
  pool: Pool,
  workspace: string,
  areas: readonly string[],
  { starts, end }: TimeBuckets,
  now: number,
): Promise<VisitRow[]> {
  const { rows } = await pool.query<VisitRow>(VISITS, [workspace, areas, starts[0]! * QUARTER_MS, end * QUARTER_MS - 1, now]);
  if (rows.length > MAX_VISITS) throw tooMuch('visits');
  return rows;
}

interface Seen {
  area: string;
  facet: number;
  quarter: number;
  externalId: string;
}

async function sumsOf(pool: Pool, visits: readonly VisitRow[]): Promise<{ sums: Map<string, UnitSums>; seen: Iterable<Seen> }> {
  const sums = new Map<string, UnitSums>();
  const seen = new Map<string, Seen>();
  const before: (Row | undefined)[] = [];
  if (visits.length === 0) return { sums, seen: seen.values() };
  await inTransaction(pool, async (client) => {
    await client.query(OBSERVATIONS, [
      visits.map(({ external_id }) => external_id),
      visits.map(({ since }) => since),
      visits.map(({ until }) => until),
    ]);
    for await (const { n, row: now } of observed(client, visits)) {
      const { area_id: area, external_id: externalId, since } = visits[n - 1]!;
      let unit = sums.get(area);
      if (unit === undefined) sums.set(area, (unit = new UnitSums()));
      unit.change('', now, false, false);
      const last = before[n];
      before[n] = now;
      // The distance to the first position in the area is outside of it.
      if (last?.point !== undefined && last.point.at >= since) unit.step(last, now, 1);
      const key = { area, facet: now.facet, quarter: quarterOf(now.at), externalId };
      seen.set(JSON.stringify(key), key);
    }
  });
  return { sums, seen: seen.values() };
}

type Fetched = StoredPack & { n: number };

/** The observations during the visits, each with the number of its visit from 1. */
async function* observed(client: PoolClient, visits: readonly VisitRow[]): AsyncGenerator<{ n: number; row: Row }> {
  for (let read = 0; ;) {
    const { rows } = await client.query<Fetched>(`fetch ${FETCHED} from observations`);
    for (const { n, ...stored } of rows) {
      const { since, until } = visits[n - 1]!;
      for (const row of rowsOf(stored)) {
        if (row.at < since || row.at > until) continue;
        if (++read > MAX_OBSERVATIONS) throw tooMuch('observations');
        yield { n, row };
      }
    }
    if (rows.length < FETCHED) return;
  }
}

function tooMuch(what: string): Problem {
  return new Problem(
    'invalid-parameter',
    `There are too many ${what} in these areas for one report; request a shorter time or fewer areas.`,
  );
}

function addTo(rowOfSums: (facet: number, quarter: number) => Record<string, Cell> | undefined, unit: UnitSums): void {
  const add = (row: Record<string, Cell>, name: string, amount: number): void => void (row[name] = (row[name] as number) + amount);
  for (const [key, { distanceMm, movingMs, stillMs, stops }] of unit.movement) {
    const row = rowOfSums(keyFacet(key), keyQuarter(key));
    if (row === undefined) continue;
    // Added as whole millimetres and milliseconds.
    add(row, 'distanceMetres', distanceMm);
    add(row, 'movingSeconds', movingMs);
    add(row, 'stillSeconds', stillMs);
    add(row, 'stops', stops);
  }
  for (const [key, { updates }] of unit.changes.get('')!) {
    const row = rowOfSums(keyFacet(key), keyQuarter(key));
    if (row !== undefined) add(row, 'updates', updates);
  }
  for (const [key, { at }] of unit.seen) {
    const row = rowOfSums(keyFacet(key), keyQuarter(key));
    if (row !== undefined) row.lastSeenAt = Math.max(at, (row.lastSeenAt as number | null) ?? 0);
  }
}

function finished(row: Record<string, Cell>): Record<string, Cell> {
  const [millimetres, moving, still] = [row.distanceMetres, row.movingSeconds, row.stillSeconds] as [number, number, number];
  const lastSeen = row.lastSeenAt as number | null;
  return {
    ...row,
    distanceMetres: millimetres / 1000,
    movingSeconds: moving / 1000,
    stillSeconds: still / 1000,
    utilisation: utilisation(moving, still),
    lastSeenAt: lastSeen === null ? null : new Date(lastSeen).toISOString(),
  };
}

/** The bucket of a quarter; undefined if it is in none. */
function bucketsByQuarter({ starts, end }: TimeBuckets): (quarter: number) => number | undefined {
  return (quarter) => {
    if (quarter < starts[0]! || quarter >= end) return undefined;
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (starts[middle]! <= quarter) low = middle;
      else high = middle - 1;
    }
    return low;
  };
}
