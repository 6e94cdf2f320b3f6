import type { Pool } from 'pg';
import { ProcessGroup } from '#testing/failing-processes/process-group.js';
import type { Replayed } from '#testing/failing-processes/replay-seeds.js';
import type { EventRecord, Finding } from '#testing/oracle/history.js';
import { judgeReports, type ReportRow } from '#testing/oracle/judge-reports.js';
import type { TestSpace } from '#testing/test-space.js';
import { Random } from '#testing/workload/random.js';
import { PACK_MS } from '../../../src/folding/observation-pack.js';
import { ReportParameters } from '../../../src/http/report-parameters.js';
import { timeBuckets } from '../../../src/reporting/time-buckets.js';
import { trackingReport } from '../../../src/reporting/tracking-report.js';
import { valuesReport } from '../../../src/reporting/values-report.js';
import { ALL_PARTITIONS, type Changes, END, randomChanges, WORKSPACES } from './random-changes.js';
import { ReportingProcess, type World } from './reporting-process.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Observations before them are added to the heat at once, later ones not at all. */
const SLICES = 40;
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const PERIOD = { from: dateOf(END - 31 * DAY_MS), to: dateOf(END + DAY_MS) };

/** Reports random changes by processes that fail at random, and compares the reports with a recount from the changes. */
export async function replay(seed: number, space: TestSpace, pool: Pool, tally: Map<string, number>): Promise<Replayed> {
  await empty(pool);
  const random = new Random(seed);
  const changes = randomChanges(random.fork());
  const world: World = {
    databaseUrl: space.databaseUrl,
    schema: space.schemas.report,
    changes: changes.logs,
    heatUntil: await beginHeat(pool, random, changes),
    unitRecords: random.pick([1, 5, 20]),
    random,
    tally,
  };
  const group = reportingGroup(world);
  try {
    await group.work();
    await group.finish(async (last) => {
      // A unit may be empty although more records follow.
      while (!last.isThrough) await last.deliver();
      while (await last.takeSlice());
    });
    return await judged(pool, changes, world.heatUntil);
  } finally {
    await group.end();
  }
}

async function empty(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ names: string }>(
    `select string_agg(quote_ident(tablename), ', ') as names from pg_tables
     where schemaname = current_schema() and tablename <> 'migrations'`,
  );
  await pool.query(`truncate ${rows[0]!.names} restart identity`);
}

/** Begins to count slices of the heat some time before an observation. @returns the end of the last slice */
async function beginHeat(pool: Pool, random: Random, { objects }: Changes): Promise<number> {
  const { observedAt } = random.pick([...objects.values()].flat());
  const from = (Math.floor(Date.parse(observedAt) / PACK_MS) - random.integer(0, SLICES - 1)) * PACK_MS;
  await pool.query('insert into heat_progress (upto) values ($1)', [from]);
  return from + SLICES * PACK_MS;
}

function reportingGroup(world: World): ProcessGroup<ReportingProcess> {
  const { random, tally } = world;
  return new ProcessGroup({
    partitions: ALL_PARTITIONS,
    random,
    tally,
    start: (rate) => new ReportingProcess(world, rate, rate === 0 ? 0 : random.pick([0, 0, 15, 1e9])),
    work: [
      { weight: 62, run: (some) => some.deliver() },
      { weight: 25, run: (some) => some.takeSlice() },
    ],
  });
}

async function judged(pool: Pool, { objects }: Changes, heatUntil: number): Promise<Replayed> {
  const findings: Finding[] = [];
  let rowsJudged = 0;
  for (const workspace of WORKSPACES) {
    const of = reportsOf(pool, workspace);
    const own = [...objects.values()].filter(([first]) => first!.workspace === workspace);
    const tracking = await of(trackingReport, { interval: 'day', by: 'type' });
    findings.push(...judgeReports({ workspace, tracking, areas: [], usage: [], emitted: [], calls: new Map() }, objects));
    const callers = (await of(trackingReport, { interval: 'all', by: 'caller' })).map(({ caller, updates }) => `${caller} ${updates}`);
    findings.push(...unequal('report-callers', workspace, callers, updatesByCaller(own)));
    const values = (await of(valuesReport, { interval: 'all' })).map(valuesText);
    findings.push(...unequal('report-values', workspace, values, valuesOf(own)));
    findings.push(...unequal('observations', workspace, await observed(pool, workspace), lastLives(own)));
    findings.push(...unequal('heat', workspace, await heat(pool, workspace), heatOf(own, heatUntil)));
    rowsJudged += tracking.length + callers.length + values.length;
  }
  findings.push(...unequal('heat-values', 'all', await heatValues(pool), [String(locatedValues([...objects.values()]))]));
  return { findings, judged: rowsJudged };
}

type Report = typeof trackingReport | typeof valuesReport;

function reportsOf(pool: Pool, workspace: string): (report: Report, query: Record<string, string>) => Promise<ReportRow[]> {
  return async (report, query) => {
    const all = { ...PERIOD, ...query };
    const parameters = new ReportParameters(all, Object.keys(all));
    return (await report(pool, workspace, parameters, timeBuckets(parameters, Date.now()))).rows;
  };
}

const isChange = ({ type }: EventRecord): boolean => type !== 'waymark.object.erased.v1';

function updatesByCaller(own: readonly EventRecord[][]): string[] {
  const bySubject = Map.groupBy(own.flat().filter(isChange), ({ subject }) => subject ?? '');
  return [...bySubject].map(([subject, events]) => `${subject} ${events.length}`);
}

function valuesOf(own: readonly EventRecord[][]): string[] {
  const values = own.flat().flatMap(({ fields }) => (fields?.['battery'] === undefined ? [] : [Number(fields['battery'].value)]));
  if (values.length === 0) return [];
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return [valuesText({ number: 'battery', count: values.length, mean, least: Math.min(...values), most: Math.max(...values) })];
}

const valuesText = ({ number, count, mean, least, most }: ReportRow): string =>
  `${number} ${count} ${Number(mean).toFixed(6)} ${least} ${most}`;

async function observed(pool: Pool, workspace: string): Promise<string[]> {
  const { rows } = await pool.query<{ observation: string }>(
    `select external_id || ' ' || revision as observation from each_observation where external_id like $1`,
    [`${workspace}-%`],
  );
  return rows.map(({ observation }) => observation);
}

const lastLife = (events: readonly EventRecord[]): EventRecord[] => events.slice(events.findLastIndex((event) => !isChange(event)) + 1);

/** The changes since the last erasure of each object. */
const lastLives = (own: readonly EventRecord[][]): string[] =>
  own.flatMap((events) => lastLife(events).map(({ externalId, revision }) => `${externalId} ${revision}`));

async function heat(pool: Pool, workspace: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; hour: number; observations: number }>(
    `select external_id as id, hour, sum(observations)::int as observations from heat where workspace = $1 group by 1, 2`,
    [workspace],
  );
  return rows.map(({ id, hour, observations }) => `${id} ${hour} ${observations}`);
}

/** Observations with a place, by object and hour. */
function heatOf(own: readonly EventRecord[][], until: number): string[] {
  const places = own
    .flatMap(lastLife)
    .filter(({ position, observedAt }) => position !== undefined && Date.parse(observedAt) < until)
    .map(({ externalId, observedAt }) => `${externalId} ${Math.floor(Date.parse(observedAt) / HOUR_MS)}`);
  return [...Map.groupBy(places, (place) => place)].map(([place, all]) => `${place} ${all.length}`);
}

async function heatValues(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ count: number }>('select coalesce(sum(count), 0)::int as count from heat_value');
  return rows.map(({ count }) => String(count));
}

const locatedValues = (all: readonly EventRecord[][]): number =>
  all.flat().filter(({ fields, position }) => fields?.['battery'] !== undefined && position !== undefined).length;

function unequal(rule: string, workspace: string, have: readonly string[], want: readonly string[]): Finding[] {
  const [stored, expected] = [have.toSorted().join(', '), want.toSorted().join(', ')];
  return stored === expected ? [] : [{ rule, detail: `${workspace}: expected ${expected}; found ${stored}` }];
}
