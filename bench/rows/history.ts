import { readFileSync } from 'node:fs';
import { Pool } from 'undici';
import type { BenchStack } from '../bench-stack.js';
import type { Measurement, Row } from '../measure/measurement.js';
import { p50AndP99 } from '../measure/statistics.js';
import type { ProductContext } from './context.js';
import { BUSY_IDS, DAYS, loadedDay, loadHistory, LONG_ID } from './history-load.js';

const DAY_MS = 86_400_000;
const WARM_UP = 20;
const MAX_CALLS = 400;
const iso = (time: Date | number): string => new Date(time).toISOString();

/** The median time of questions that one reader asks one after the other. */
async function measure(
  stack: BenchStack,
  seconds: number,
  question: (n: number) => string,
  found: (body: Record<string, unknown[]>) => number,
): Promise<Measurement> {
  await (await loadHistory(stack)).end();
  const pool = new Pool(stack.url, { connections: 1 });
  const times: number[] = [];
  let sumFound = 0;
  try {
    const until = performance.now() + Math.min(seconds, 15) * 1000;
    // At least once for each day, since what a call takes depends on its day.
    for (let n = 0; n < MAX_CALLS + WARM_UP && (n < WARM_UP + DAYS || performance.now() < until); n++) {
      const startedAt = performance.now();
      const answer = await pool.request({
        method: 'GET',
        path: `/groups/${stack.workspace}${question(n)}`,
        headers: { authorization: `Bearer ${stack.token}`, accept: 'application/json' },
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${question(n)} was answered with ${answer.statusCode}: ${text.slice(0, 300)}`);
      if (n < WARM_UP) continue;
      times.push(performance.now() - startedAt);
      sumFound += found(JSON.parse(text) as Record<string, unknown[]>);
    }
  } finally {
    await pool.close();
  }
  const summary = p50AndP99(times);
  return {
    value: summary.p50Ms,
    ...summary,
    notes: [`${Math.round(sumFound / times.length)} found in each of ${times.length} answers`],
  };
}

/** A box among the loaded objects, a different one for each number. */
function boxOf(n: number, width: number): string {
  const [west, south] = [-4 + ((n * 7919) % 2700) / 100, 41 + ((n * 104_729) % 1700) / 100];
  return [west, south, west + width, south + width].join(',');
}

const historyRow = (
  id: string,
  what: string,
  must: number,
  aim: number,
  question: (n: number) => string,
  found: (body: Record<string, unknown[]>) => number,
): Row<ProductContext> => ({
  id,
  what: `${what}; 1,000,000 objects, 10,000,000 rows of history`,
  unit: 'ms',
  must,
  aim,
  measure: ({ stack, seconds }) => measure(stack, seconds, question, found),
});

/** Largest resident memory of the projection while a reader takes an export of a million positions. */
async function exportMemory({ stack }: ProductContext): Promise<Measurement> {
  await (await loadHistory(stack)).end();
  const { pid } = stack.processes.find(({ name }) => name === 'projection')!;
  const resident = (): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
  const before = resident();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, resident())), 50);
  const pool = new Pool(stack.url, { connections: 1 });
  const startedAt = performance.now();
  let lines = 0;
  try {
    const answer = await pool.request({
      method: 'GET',
      path: `/groups/${stack.workspace}/externalObjects/${LONG_ID}/history?format=gpx`,
      headers: { authorization: `Bearer ${stack.token}` },
    });
    if (answer.statusCode !== 200) throw new Error(`The export was answered with ${answer.statusCode}: ${await answer.body.text()}`);
    for await (const piece of answer.body) lines += (piece as Buffer).toString('latin1').split('\n').length - 1;
  } finally {
    clearInterval(timer);
    await pool.close();
  }
  if (lines < 1_000_000) throw new Error(`Only ${lines} lines came.`);
  return {
    value: most,
    notes: [
      `${Math.round(most - before)} MiB more than before; ${Math.round((lines * 1000) / (performance.now() - startedAt))} positions/s`,
    ],
  };
}

/** These rows write history directly to the tables, so they come after all rows that count projected changes. */
export const historyRows: readonly Row<ProductContext>[] = [
  historyRow(
    'history-object',
    'history of one object, one day, a page of 100',
    10,
    3,
    (n) => `/externalObjects/${BUSY_IDS[(n * 37) % BUSY_IDS.length]!}/history?from=${iso(Date.now() - 30 * DAY_MS)}&limit=100`,
    ({ history }) => history!.length,
  ),
  historyRow(
    'history-visits',
    'who was in an area of some 100 visitors on one day',
    150,
    40,
    (n) => `/visits?bbox=${boxOf(n, 0.35)}&from=${iso(loadedDay(n))}&to=${iso(loadedDay(n).getTime() + DAY_MS)}&limit=1000`,
    ({ visitors }) => visitors!.length,
  ),
  historyRow(
    'history-positions',
    'where everything was at an instant, a page of 1,000',
    150,
    40,
    (n) => `/positions?at=${iso(loadedDay(n).getTime() + 8 * 3_600_000)}&limit=1000`,
    ({ positions }) => positions!.length,
  ),
  {
    id: 'history-export',
    what: 'memory of the projection while a million positions are exported',
    unit: 'MiB',
    must: 350,
    aim: 150,
    measure: exportMemory,
  },
];
