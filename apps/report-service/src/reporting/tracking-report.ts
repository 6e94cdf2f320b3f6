import type { Pool } from 'pg';
import { invalidParameter } from '#problems/invalid-parameter.js';
import { QUARTERS_PER_DAY } from '../folding/quarter.js';
import type { ReportParameters } from '../http/report-parameters.js';
import { type FacetGroups, facetGroups, groupColumns } from './facet-groups.js';
import { boundRows, MAX_ROWS, type ReportTable, RowsOf } from './report-table.js';
import type { TimeBuckets } from './time-buckets.js';
import { trackingInAreas } from './tracking-in-areas.js';
import { utilisation } from './utilisation.js';

const TRACKING_BY = ['type', 'category', 'caller', 'area'] as const;

const CHANGED = { updates: 0, created: 0, stale: 0 };
const MOVED = { distanceMetres: 0, movingSeconds: 0, stillSeconds: 0, utilisation: null, stops: 0, lastSeenAt: null };

/**
 * $1 facets and $2 their groups, in pairs; $3 starts of the buckets; $4 the end. A quarter belongs to the last bucket that does not start
 * after it.
 */
const GROUPED = 'unnest($1::int[], $2::int[]) as g (facet, place)';
const BUCKET = (table: string): string => `width_bucket(${table}.quarter, $3::int[])`;
const WITHIN = (table: string): string => `${table}.facet = g.facet and ${table}.quarter >= ($3::int[])[1] and ${table}.quarter < $4`;

const MOVEMENT = `
  select ${BUCKET('m')} as bucket, g.place, sum(m.updates)::float8 as updates, sum(m.created)::float8 as created,
  sum(m.stale)::float8 as stale, sum(m.distance_mm)::float8 as distance_mm, sum(m.moving_ms)::float8 as moving_ms,
  sum(m.still_ms)::float8 as still_ms, sum(m.stops)::float8 as stops, max(m.last_at) as last_at
  from ${GROUPED} join movement m on ${WITHIN('m')} group by 1, 2`;
const CHANGES_BY_CALLER = `
  select ${BUCKET('c')} as bucket, g.place, c.subject as caller, sum(c.updates)::float8 as updates,
  sum(c.created)::float8 as created, sum(c.stale)::float8 as stale
  from ${GROUPED} join change_count c on ${WITHIN('c')} group by 1, 2, 3 limit ${MAX_ROWS + 1}`;
const OBJECTS = `
  select ${BUCKET('a')} as bucket, g.place, coalesce(sum(a.beyond[a.quarter - ($3::int[])[${BUCKET('a')}] + 1]), 0)::float8 as objects
  from ${GROUPED} join arrival a on ${WITHIN('a')} group by 1, 2`;

interface Grouped {
  /** Number of the bucket, from 1. */
  bucket: number;
  place: number;
}

interface MovementRow {
  updates: number;
  created: number;
  stale: number;
  distance_mm: number;
  moving_ms: number;
  still_ms: number;
  stops: number;
  last_at: number | null;
}

/**
 * The tracking report: changes, distance, time, stops, and when objects were last seen. By caller it only has changes, since the movement
 * of an object cannot be attributed to a caller.
 */
export async function trackingReport(
  pool: Pool,
  workspace: string,
  parameters: ReportParameters,
  buckets: TimeBuckets,
): Promise<ReportTable> {
  const by = parameters.breakdown(TRACKING_BY);
  if (by.includes('area')) return trackingInAreas(pool, workspace, parameters, by, buckets, Date.now());
  if (parameters.text('area') !== undefined) throw invalidParameter('area', 'It requires by=area.');
  const groups = await facetGroups(pool, workspace, by, parameters);
  const isByCaller = by.includes('caller');
  const countsObjects = !isByCaller && longestBucket(buckets) <= QUARTERS_PER_DAY + 4;
  const rows = new RowsOf(buckets, isByCaller ? CHANGED : { ...CHANGED, ...(countsObjects && { objects: 0 }), ...MOVED });
  if (!isByCaller) boundRows(buckets.starts.length * groups.groups.length);
  const values = [groups.facets, groups.groupOf, buckets.starts, buckets.end];
  const ask = async <T>(text: string): Promise<(Grouped & T)[]> => (await pool.query<Grouped & T>(text, values)).rows;
  if (isByCaller) {
    for (const { bucket, place, caller, ...sums } of await ask<{ caller: string }>(CHANGES_BY_CALLER))
      Object.assign(rows.of(bucket - 1, { ...groups.groups[place]!, caller }), sums);
  } else {
    const [movement, objects] = await Promise.all([ask<MovementRow>(MOVEMENT), countsObjects ? ask<{ objects: number }>(OBJECTS) : []]);
    addMovement(groups, rows, movement);
    for (const { bucket, place, objects: seen } of objects) if (seen !== 0) rows.of(bucket - 1, groups.groups[place]!).objects = seen;
  }
  const columns = [
    'from',
    ...groupColumns(by),
    ...Object.keys(CHANGED),
    ...(countsObjects ? ['objects'] : []),
    ...(isByCaller ? [] : Object.keys(MOVED)),
  ];
  return { report: 'tracking', columns, rows: rows.inOrder() };
}

/** Nothing is left of sums that a late report has moved to another day or type. */
const isNothing = ({ updates, distance_mm, moving_ms, still_ms, stops }: MovementRow): boolean =>
  updates === 0 && distance_mm === 0 && moving_ms === 0 && still_ms === 0 && stops === 0;

function addMovement({ groups }: FacetGroups, rows: RowsOf, movement: readonly (Grouped & MovementRow)[]): void {
  for (const { bucket, place, ...sums } of movement) {
    if (isNothing(sums)) continue;
    Object.assign(rows.of(bucket - 1, groups[place]!), {
      updates: sums.updates,
      created: sums.created,
      stale: sums.stale,
      distanceMetres: sums.distance_mm / 1000,
      movingSeconds: sums.moving_ms / 1000,
      stillSeconds: sums.still_ms / 1000,
      utilisation: utilisation(sums.moving_ms, sums.still_ms),
      stops: sums.stops,
      lastSeenAt: sums.last_at === null ? null : new Date(sums.last_at).toISOString(),
    });
  }
}

function longestBucket({ starts, end }: TimeBuckets): number {
  return Math.max(...starts.map((start, index) => (starts[index + 1] ?? end) - start));
}
