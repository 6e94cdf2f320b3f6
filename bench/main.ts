/** `npm run bench`: measures the limits underneath and the product, side by side. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { type BenchServers, startBenchServers, startBenchStack } from './bench-stack.js';
import { startBarePipeline } from './limits/bare-pipeline.js';
import { jsonRow } from './limits/json.js';
import { kafkaRows } from './limits/kafka.js';
import { postgresRow } from './limits/postgres.js';
import { loadedRun, type LoadedStack } from './measure/loaded-run.js';
import type { Measurement, Row, RowResult } from './measure/measurement.js';
import { machine } from './report/machine.js';
import { type BenchReport, markdownReport } from './report/markdown.js';
import { commitName, writeJson, writePage } from './report/write-report.js';
import { areasRow } from './rows/areas.js';
import { backupRow } from './rows/backup.js';
import { connectionsRow } from './rows/connections.js';
import { everythingRow } from './rows/everything.js';
import { feedRow } from './rows/feed.js';
import { fleetSizeRows } from './rows/fleet-size.js';
import { historyRows } from './rows/history.js';
import { mapAppRows, MIN_MAP_MINUTES } from './rows/map-app.js';
import { mapReadRows } from './rows/map-reads.js';
import { memoryRow } from './rows/memory.js';
import { pollersRow } from './rows/pollers.js';
import { reportRows } from './rows/reports.js';
import { streamsRow } from './rows/streams.js';
import { bareRows, throughputRows } from './rows/throughput.js';
import { unloadedRows } from './rows/unloaded.js';
import { webhooksRow } from './rows/webhooks.js';

/** In measuring order: small fleets first, as the large ones stay in the tables. */
const LIMIT_ROWS = [jsonRow, ...kafkaRows, postgresRow];
const PRODUCT_ROWS = [
  ...unloadedRows,
  ...throughputRows,
  connectionsRow,
  feedRow,
  pollersRow,
  streamsRow,
  webhooksRow,
  ...reportRows,
  everythingRow,
  backupRow,
  memoryRow,
  ...fleetSizeRows,
  areasRow,
  ...historyRows,
  ...mapReadRows,
  ...mapAppRows,
];
const IDS = [...LIMIT_ROWS, ...bareRows, ...PRODUCT_ROWS].map(({ id }) => id);
/** Names for groups of rows. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'map-app': mapAppRows.map(({ id }) => id),
  'bare-pipeline': bareRows.map(({ id }) => id),
};
/** Rows that take long and have steady results, so they are measured once. */
const ONCE = new Set([
  'memory',
  'webhooks',
  'backup',
  'objects-1000000',
  'areas-100000',
  'history-export',
  'map-app-pan',
  'map-app-memory',
  ...mapReadRows.map(({ id }) => id),
]);
/** The time in which V8 and the broker's JVM compile the hot code: a stack that started 10 s ago uses up to 1.5 times the CPU. */
const WARM_UP_SECONDS = 20;
/** Longer measurements show nothing new. */
const MAX_LIMIT_SECONDS = 10;

function positive(text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return number;
}

function mapMinutes(text: string): number {
  const minutes = Number(text);
  if (!(minutes > MIN_MAP_MINUTES))
    throw new InvalidArgumentError(`It must be above ${MIN_MAP_MINUTES}: what the first minutes hold is no growth.`);
  return minutes;
}

const options = new Command('bench')
  .description('Measures Waymark on an installation of its own. Without --only all rows are measured and docs/performance.md is written.')
  .option('--only <rows>', `comma-separated: ${[...IDS, ...Object.keys(GROUPS)].join(', ')}`)
  .option('--seconds <n>', 'of one run under load', positive, 60)
  .option('--sustained-seconds <n>', 'of the row async; default 60 in a run of all rows, else as --seconds', positive)
  .option('--memory-seconds <n>', 'of the load of the row on memory', positive, 600)
  .option('--map-minutes <n>', 'of live updates of the row map-app-memory', mapMinutes, 10)
  .option('--runs <n>', 'of each row; the median counts', positive, 3)
  .option('--objects <n>', 'size of the fleet', positive, 10_000)
  .option('--bare-pipeline <folder>', 'sources of the bare pipeline (rows bare-…)', join(repositoryRoot, '../shared/bare-pipeline'))
  .option('--own-client', 'the bare pipeline uses our Kafka client instead of kafkajs')
  .option('--cpu-prof <folder>', 'write a CPU profile of each service there (node --cpu-prof)')
  .option('--no-flush', 'the broker writes to the disk once a second (WAYMARK_KAFKA_FSYNC=false)')
  .option('--write', 'write docs/performance.md also with --only')
  .parse()
  .opts<{
    only?: string;
    seconds: number;
    sustainedSeconds?: number;
    memorySeconds: number;
    mapMinutes: number;
    runs: number;
    objects: number;
    barePipeline: string;
    ownClient?: boolean;
    cpuProf?: string;
    flush: boolean;
    write?: boolean;
  }>();

const wanted = options.only
  ?.split(',')
  .map((id) => id.trim())
  .flatMap((id) => GROUPS[id] ?? id);
const unknown = wanted?.filter((id) => !IDS.includes(id)) ?? [];
if (unknown.length > 0) throw new Error(`No row ${unknown.join(', ')}.`);
const isChosen = ({ id }: { id: string }): boolean => wanted === undefined || wanted.includes(id);

/** Measures these rows, each as often as requested. */
async function measure<Context>(rows: readonly Row<Context>[], context: Context): Promise<RowResult[]> {
  const results: RowResult[] = [];
  for (const { measure: once, ...row } of rows.filter(isChosen)) {
    const runs: Measurement[] = [];
    for (let run = 0; run < (ONCE.has(row.id) ? 1 : options.runs); run++) {
      const measurement = await once(context);
      runs.push(measurement);
      const { value, p50Ms, p99Ms, notes } = measurement;
      console.log(
        `${row.id}: ${value.toFixed(1)} ${row.unit}${p50Ms === undefined ? '' : `, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms?.toFixed(1)} ms`}${notes?.length ? ` (${notes.join('; ')})` : ''}`,
      );
    }
    results.push({ ...row, runs });
  }
  return results;
}

/** Duration of the `async` rows, of the bare pipeline and of the product. */
const sustainedSeconds = options.sustainedSeconds ?? (wanted === undefined ? Math.max(60, options.seconds) : options.seconds);

/** Posts the whole fleet once, so that its objects exist, then runs a load until the code is compiled. */
async function warmUp(stack: LoadedStack, objects: number): Promise<void> {
  console.log(`warming up: ${objects} objects, ${WARM_UP_SECONDS} s of load`);
  const shape = { mode: 'wait', connections: 16, objects } as const;
  await loadedRun(stack, { ...shape, elementsPerCall: 100, calls: Math.ceil(objects / 100) });
  await loadedRun(stack, { ...shape, elementsPerCall: 10, durationMs: WARM_UP_SECONDS * 1000 });
}

async function measureBarePipeline(servers: BenchServers): Promise<RowResult[]> {
  const { seconds, objects, barePipeline, ownClient } = options;
  if (!existsSync(barePipeline)) {
    console.log(`bare-…: skipped, as there is no folder ${barePipeline}. Name one by --bare-pipeline.`);
    return [];
  }
  const stack = await startBarePipeline(servers, barePipeline, ownClient);
  try {
    await warmUp(stack, objects);
    return await measure(bareRows, { stack, seconds, sustainedSeconds, objects });
  } finally {
    await stack.close();
  }
}

async function measureProduct(servers: BenchServers): Promise<RowResult[]> {
  const { seconds, objects, memorySeconds, mapMinutes } = options;
  const stack = await startBenchStack(servers, options.cpuProf);
  try {
    await warmUp(stack, objects);
    return await measure(PRODUCT_ROWS, { stack, space: servers.space, seconds, sustainedSeconds, objects, memorySeconds, mapMinutes });
  } finally {
    await stack.close();
  }
}

const place = machine();
console.log(`${place}\nstarting a broker and a database`);
const servers = await startBenchServers(options.flush);
// Ctrl-C ends the servers; the services end with this process.
process.on('SIGINT', () => void servers.close().finally(() => process.exit(130)));
try {
  const { seconds, runs, objects } = options;
  const limits = await measure(LIMIT_ROWS, { space: servers.space, seconds: Math.min(seconds, MAX_LIMIT_SECONDS), objects });
  const bare = bareRows.some(isChosen) ? await measureBarePipeline(servers) : [];
  const product = PRODUCT_ROWS.some(isChosen) ? await measureProduct(servers) : [];
  const report: BenchReport = {
    at: new Date().toISOString(),
    commit: commitName(),
    machine: place,
    seconds,
    runs,
    objects,
    rows: [...limits, ...bare, ...product],
  };
  console.log(`\n${markdownReport(report)}\n\n${await writeJson(report)}`);
  if (options.write || wanted === undefined) console.log(await writePage(report));
} finally {
  await servers.close();
}
