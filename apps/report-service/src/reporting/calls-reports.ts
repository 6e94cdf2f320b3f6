import type { Pool } from 'pg';
import { Problem } from '#problems/problem.js';
import { CALL_KINDS, kindOf } from './call-kinds.js';
import type { ReportParameters } from './report-parameters.js';
import { boundRows, type Cell, MOST_ROWS, type ReportTable, RowsOf } from './report-table.js';
import type { TimeBuckets } from './time-buckets.js';

const USAGE_BY = ['caller', 'operation'] as const;
const ACCESS_BY = ['caller', 'kind', 'operation', 'type'] as const;

/** More combinations than this are not read for one report. */
const MOST_READ = 200_000;

interface CallRow {
  bucket: number;
  subject: string;
  operation: string;
  status: number;
  type: string;
  calls: number;
}

const CALLS = `
  select width_bucket(quarter, $2::int[]) as bucket, subject, operation, status, type, sum(calls)::float8 as calls
  from call_count where workspace = $1 and quarter >= ($2::int[])[1] and quarter < $3 group by 1, 2, 3, 4, 5 limit ${MOST_READ + 1}`;
const CALLS_OF_OBJECT = `
  select width_bucket(o.quarter, $2::int[]) as bucket, o.subject, o.operation, 200 as status, coalesce(p.type, '') as type, sum(o.calls)::float8 as calls
  from object_call o left join profile p on p.external_id = o.external_id and p.workspace = o.workspace
  where o.external_id = $4 and o.workspace = $1 and o.quarter >= ($2::int[])[1] and o.quarter < $3 group by 1, 2, 3, 4, 5 limit ${MOST_READ + 1}`;
const ELEMENTS = `
  select width_bucket(c.quarter, $2::int[]) as bucket, case when $4 then c.subject end as subject, sum(c.updates)::float8 as updates, sum(c.created)::float8 as created, sum(c.stale)::float8 as stale
  from facet f join change_count c on c.facet = f.id where f.workspace = $1 and c.quarter >= ($2::int[])[1] and c.quarter < $3 group by 1, 2 limit ${MOST_ROWS + 1}`;

const NO_CALLS = { calls: 0, succeeded: 0, refused: 0, failed: 0 };
const NO_ELEMENTS = { elements: 0, created: 0, stale: 0 };

/** What the tokens of a workspace did: calls and what became of them (access.events), elements that were applied (object.events). */
export async function usageReport(pool: Pool, workspace: string, parameters: ReportParameters, buckets: TimeBuckets): Promise<ReportTable> {
  const by = parameters.choices('by', USAGE_BY);
  const hasElements = !by.includes('operation');
  const rows = new RowsOf(buckets, { ...NO_CALLS, ...(hasElements && NO_ELEMENTS) });
  for (const call of await callsOf(pool, workspace, buckets)) {
    const row = rows.of(call.bucket - 1, wordsOf(by, call));
    add(row, 'calls', call.calls);
    add(row, outcomeOf(call.status), call.calls);
  }
  if (hasElements) {
    const { rows: found } = await pool.query<{ bucket: number; subject: string; updates: number; created: number; stale: number }>(ELEMENTS, [workspace, buckets.starts, buckets.end, by.includes('caller')]);
    boundRows(found.length);
    for (const { bucket, subject, updates, created, stale } of found) {
      const row = rows.of(bucket - 1, by.includes('caller') ? { caller: subject } : {});
      add(row, 'elements', updates);
      add(row, 'created', created);
      add(row, 'stale', stale);
    }
  }
  return { report: 'usage', columns: ['from', ...by, ...Object.keys(NO_CALLS), ...(hasElements ? Object.keys(NO_ELEMENTS) : [])], rows: rows.inOrder() };
}

/** Who looked, scanned and changed: calls that were let through. With `externalId`, those that named this object. */
export async function accessReport(pool: Pool, workspace: string, parameters: ReportParameters, buckets: TimeBuckets): Promise<ReportTable> {
  const by = parameters.choices('by', ACCESS_BY);
  const kinds = new Set<string>(parameters.choices('kind', CALL_KINDS));
  const types = new Set(parameters.texts('type', 50));
  const rows = new RowsOf(buckets, { calls: 0 });
  for (const call of await callsOf(pool, workspace, buckets, parameters.text('externalId'))) {
    if (call.status >= 400 || (kinds.size > 0 && !kinds.has(kindOf(call.operation, call.subject))) || (types.size > 0 && !types.has(call.type))) continue;
    add(rows.of(call.bucket - 1, wordsOf(by, call)), 'calls', call.calls);
  }
  return { report: 'access', columns: ['from', ...by, 'calls'], rows: rows.inOrder() };
}

async function callsOf(pool: Pool, workspace: string, { starts, end }: TimeBuckets, externalId?: string): Promise<CallRow[]> {
  const { rows } = await pool.query<CallRow>(externalId === undefined ? CALLS : CALLS_OF_OBJECT, [workspace, starts, end, ...(externalId === undefined ? [] : [externalId])]);
  if (rows.length > MOST_READ) throw new Problem('invalid-parameter', 'There are too many different calls in this time for one report; ask for less time.');
  return rows;
}

function wordsOf(by: readonly string[], { subject, operation, type }: CallRow): Record<string, Cell> {
  const words: Record<string, Cell> = { caller: subject, kind: kindOf(operation, subject), operation, type };
  return Object.fromEntries(by.map((name) => [name, words[name]!]));
}

function outcomeOf(status: number): keyof typeof NO_CALLS {
  return status < 400 ? 'succeeded' : status < 500 ? 'refused' : 'failed';
}

function add(row: Record<string, Cell>, name: string, amount: number): void {
  row[name] = (row[name] as number) + amount;
}
