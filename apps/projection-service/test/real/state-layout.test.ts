import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { afterEach, describe, expect, it } from 'vitest';
import { evolve } from '#object-rules/evolve.js';
import type { ObjectState } from '#object-rules/object.js';
import { createDataSource } from '#postgres/data-source.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { inTransaction } from '#postgres/transaction.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { ObjectList } from '../../src/objects/object-list.js';
import { writeStates } from '../../src/projecting/unit-writer.js';
import { PROJECTION_TABLES } from '../../src/schema/projection-data-source.js';

const DESCRIPTION = 'A crane with a description that no report changes. '.repeat(30);

/** The state after `revision` reports, a second apart. */
function crane(revision: number): ObjectState {
  const at = new Date(Date.UTC(2026, 10, 30, 8, 0, revision)).toISOString();
  const change = {
    externalId: 'crane-7',
    workspace: 'w',
    revision,
    operationId: 'operation',
    index: 0,
    observedAt: at,
    receivedAt: at,
    subject: 'token',
    position: { lat: 50 + revision / 1e5, lon: 5 },
    // Not as long as before, so what follows it moves.
    fields: { battery: { type: 'Number', value: 80 + (revision % 2) / 10 } },
  } as const;
  if (revision > 1) return evolve(crane(revision - 1), 'updated', change);
  return evolve(undefined, 'created', { ...change, set: { title: 'Crane 7', type: 'Crane', description: DESCRIPTION } });
}

describe('the row of a state', () => {
  const ends: (() => Promise<unknown>)[] = [];

  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  async function made(name: string): Promise<{ space: TestSpace; pool: Pool; migrateTo: (last?: string) => Promise<void> }> {
    const space = await createTestSpace(name, { topics: false });
    ends.push(() => space.close());
    const pool = createPool({ url: space.databaseUrl, schema: space.schemas.projection, max: 1, applicationName: 'test' });
    ends.push(() => pool.end());
    const migrateTo = async (last?: string): Promise<void> => {
      const all = PROJECTION_TABLES.migrations;
      const migrations = last === undefined ? all : all.slice(0, all.findIndex((migration) => migration.name === last) + 1);
      expect(migrations).not.toEqual([]);
      const dataSource: DataSource = createDataSource({
        url: space.databaseUrl,
        schema: space.schemas.projection,
        entities: [],
        migrations,
      });
      ends.push(() => dataSource.destroy());
      await migrate(dataSource);
    };
    return { space, pool, migrateTo };
  }

  const columns = async (pool: Pool): Promise<string[]> => {
    const { rows } = await pool.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'object_state'::regclass and attnum > 0 order by attnum`,
    );
    return rows.map(({ name }) => name);
  };

  const write = (pool: Pool, revision: number): Promise<void> =>
    inTransaction(pool, (client) =>
      writeStates(client, [{ state: crane(revision), seen: revision, json: JSON.stringify(crane(revision)), isNew: revision === 1 }]),
    );

  /** Bytes that the database logs for the next update; the smallest of three, as a page is logged whole after a checkpoint. */
  async function loggedBytes(pool: Pool): Promise<number> {
    // The pool has one connection, whose own log is counted.
    const logged = async (): Promise<number> => {
      await pool.query('select pg_stat_force_next_flush()');
      const { rows } = await pool.query<{ bytes: number }>('select wal_bytes::int as bytes from pg_stat_get_backend_wal(pg_backend_pid())');
      return rows[0]!.bytes;
    };
    const sizes: number[] = [];
    for (const revision of [2, 3, 4]) {
      const before = await logged();
      await write(pool, revision);
      sizes.push((await logged()) - before);
    }
    return Math.min(...sizes);
  }

  it('is logged without the members that an update leaves as they are', async () => {
    const { pool, migrateTo } = await made('state-layout');
    await migrateTo('StatesLast1797100000000');
    expect((await columns(pool)).at(-1)).toBe('state');
    await migrateTo();
    await write(pool, 1);
    // The description alone has 1,530 bytes.
    expect(await loggedBytes(pool)).toBeLessThan(700);
  });

  it('stays as it is in a table with rows', async () => {
    const { pool, migrateTo } = await made('state-layout-before');
    await migrateTo('PackHistory1797000000000');
    const before = await columns(pool);
    await pool.query(
      `insert into object_state (external_id, workspace, revision, seen, title, type, lat, lon, q16, archived, state)
        values ('crane-7', 'w', 1, 1, 'Crane 7', 'Crane', 50, 5, 0, false, $1)`,
      [JSON.stringify(crane(1))],
    );
    await migrateTo('StatesLast1797100000000');
    expect(await columns(pool)).toEqual(before);
    await migrateTo();
    await write(pool, 2);
    expect((await pool.query('select first_seen from object_state')).rows).toEqual([{ first_seen: null }]);
    expect(await new ObjectList(pool).find('w', 'crane-7')).toMatchObject({ revision: 2, description: DESCRIPTION });
  });
});
