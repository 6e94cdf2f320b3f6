import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';

/** A rebuild, as it is told of. */
export interface RebuildRun {
  id: string;
  /** True: nothing is swapped, whatever it finds. */
  check: boolean;
  /** RFC 3339. */
  startedAt: string;
  endedAt: string | null;
  /** `interrupted`: its process is gone and said nothing; what it had built is dropped by the next one. */
  status: 'running' | 'same' | 'differs' | 'failed' | 'interrupted';
  /** Rows that are not the same in both; at most 1,000 of each table are counted. Null before they were compared. */
  differences: number | null;
  /** What it said last; of one that has failed, why. */
  says: string;
}

interface Row {
  id: string;
  check_only: boolean;
  started_at: Date;
  ended_at: Date | null;
  status: 'running' | 'same' | 'differs' | 'failed';
  differences: number | null;
  says: string;
}

const KEPT = 20;

/** Of the advisory lock that the one rebuild of a schema holds while it works. */
export const rebuildLock = (schema: string): string => `waymark.rebuild.${schema}`;

/** The rebuilds of a projection, told by any of its instances. They stand in a schema of their own, as a rebuild swaps the projection's. */
export class RebuildRuns {
  private readonly table: string;

  constructor(
    private readonly pool: Pool,
    private readonly schema: string,
  ) {
    this.table = `${schema}_rebuilds.run`;
  }

  /** Call with the lock held. */
  async begin(check: boolean): Promise<string> {
    const id = randomUUID();
    await this.pool.query(`create schema if not exists ${this.schema}_rebuilds`);
    await this.pool.query(
      `create table if not exists ${this.table} (id uuid primary key, check_only boolean not null, started_at timestamptz not null default clock_timestamp(), ended_at timestamptz, status text not null default 'running', differences int, says text not null default '')`,
    );
    await this.pool.query(`insert into ${this.table} (id, check_only) values ($1, $2)`, [id, check]);
    await this.pool.query(`delete from ${this.table} where id not in (select id from ${this.table} order by started_at desc limit ${KEPT})`);
    return id;
  }

  async say(id: string, line: string): Promise<void> {
    await this.pool.query(`update ${this.table} set says = $2 where id = $1`, [id, line]);
  }

  /** @param differences undefined: it failed, for the reason that is said */
  async end(id: string, differences: number | undefined, says: string): Promise<void> {
    const status = differences === undefined ? 'failed' : differences === 0 ? 'same' : 'differs';
    await this.pool.query(`update ${this.table} set status = $2, differences = $3, says = $4, ended_at = clock_timestamp() where id = $1`, [id, status, differences ?? null, says]);
  }

  /** Newest first; none where there never was one. */
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
      says: row.says,
    }));
  }

  /** Looks at the lock without taking it, which could make a rebuild that begins just now give up. */
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
