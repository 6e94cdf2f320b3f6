import type { Pool } from 'pg';
import { Problem } from '#problems/problem.js';
import { QUARTER_MS } from '../folding/quarter.js';
import type { ReportParameters } from '../http/report-parameters.js';
import { CategoriesOfField, type FacetRow, groupColumns } from './facet-groups.js';
import { MAX_ROWS, type ReportTable, RowsOf } from './report-table.js';
import type { TimeBuckets } from './time-buckets.js';

const AREAS_BY = ['area', 'type', 'category'] as const;
const MAX_NAMED = 50;
/** Most sums that one report combines. */
const MAX_READ = MAX_ROWS * 10;

const CHOSEN = '($4::text[] is null or v.area_id = any($4)) and ($5::text[] is null or v.type = any($5))';

/** Visits that have ended, by their time; current ones, up to now. */
const VISITS = `
  select bucket, area_id, type, facet, sum(entered)::float8 as entered, (sum(inside_ms) / 1000)::float8 as inside from (
    select width_bucket(v.quarter, $2::int[]) as bucket, v.area_id, v.type, v.facet, v.entered, v.inside_ms::numeric from area_sum v
    where v.workspace = $1 and v.quarter >= ($2::int[])[1] and v.quarter < $3 and ${CHOSEN}
    union all
    select b.place::int, v.area_id, v.type, v.facet, 0,
    (least($6::bigint, b.until * ${QUARTER_MS}::bigint) - greatest(v.started_at, b.since * ${QUARTER_MS}::bigint))::numeric
    from visit v join unnest($2::int[], ($2::int[] || $3::int)[2:]) with ordinality
    as b (since, until, place) on v.started_at < least($6::bigint, b.until * ${QUARTER_MS}::bigint)
    and b.since * ${QUARTER_MS}::bigint < $6::bigint
    where v.workspace = $1 and v.left_at is null and ${CHOSEN}
  ) s group by 1, 2, 3, 4 limit ${MAX_READ + 1}`;

/** How often objects entered areas, and how long they stayed; current visits count until now. */
export async function areasReport(
  pool: Pool,
  workspace: string,
  parameters: ReportParameters,
  buckets: TimeBuckets,
  now = Date.now(),
): Promise<ReportTable> {
  const by = parameters.breakdown(AREAS_BY);
  const areas = parameters.texts('area', MAX_NAMED);
  const types = parameters.texts('type', MAX_NAMED);
  const ofField = new CategoriesOfField(by, parameters);
  const rows = new RowsOf(buckets, { entered: 0, insideSeconds: 0 });
  const { rows: found } = await pool.query<{
    bucket: number;
    area_id: string;
    type: string;
    facet: number;
    entered: number;
    inside: number;
  }>(VISITS, [workspace, buckets.starts, buckets.end, areas.length === 0 ? null : areas, types.length === 0 ? null : types, now]);
  if (found.length > MAX_READ)
    throw new Problem(
      'invalid-parameter',
      'There are too many areas and types in this time for one report; filter by area or type, or request a shorter time.',
    );
  const categories = await categoriesOf(pool, workspace);
  for (const { bucket, area_id: area, type, facet, entered, inside } of found) {
    const ofCategory = ofField.wordsOf(categories.get(facet) ?? {});
    if (ofCategory === undefined) continue;
    const row = rows.of(bucket - 1, { ...(by.includes('area') && { area }), ...(by.includes('type') && { type }), ...ofCategory });
    row.entered = (row.entered as number) + entered;
    row.insideSeconds = Math.round(((row.insideSeconds as number) + inside) * 1000) / 1000;
  }
  return { report: 'areas', columns: ['from', ...groupColumns(by), 'entered', 'insideSeconds'], rows: rows.inOrder() };
}

/** Categories by facet; a visit from before its object was known has no facet. */
async function categoriesOf(pool: Pool, workspace: string): Promise<Map<number, FacetRow['categories']>> {
  const { rows } = await pool.query<FacetRow>('select id, categories from facet where workspace = $1', [workspace]);
  return new Map(rows.map(({ id, categories }) => [id, categories]));
}
