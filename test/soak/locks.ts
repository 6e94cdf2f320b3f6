import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { createLogger } from '#telemetry/logger.js';
import { VISITS } from './area-tables.js';
import type { LargeTable } from './large-tables.js';
import { LockWaits } from './lock-waits.js';
import { OBJECTS, OUTCOMES } from './object-tables.js';
import { startDatabase } from './own-database.js';
import { FEED, HELD, HISTORY, PRESENCE, STATES } from './projection-tables.js';
import { HEAT, OBSERVATIONS, REPORT_UPDATE, SUMS } from './report-tables.js';
import { DELIVERIES } from './webhook-tables.js';

const LARGE_TABLES: readonly LargeTable[] = [
  HISTORY,
  HELD,
  PRESENCE,
  FEED,
  STATES,
  OUTCOMES,
  OBJECTS,
  OBSERVATIONS,
  HEAT,
  SUMS,
  REPORT_UPDATE,
  VISITS,
  DELIVERIES,
];

/** No reader or writer may wait longer for a lock. */
const BOUND_MS = 50;
const MINUTE_MS = 60_000;

/**
 * Runs the upkeep and the migrations of large tables while readers and writers use them, and reports how long these waited for locks.
 * @param only tables whose name contains one of these, separated by commas
 * @returns whether none waited for more than 50 ms
 */
export async function locks(rows: number, only: string): Promise<boolean> {
  const directory = await mkdtemp(join(process.env.WAYMARK_SOAK_FOLDER ?? tmpdir(), 'waymark-locks-'));
  const { server, url, logFile } = await startDatabase(directory);
  try {
    const waits = new LockWaits(url, logFile);
    let sound = true;
    for (const table of LARGE_TABLES.filter(({ name }) => only.split(',').some((part) => name.includes(part))))
      sound = (await measure(table, rows, url, waits)) && sound;
    return sound;
  } finally {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function measure(
  { name, dataSource, prepare, probes, tasks }: LargeTable,
  rows: number,
  url: string,
  waits: LockWaits,
): Promise<boolean> {
  const schema = `large_${name}`;
  const source = dataSource(url, schema);
  await migrate(source);
  await source.destroy();
  const pool = createPool({ url, schema, max: 8, applicationName: 'soak', plansByKey: true });
  const filling = createPool({ url, schema, max: 2, applicationName: 'soak filling', statementTimeoutMs: 60 * MINUTE_MS });
  let sound = true;
  try {
    await waits.prepare(pool);
    const began = performance.now();
    await prepare(filling, rows);
    const { rows: sizes } = await pool.query<{ size: string }>(
      `select pg_size_pretty(sum(pg_total_relation_size(oid))) as size from pg_class where relnamespace = $1::regnamespace
        and relkind = 'r'`,
      [schema],
    );
    console.log(
      `${name}: ${rows.toLocaleString('en')} rows, ${sizes[0]!.size}, made in ${Math.round((performance.now() - began) / 1000)} s`,
    );
    const logger = createLogger({ service: 'soak', instance: 'locks', level: 'silent' });
    for (const task of tasks) {
      let found: unknown;
      const { longestMs, lock, statements, slowestMs, seconds } = await waits.during(
        schema,
        probes,
        async () => (found = await task.run({ pool, url, schema, logger, copy: new DirectoryCopy() })),
      );
      const fine = longestMs <= BOUND_MS;
      sound &&= fine;
      console.log(
        `  ${fine ? 'ok    ' : 'FAILED'} ${task.name}: waited ${longestMs.toFixed(1)} ms${lock === '' ? '' : ` (${lock})`}; ` +
          `${seconds.toFixed(1)} s; ${statements} statements, slowest ${slowestMs.toFixed(0)} ms; ` +
          `${JSON.stringify(found) ?? ''}`,
      );
    }
    await pool.query(`drop schema ${schema} cascade`);
    return sound;
  } finally {
    await Promise.all([pool.end(), filling.end()]);
  }
}
