import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { UNLIMITED } from '#contracts/directory/plan-limits.js';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { createDataSource, type MigrationClass } from '#postgres/data-source.js';
import { migrate } from '#postgres/migrate.js';
import type { Logger } from '#telemetry/logger.js';
import type { Probe } from './lock-waits.js';

export interface Given {
  pool: Pool;
  url: string;
  schema: string;
  logger: Logger;
  /** An empty copy of the directory. */
  copy: DirectoryCopy;
}

export interface Task {
  name: string;
  run: (given: Given) => Promise<unknown>;
}

/** A table with many rows, the statements that use it, and the upkeep or migrations that work on it. */
export interface LargeTable {
  name: string;
  dataSource: (url: string, schema: string) => DataSource;
  prepare: (pool: Pool, rows: number) => Promise<void>;
  probes: readonly Probe[];
  tasks: readonly Task[];
}

export const now = Date.now();
export const never = new AbortController().signal;

/** Each object belongs to one of 100 workspaces. */
export const workspaceOf = (object: string): string => `'w' || (${object}) % 100`;
export const OBJECTS = 200_000;

export const schemaOf =
  (migrations: readonly MigrationClass[]): LargeTable['dataSource'] =>
  (url, schema) =>
    createDataSource({ url, schema, entities: [], migrations: [...migrations] });

/** Runs the migrations that the schema does not have yet. */
export const migrating =
  (dataSource: LargeTable['dataSource']) =>
  async ({ url, schema }: Given): Promise<unknown> => {
    const source = dataSource(url, schema);
    try {
      return await migrate(source, { waitMs: 600_000 });
    } finally {
      await source.destroy();
    }
  };

export function withPlans(copy: DirectoryCopy, plans: Readonly<Record<string, number>>, deleted: readonly string[] = []): DirectoryCopy {
  const record = (id: string): object => ({ id, name: id, formerNames: [], createdAt: '2020-01-01T00:00:00.000Z' });
  for (const [id, historyDays] of Object.entries(plans)) {
    copy.apply({ key: `plan:${id}`, revision: 1, body: { name: id, limits: { ...UNLIMITED, historyDays } } });
    copy.apply({ key: `workspace:${id}`, revision: 1, body: { ...record(id), status: 'active', plan: id } as never });
  }
  for (const id of deleted)
    copy.apply({
      key: `workspace:${id}`,
      revision: 1,
      body: { ...record(id), status: 'deleted', plan: 'none', deleteAfter: new Date(now).toISOString() } as never,
    });
  copy.markComplete();
  return copy;
}

/** Number of rows that one statement inserts, in some seconds. */
const AT_ONCE = 1_000_000;

/**
 * Fills a table with synthetic rows, in statements of a million.
 * @param select of `n` (from 1), the values of a row
 */
export async function fill(pool: Pool, table: string, rows: number, select: string): Promise<void> {
  for (let from = 1; from <= rows; from += AT_ONCE)
    await pool.query(`insert into ${table} select ${select} from generate_series(${from}, ${Math.min(rows, from + AT_ONCE - 1)}) n`);
}

/** Fills a partition (by time or id) of a table, and creates its indexes afterwards. @param bounds as `from (…) to (…)` */
export async function fillPiece(pool: Pool, table: string, piece: string, bounds: string, rows: number, select: string): Promise<void> {
  await pool.query(`create table ${piece} (like ${table} including defaults including storage including identity)`);
  await fill(pool, piece, rows, select);
  await pool.query(`alter table ${table} attach partition ${piece} for values ${bounds}`);
  await pool.query(`analyze ${piece}`);
}
