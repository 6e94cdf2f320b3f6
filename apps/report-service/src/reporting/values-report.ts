import type { Pool } from 'pg';
import type { ReportParameters } from '../http/report-parameters.js';
import { facetGroups, groupColumns } from './facet-groups.js';
import { MAX_ROWS, type ReportTable, RowsOf } from './report-table.js';
import type { TimeBuckets } from './time-buckets.js';

const VALUES_BY = ['type', 'category'] as const;
const MAX_FIELDS = 20;

const VALUES = `
  select width_bucket(v.quarter, $3::int[]) as bucket, g.place, f.name, sum(v.count)::float8 as count,
  sum(v.summed)::float8 as summed, (sum(v.micros) / 1000000)::float8 as total, min(v.least) as least, max(v.most) as most
  from field f cross join unnest($1::int[], $2::int[]) as g (facet, place)
  join value_sum v on v.field = f.id and v.facet = g.facet and v.quarter >= ($3::int[])[1] and v.quarter < $4
  where f.workspace = $5 and ($6::text[] is null or f.name = any($6)) group by 1, 2, 3 limit ${MAX_ROWS + 1}`;

interface ValueRow {
  bucket: number;
  place: number;
  name: string;
  count: number;
  summed: number;
  total: number;
  least: number;
  most: number;
}

/** Reported values of Number fields: count, mean, minimum and maximum. */
export async function valuesReport(
  pool: Pool,
  workspace: string,
  parameters: ReportParameters,
  buckets: TimeBuckets,
): Promise<ReportTable> {
  const by = parameters.breakdown(VALUES_BY);
  const groups = await facetGroups(pool, workspace, by, parameters);
  const names = parameters.texts('number', MAX_FIELDS);
  const rows = new RowsOf(buckets, {});
  const { rows: found } = await pool.query<ValueRow>(VALUES, [
    groups.facets,
    groups.groupOf,
    buckets.starts,
    buckets.end,
    workspace,
    names.length === 0 ? null : names,
  ]);
  for (const { bucket, place, name, count, summed, total, least, most } of found) {
    Object.assign(rows.of(bucket - 1, { ...groups.groups[place]!, number: name }), {
      count,
      mean: summed === 0 ? null : total / summed,
      least,
      most,
    });
  }
  return { report: 'values', columns: ['from', ...groupColumns(by), 'number', 'count', 'mean', 'least', 'most'], rows: rows.inOrder() };
}
