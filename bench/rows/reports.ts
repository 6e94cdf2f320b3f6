import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { loadedRun } from '../measure/loaded-run.js';
import type { Measurement, Row } from '../measure/measurement.js';
import { p50AndP99 } from '../measure/statistics.js';
import type { ProductContext } from './context.js';

const REQUESTS = 100;
const DAYS = 30;
/** 10,000,000 changes of 1,000,000 objects in 30 days. */
const OBJECTS = 1_000_000;
const CHANGES = 10_000_000;
const TYPES = 10;
const CALLERS = 5;
const QUARTER_S = 900;

/**
 * Writes the sums of `CHANGES` changes that are spread evenly over the days: every quarter of an hour has all types,
 * callers and lengths of absence, which gives the maximum number of rows. Observations are left out: no report reads them.
 */
async function makeSums(url: string, schema: string, workspace: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema}` });
  await client.connect();
  try {
    await client.query(
      `insert into facet (workspace, digest, type, categories) select $1, 'bench-' || n, 'type-' || n, '{}'
        from generate_series(1, ${TYPES}) n on conflict do nothing`,
      [workspace],
    );
    const each =
      `facet f, generate_series(floor(extract(epoch from now()) / ${QUARTER_S})::int - ${DAYS * 96}, ` +
      `floor(extract(epoch from now()) / ${QUARTER_S})::int) q where f.workspace = $1 and f.digest like ` +
      `'bench-%'`;
    const perSum = Math.round(CHANGES / (DAYS * 96 * TYPES));
    await client.query(
      `insert into movement select f.id, q, ${perSum}, 1, 2, 1000000 * random(), 400000 * random(), 500000 * random(), 3,
        q::bigint * 900000 from ${each} on conflict do nothing`,
      [workspace],
    );
    await client.query(
      `insert into change_count select f.id, q, 'token:' || c, ${Math.round(perSum / CALLERS)}, 1, 2
        from generate_series(1, ${CALLERS}) c, ${each} on conflict do nothing`,
      [workspace],
    );
    await client.query(
      `insert into arrival select f.id, q, array(select ${perSum} - n * 2 from generate_series(0, 100) n) from ${each}
        on conflict do nothing`,
      [workspace],
    );
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

async function askReports({ stack }: ProductContext, query: string): Promise<Measurement> {
  const times: number[] = [];
  let rows = 0;
  for (let n = 0; n < REQUESTS; n++) {
    const startedAt = performance.now();
    const answer = await fetch(`${stack.url}/groups/${stack.workspace}/reports/${query}`, {
      headers: { authorization: `Bearer ${stack.token}` },
    });
    const text = await answer.text();
    times.push(performance.now() - startedAt);
    if (answer.status !== 200) throw new Error(`The gateway answered ${answer.status}: ${text.slice(0, 300)}`);
    rows = (JSON.parse(text) as { rows: unknown[] }).rows.length;
  }
  const summary = p50AndP99(times);
  return {
    value: summary.p50Ms,
    ...summary,
    notes: [`${rows} rows from the sums of ${CHANGES} changes of ${OBJECTS} objects`],
  };
}

/** The time of reports, and the cost of keeping their sums. */
export const reportRows: readonly Row<ProductContext>[] = [
  {
    id: 'report',
    what: `a report over ${DAYS} days, by day and type, in another time zone`,
    unit: 'ms',
    must: 200,
    aim: 50,
    async measure(context) {
      const { databaseUrl, schema } = context.stack.reports;
      await makeSums(databaseUrl, schema, context.stack.workspace);
      const from = new Date(Date.now() - DAYS * 86_400_000).toISOString().slice(0, 10);
      return askReports(context, `tracking?from=${from}&interval=day&by=type&timeZone=Asia/Kathmandu`);
    },
  },
  {
    id: 'with-reports',
    what: 'the row waiting with the report service running, and without it',
    unit: 'elements/s',
    async measure({ stack, seconds, objects }) {
      const shape = { mode: 'wait', connections: 16, elementsPerCall: 100, objects, durationMs: seconds * 1000 } as const;
      // What the report service has left from earlier rows is not part of the measurement.
      while ((await stack.reports.lag()) > 0) await sleep(100);
      const withReports = await loadedRun(stack, shape, { maxLag: 40_000 });
      const lag = await stack.reports.lag();
      await stack.reports.stop();
      const alone = await loadedRun(stack, shape, { maxLag: 40_000 });
      await stack.reports.start();
      const [value, without] = [withReports, alone].map(({ load }) => (load.wanted * 1000) / load.elapsedMs) as [number, number];
      return {
        value,
        ...withReports.measurement,
        notes: [
          `${without.toFixed(0)} elements/s without it: ${((value / without) * 100).toFixed(0)} %; Postgres ` +
            `then ${alone.measurement.cpu?.database?.toFixed(1)} µs an element`,
          `${lag} events behind at the end`,
          ...(withReports.measurement.notes ?? []),
        ],
      };
    },
  },
];
