import { setTimeout as sleep } from 'node:timers/promises';
import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { databaseFault } from './database-errors.js';
import { checkedSchemaName } from './schema-name.js';

export interface MigrateOptions {
  /** Longest wait for the database, or for another process that is migrating, in milliseconds; default 60,000. */
  waitMs?: number;
  /** Called with the reason for waiting, at most about once a second. */
  onWait?: (reason: string) => void;
}

/**
 * Creates the schema and runs pending migrations, one process at a time (advisory lock). A migration that has to wait for the lock of a
 * table stops after 20 ms (lock_timeout) and is tried again.
 * @returns the names of these migrations
 * @throws Error after `waitMs`
 */
export async function migrate(dataSource: DataSource, options: MigrateOptions = {}): Promise<string[]> {
  const deadline = performance.now() + (options.waitMs ?? 60_000);
  for (let pause = 200; ; pause = Math.min(pause * 2, 2_000)) {
    try {
      if (!dataSource.isInitialized) await dataSource.initialize();
      return await runAlone(dataSource, deadline);
    } catch (error) {
      if (databaseFault(error) === 'other' || performance.now() + pause > deadline) throw error;
      options.onWait?.(error instanceof Error ? error.message || String((error as { code?: unknown }).code) : String(error));
      await sleep(pause);
    }
  }
}

async function runAlone(dataSource: DataSource, deadline: number): Promise<string[]> {
  const schema = checkedSchemaName((dataSource.options as { schema: string }).schema);
  const runner = dataSource.createQueryRunner();
  try {
    await runner.connect();
    await takeLock(runner, schema, deadline);
    try {
      await createSchema(runner, schema);
      return await runPending(dataSource);
    } finally {
      await runner.query('select pg_advisory_unlock(hashtext($1))', [lockName(schema)]).catch(() => undefined);
    }
  } finally {
    await runner.release();
  }
}

/** Runs pending migrations. TypeORM's own `runMigrations` does not release its connection if it fails before the first migration. */
async function runPending(dataSource: DataSource): Promise<string[]> {
  // A new connection, since one that was opened before the schema existed does not use it.
  const runner = dataSource.createQueryRunner();
  try {
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'each';
    return (await executor.executePendingMigrations()).map((migration) => migration.name);
  } finally {
    await runner.release();
  }
}

const lockName = (schema: string): string => `waymark.migrate.${schema}`;

/** Takes the lock by polling, so that no statement waits for long. */
async function takeLock(runner: QueryRunner, schema: string, deadline: number): Promise<void> {
  for (;;) {
    const [row] = (await runner.query('select pg_try_advisory_lock(hashtext($1)) as taken', [lockName(schema)])) as [{ taken: boolean }];
    if (row.taken) return;
    if (performance.now() > deadline)
      throw new Error(`Another process is still migrating the schema "${schema}"; it holds the advisory lock.`);
    await sleep(200);
  }
}

/** Creates the schema if it is missing. Checks first, since CREATE SCHEMA IF NOT EXISTS always requires the right to create. */
async function createSchema(runner: QueryRunner, schema: string): Promise<void> {
  const found = (await runner.query('select 1 from pg_namespace where nspname = $1', [schema])) as unknown[];
  if (found.length === 0) await runner.query(`create schema if not exists ${schema}`);
}
