import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '#postgres/transaction.js';
import { rebuildLock } from '../storage/swap-lock.js';
import { formerOf, nextOf } from './swap-schemas.js';

/** `former`: a projection that was replaced. `built`: a new projection that was refused because of differences. */
type Kept = 'former' | 'built';

/**
 * The schemas that a rebuild keeps for some time: the replaced projection, which can be swapped back, and a refused new projection,
 * which can still be accepted. They are listed next to the rebuilds, and dropped when their time is over.
 */
export class KeptSchemas {
  private readonly table: string;

  constructor(
    private readonly pool: Pool,
    private readonly schema: string,
  ) {
    this.table = `${schema}_rebuilds.kept`;
  }

  /** Creates the table, in the schema that RebuildRuns creates. */
  async prepare(): Promise<void> {
    await this.pool.query(
      `create table if not exists ${this.table} (schema_name text primary key, was text not null, kept_until timestamptz not null)`,
    );
  }

  async keep(name: string, was: Kept, hours: number, db: Pool | PoolClient = this.pool): Promise<void> {
    await db.query(
      `insert into ${this.table} (schema_name, was, kept_until)
        values ($1, $2, clock_timestamp() + $3::int * interval '1 hour') on conflict (schema_name) do update
        set was = excluded.was, kept_until = excluded.kept_until`,
      [name, was, hours],
    );
  }

  /** Whether the schema exists and is complete, unlike the schema of an interrupted rebuild. */
  async has(name: string, was: Kept): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `select from ${this.table} where schema_name = $1 and was = $2 and to_regnamespace($1) is not null`,
      [name, was],
    );
    return (rowCount ?? 0) > 0;
  }

  /** Renames a schema and its entry. */
  async rename(name: string, other: string): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      await client.query(`alter schema ${name} rename to ${other}`);
      await client.query(`update ${this.table} set schema_name = $2 where schema_name = $1`, [name, other]);
    });
  }

  async forget(name: string, db: Pool | PoolClient = this.pool): Promise<void> {
    await db.query(`delete from ${this.table} where schema_name = $1`, [name]);
  }

  /** Drops a schema piece by piece, since dropping it at once could need more locks than a server allows. */
  async drop(name: string): Promise<void> {
    await this.forget(name);
    const { rows } = await this.pool.query<{ piece: string }>(
      'select quote_ident(relname) as piece from pg_class where relnamespace = to_regnamespace($1) and relispartition and relkind = $2',
      [name, 'r'],
    );
    for (const { piece } of rows) await this.pool.query(`drop table if exists ${name}.${piece}`);
    await this.pool.query(`drop schema if exists ${name} cascade`);
  }

  /** Drops overdue schemas, unless a rebuild is running. @returns names of the dropped schemas */
  async dropOverdue(): Promise<string[]> {
    const { rows: there } = await this.pool.query<{ there: boolean }>('select to_regclass($1) is not null as there', [this.table]);
    // Takes the lock only if necessary, since a rebuild that starts at that moment would give up.
    if (!there[0]!.there || (await this.overdue()).length === 0) return [];
    const client = await this.pool.connect();
    client.on('error', () => undefined);
    try {
      const { rows: taken } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock(hashtext($1)) as taken', [
        rebuildLock(this.schema),
      ]);
      if (!taken[0]!.taken) return [];
      const overdue = await this.overdue();
      for (const name of overdue) await this.drop(name);
      return overdue;
    } finally {
      await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
      client.release(true);
    }
  }

  private async overdue(): Promise<string[]> {
    const { rows } = await this.pool.query<{ name: string }>(
      `select schema_name as name from ${this.table} where kept_until < clock_timestamp() and schema_name = any($1)`,
      [[formerOf(this.schema), nextOf(this.schema)]],
    );
    return rows.map(({ name }) => name);
  }
}
