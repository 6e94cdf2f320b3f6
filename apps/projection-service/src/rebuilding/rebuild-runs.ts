import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { rebuildLock } from '../storage/swap-lock.js';
import type { Difference } from './difference.js';
import { type FoundGroup, groupsOf } from './found-groups.js';

/**
 * `differs`: rows differ, and the run only compared, or was allowed to swap in spite of it. `refused`: the run did not swap, because rows
 * differ. `undone`: the projection that the last rebuild had replaced is back. `interrupted`: the process ended without a result; the
 * next rebuild drops its schema.
 */
export type RunStatus = 'running' | 'same' | 'differs' | 'refused' | 'undone' | 'failed' | 'interrupted';

/** A rebuild in the API. */
export interface RebuildRun {
  id: string;
  /** Whether it only compares and never swaps. */
  check: boolean;
  /** RFC 3339. */
  startedAt: string;
  endedAt: string | null;
  status: RunStatus;
  /** Number of rows that differ, counted up to 1,000 per table; null until they are compared. */
  differences: number | null;
  /** The tables with differences, and examples. */
  found: FoundGroup[];
  /** The last message; for a failed run, the reason. */
  says: string;
}

interface Row {
  id: string;
  check_only: boolean;
  started_at: Date;
  ended_at: Date | null;
  status: Exclude<RunStatus, 'interrupted'>;
  differences: number | null;
  found: FoundGroup[] | null;
  says: string;
}

const KEPT = 20;

/** The rebuilds of a projection, which any instance can read. Stored in a separate schema, since rebuilds swap the projection's schema. */
export class RebuildRuns {
  private readonly table: string;

  constructor(
    private readonly pool: Pool,
    private readonly schema: string,
  ) {
    this.table = `${schema}_rebuilds.run`;
  }

  /** Adds a run. Call it with the lock held. */
  async begin(check: boolean): Promise<string> {
    const id = randomUUID();
    await this.pool.query(`create schema if not exists ${this.schema}_rebuilds`);
    await this.pool.query(
      `create table if not exists ${this.table} (id uuid primary key, check_only boolean not null,
        started_at timestamptz not null default clock_timestamp(), ended_at timestamptz,
        status text not null default 'running', differences int, says text not null default '')`,
    );
    await this.pool.query(`alter table ${this.table} add column if not exists found json`);
    await this.pool.query(`insert into ${this.table} (id, check_only) values ($1, $2)`, [id, check]);
    await this.pool.query(
      `delete from ${this.table} where id not in (select id from ${this.table} order by started_at desc limit ${KEPT})`,
    );
    return id;
  }

  async report(id: string, line: string): Promise<void> {
    await this.pool.query(`update ${this.table} set says = $2 where id = $1`, [id, line]);
  }

  async end(
    id: string,
    status: Exclude<RunStatus, 'running' | 'interrupted'>,
    says: string,
    differences?: readonly Difference[],
  ): Promise<void> {
    await this.pool.query(
      `update ${this.table} set status = $2, differences = $3, found = $4, says = $5, ended_at = clock_timestamp() where id = $1`,
      [id, status, differences?.length ?? null, differences ? JSON.stringify(groupsOf(differences)) : null, says],
    );
  }

  /** All runs, newest first. */
  async list(): Promise<RebuildRun[]> {
    const { rows: there } = await this.pool.query<{ there: boolean }>('select to_regclass($1) is not null as there', [this.table]);
    if (!there[0]!.there) return [];
    const { rows } = await this.pool.query<Row>(`select * from ${this.table} order by started_at desc limit ${KEPT}`);
    const isAtWork = rows[0]?.status === 'running' && (await this.isAtWork());
    return rows.map((row, at) => ({
      id: row.id,
      check: row.check_only,
      startedAt: row.started_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
      status: row.status === 'running' && !(at === 0 && isAtWork) ? 'interrupted' : row.status,
      differences: row.differences,
      found: row.found ?? [],
      says: row.says,
    }));
  }

  /** Checks the lock without taking it, since that could make a rebuild give up that is just starting. */
  private async isAtWork(): Promise<boolean> {
    const { rows } = await this.pool.query<{ held: boolean }>(
      `select exists (select 1 from pg_locks where locktype = 'advisory' and granted and objsubid = 1
         and database = (select oid from pg_database where datname = current_database())
         and (classid::bigint << 32) | objid::bigint = hashtext($1)::bigint) as held`,
      [rebuildLock(this.schema)],
    );
    return rows[0]!.held;
  }
}
