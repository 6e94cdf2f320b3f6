import type { Pool } from 'pg';
import { invalidParameter } from '#problems/invalid-parameter.js';
import { Problem } from '#problems/problem.js';
import { QUARTER_MS } from '../folding/quarter.js';
import type { ReportParameters } from '../http/report-parameters.js';
import { CALL_KINDS, kindOf } from './call-kinds.js';
import { CategoriesOfField, FACET_PARAMETERS, facetGroups, type FacetRow, groupColumns } from './facet-groups.js';
import { boundRows, type Cell, MAX_ROWS, type ReportTable, RowsOf } from './report-table.js';
import type { TimeBuckets } from './time-buckets.js';

const USAGE_BY = ['caller', 'operation', 'type', 'category'] as const;
const ACCESS_BY = ['caller', 'kind', 'operation', 'type', 'category', 'area'] as const;
const MAX_NAMED = 50;

/** Most combinations that one report reads. */
const MAX_READ = 200_000;

interface CallRow {
  bucket: number;
  subject: string;
  operation: string;
  status: number;
  type: string;
  calls: number;
  /** Only for calls that concern a single object. */
  categories?: FacetRow['categories'] | null;
  area?: string | null;
}

const CALLS = `
  select width_bucket(quarter, $2::int[]) as bucket, subject, operation, status, type, sum(calls)::float8 as calls
  from call_count where workspace = $1 and quarter >= ($2::int[])[1] and quarter < $3 group by 1, 2, 3, 4, 5 limit ${MAX_READ + 1}`;
/**
 * Calls that concern a single object, as long as they are kept: $4 the object, null for all; $5 areas in which it was in that quarter of
 * an hour, null for any place. Type and categories are the object's present ones.
 */
const CALLS_OF_OBJECTS = `
  select width_bucket(o.quarter, $2::int[]) as bucket, o.subject, o.operation, 200 as status, coalesce(p.type, '') as type,
  p.categories::jsonb as categories, v.area_id as area, sum(o.calls)::float8 as calls
  from object_call o left join profile p on p.external_id = o.external_id and p.workspace = o.workspace
  left join lateral (
    select distinct area_id from visit v where v.external_id = o.external_id and v.workspace = o.workspace and v.area_id = any($5)
      and v.started_at < (o.quarter + 1)::bigint * ${QUARTER_MS} and (v.left_at is null or v.left_at >= o.quarter::bigint * ${QUARTER_MS})
  ) v on true
  where ($4::text is null or o.external_id = $4) and o.workspace = $1 and o.quarter >= ($2::int[])[1] and o.quarter < $3
  and ($5::text[] is null or v.area_id is not null)
  group by 1, 2, 3, 4, 5, 6, 7 limit ${MAX_READ + 1}`;
const ELEMENTS = `
  select width_bucket(c.quarter, $3::int[]) as bucket, g.place, case when $5
  then c.subject end as caller, sum(c.updates)::float8 as updates, sum(c.created)::float8 as created,
  sum(c.stale)::float8 as stale
  from unnest($1::int[], $2::int[]) as g (facet, place) join change_count c on c.facet = g.facet
  and c.quarter >= ($3::int[])[1] and c.quarter < $4 group by 1, 2, 3 limit ${MAX_ROWS + 1}`;

const NO_CALLS = { calls: 0, succeeded: 0, refused: 0, failed: 0 };
const NO_ELEMENTS = { elements: 0, created: 0, stale: 0 };

/**
 * The usage of a workspace by token: calls and their results (access.events), and applied elements (object.events). By type and category
 * only elements are counted, since a call may concern many objects.
 */
export async function usageReport(pool: Pool, workspace: string, parameters: ReportParameters, buckets: TimeBuckets): Promise<ReportTable> {
  const by = parameters.breakdown(USAGE_BY);
  const hasElements = !by.includes('operation');
  const hasCalls =
    !by.includes('type') && !by.includes('category') && FACET_PARAMETERS.every((name) => parameters.texts(name, MAX_NAMED).length === 0);
  if (!hasElements && !hasCalls)
    throw invalidParameter(
      'by',
      'A call can contain many objects, so a breakdown by operation cannot be combined with properties of objects.',
    );
  const rows = new RowsOf(buckets, { ...(hasCalls && NO_CALLS), ...(hasElements && NO_ELEMENTS) });
  if (hasCalls) {
    for (const call of await callsOf(pool, workspace, buckets)) {
      const row = rows.of(call.bucket - 1, wordsOf(by, call));
      add(row, 'calls', call.calls);
      add(row, outcomeOf(call.status), call.calls);
    }
  }
  if (hasElements) await addElements(pool, workspace, parameters, by, buckets, rows);
  return {
    report: 'usage',
    columns: ['from', ...groupColumns(by), ...(hasCalls ? Object.keys(NO_CALLS) : []), ...(hasElements ? Object.keys(NO_ELEMENTS) : [])],
    rows: rows.inOrder(),
  };
}

async function addElements(
  pool: Pool,
  workspace: string,
  parameters: ReportParameters,
  by: readonly string[],
  buckets: TimeBuckets,
  rows: RowsOf,
): Promise<void> {
  const isByCaller = by.includes('caller');
  const { facets, groupOf, groups } = await facetGroups(pool, workspace, by, parameters);
  const { rows: found } = await pool.query<{
    bucket: number;
    place: number;
    caller: string;
    updates: number;
    created: number;
    stale: number;
  }>(ELEMENTS, [facets, groupOf, buckets.starts, buckets.end, isByCaller]);
  boundRows(found.length);
  for (const { bucket, place, caller, updates, created, stale } of found) {
    const words = { ...groups[place]!, ...(isByCaller && { caller }) };
    const row = rows.of(bucket - 1, Object.fromEntries(groupColumns(by).map((name) => [name, words[name as keyof typeof words]!])));
    add(row, 'elements', updates);
    add(row, 'created', created);
    add(row, 'stale', stale);
  }
}

/** Admitted calls: reads, scans and changes. With `externalId`, by category or by area, only calls that concern a single object. */
export async function accessReport(
  pool: Pool,
  workspace: string,
  parameters: ReportParameters,
  buckets: TimeBuckets,
): Promise<ReportTable> {
  const by = parameters.breakdown(ACCESS_BY);
  const kinds = new Set<string>(parameters.choices('kind', CALL_KINDS));
  const types = new Set(parameters.texts('type', MAX_NAMED));
  const areas = parameters.texts('area', MAX_NAMED);
  if (by.includes('area') && areas.length === 0)
    throw invalidParameter('area', `With by=area it must name the areas, at most ${MAX_NAMED}.`);
  const externalId = parameters.text('externalId');
  const ofField = new CategoriesOfField(by, parameters);
  const isOfObjects = externalId !== undefined || ofField.isNeeded || areas.length > 0;
  const calls = await (isOfObjects ? callsOfObjects(pool, workspace, buckets, externalId, areas) : callsOf(pool, workspace, buckets));
  const rows = new RowsOf(buckets, { calls: 0 });
  for (const call of calls) {
    if (
      call.status >= 400 ||
      (kinds.size > 0 && !kinds.has(kindOf(call.operation, call.subject))) ||
      (types.size > 0 && !types.has(call.type))
    )
      continue;
    const ofCategory = ofField.wordsOf(call.categories ?? {});
    if (ofCategory !== undefined) add(rows.of(call.bucket - 1, { ...wordsOf(by, call), ...ofCategory }), 'calls', call.calls);
  }
  return { report: 'access', columns: ['from', ...groupColumns(by), 'calls'], rows: rows.inOrder() };
}

const callsOf = (pool: Pool, workspace: string, { starts, end }: TimeBuckets): Promise<CallRow[]> =>
  read(pool, CALLS, [workspace, starts, end]);

const callsOfObjects = (
  pool: Pool,
  workspace: string,
  { starts, end }: TimeBuckets,
  externalId: string | undefined,
  areas: readonly string[],
): Promise<CallRow[]> => read(pool, CALLS_OF_OBJECTS, [workspace, starts, end, externalId ?? null, areas.length === 0 ? null : areas]);

async function read(pool: Pool, query: string, values: unknown[]): Promise<CallRow[]> {
  const { rows } = await pool.query<CallRow>(query, values);
  if (rows.length > MAX_READ)
    throw new Problem('invalid-parameter', 'There are too many different calls in this time for one report; request a shorter time.');
  return rows;
}

function wordsOf(by: readonly string[], { subject, operation, type, area }: CallRow): Record<string, Cell> {
  const words: Record<string, Cell> = { caller: subject, kind: kindOf(operation, subject), operation, type, area: area ?? null };
  return Object.fromEntries(by.filter((name) => name in words).map((name) => [name, words[name]!]));
}

function outcomeOf(status: number): keyof typeof NO_CALLS {
  return status < 400 ? 'succeeded' : status < 500 ? 'refused' : 'failed';
}

function add(row: Record<string, Cell>, name: string, amount: number): void {
  row[name] = (row[name] as number) + amount;
}
