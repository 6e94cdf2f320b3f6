import type { Pool, PoolClient } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OwnershipLostError } from '#kafka/units/unit-processor.js';
import { int4Array, int8Array, jsonArray, textArray } from '#postgres/binary-array.js';
import { BinaryRows, copyBinaryRows } from '#postgres/binary-copy.js';
import { copyField, copyRows } from '#postgres/copy.js';
import { createDataSource } from '#postgres/data-source.js';
import { databaseFault } from '#postgres/database-errors.js';
import { inOrder } from '#postgres/in-order.js';
import { migrate } from '#postgres/migrate.js';
import { advanceOffsets, breaksMigrationSql, offsetsMigrationSql, placesMigrationSql, readOffsets, readShifts } from '#postgres/offsets.js';
import { createPool } from '#postgres/pool.js';
import { StoredPlaces } from '#postgres/stored-places.js';
import { inTransaction } from '#postgres/transaction.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

class CreateThings1000000000000 implements MigrationInterface {
  name = 'CreateThings1000000000000';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table thing (id int primary key, name text)');
    for (const statement of [offsetsMigrationSql, ...placesMigrationSql, ...breaksMigrationSql]) await runner.query(statement);
    await runner.query('select pg_sleep(0.2)');
  }
  async down(): Promise<void> {
    throw new Error('forward only');
  }
}

describe('the database library', () => {
  let space: TestSpace;
  let pool: Pool;
  let ran: string[][];
  const open = (more: { max?: number; pipeline?: boolean; plansByKey?: boolean; statementTimeoutMs?: number } = {}) =>
    createPool({ url: space.databaseUrl, schema: space.schemas.objects, max: 4, applicationName: `test ${space.prefix}`, ...more });

  beforeAll(async () => {
    space = await createTestSpace('postgres', { topics: false });
    ran = await Promise.all(
      [1, 2, 3].map(async () => {
        const dataSource = createDataSource({
          url: space.databaseUrl,
          schema: space.schemas.objects,
          entities: [],
          migrations: [CreateThings1000000000000],
        });
        try {
          return await migrate(dataSource);
        } finally {
          await dataSource.destroy();
        }
      }),
    );
    pool = open();
  });
  afterAll(async () => {
    await pool?.end();
    await space?.close();
  });

  it('migrates once when several processes start at the same time', () => {
    expect(ran.map((names) => names.length).sort()).toEqual([0, 0, 1]);
  });

  it('continues when another session releases its lock, and keeps no connection of failed attempts', async () => {
    const dataSource = createDataSource({
      url: space.databaseUrl,
      schema: space.schemas.objects,
      entities: [],
      migrations: [CreateThings1000000000000],
    });
    const other = await pool.connect();
    await other.query('begin');
    await other.query('lock table migration in access exclusive mode');
    const reasons: string[] = [];
    const done = migrate(dataSource, {
      onWait: (reason) => {
        reasons.push(reason);
        if (reasons.length === 3) void other.query('rollback').finally(() => other.release());
      },
    });
    try {
      expect(await done).toEqual([]);
      expect(new Set(reasons)).toEqual(new Set(['canceling statement due to lock timeout']));
    } finally {
      await dataSource.destroy();
    }
  });

  it('waits for a database that is away, and gives up when the time is over', async () => {
    const dataSource = createDataSource({ url: 'postgres://nobody@127.0.0.1:1/none', schema: 'none', entities: [], migrations: [] });
    const reasons: string[] = [];
    await expect(migrate(dataSource, { waitMs: 900, onWait: (reason) => reasons.push(reason) })).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
    expect(reasons.length).toBeGreaterThan(0);
  });

  it('refuses an invalid schema name', () => {
    expect(() => createPool({ url: space.databaseUrl, schema: 'a; drop table b', max: 1, applicationName: 'x' })).toThrow(RangeError);
  });

  it.each([false, true])('moves offsets only from where they are believed to be (pipelined: %s)', async (pipeline) => {
    const own = open({ pipeline });
    const consumer = `mover-${pipeline}`;
    try {
      expect(await readOffsets(own, consumer, [0, 1])).toEqual(
        new Map([
          [0, 0],
          [1, 0],
        ]),
      );
      expect(
        await inTransaction(own, (client) =>
          advanceOffsets(client, consumer, [
            { partition: 1, from: 0, to: 2 ** 40 },
            { partition: 0, from: 0, to: 7 },
          ]),
        ),
      ).toBe(true);
      await expect(
        inTransaction(own, async (client) => {
          if (
            !(await advanceOffsets(client, consumer, [
              { partition: 0, from: 7, to: 9 },
              { partition: 1, from: 0, to: 1 },
            ]))
          )
            throw new Error('lost');
        }),
      ).rejects.toThrow('lost');
      expect(await readOffsets(own, consumer, [0, 1, 2])).toEqual(
        new Map([
          [0, 7],
          [1, 2 ** 40],
          [2, 0],
        ]),
      );
    } finally {
      await own.end();
    }
  });

  it('keeps the marks of a log, and goes back in the log without going back in its offsets', async () => {
    const own = open({});
    const places = new StoredPlaces(own, 'placed', 6);
    const move = (partition: number, from: number, to: number, record?: number): Promise<boolean> =>
      inTransaction(own, (client) => advanceOffsets(client, 'placed', [{ partition: 6 + partition, from, to, record }]));
    const place = async (partition: number): Promise<unknown> => (await places.read([partition])).get(partition);
    try {
      expect(await place(0)).toEqual({ next: 0, shift: 0, record: null, marks: [] });
      await place(1);
      await move(0, 0, 5, 4_294_967_295);
      await move(1, 0, 9);
      await places.mark([0, 1]);
      await move(0, 5, 8, 18);
      await places.mark([0]);
      await move(0, 8, 10, 20);
      expect(await place(0)).toEqual({
        next: 10,
        shift: 0,
        record: 20,
        marks: [
          { offset: 8, record: 18 },
          { offset: 5, record: 4_294_967_295 },
        ],
      });
      await expect(places.goBack(0, 9, { offset: 5, record: 1 })).rejects.toThrow(OwnershipLostError);
      await places.goBack(0, 10, { offset: 5, record: 4_294_967_295 });
      const { next } = (await places.read([0])).get(0)!;
      expect(await place(0)).toEqual({ next, shift: next - 5, record: 4_294_967_295, marks: [{ offset: 5, record: 4_294_967_295 }] });
      // The time in microseconds, so that not even a database that was restored since has used these offsets for other records.
      expect(Math.abs(next / 1000 - Date.now())).toBeLessThan(60_000);
      expect((await own.query("select partition, left_at, went_on_at from partition_break where consumer = 'placed'")).rows).toEqual([
        { partition: 6, left_at: 10, went_on_at: next },
      ]);
      expect(await readShifts(own, 'placed', [6, 7])).toEqual(
        new Map([
          [6, next - 5],
          [7, 0],
        ]),
      );
      // A process that has continued from the former place cannot commit.
      expect(await move(0, 10, 12, 22)).toBe(false);
      await move(0, next, next + 1, 16);
      await places.mark([0]);
      expect(await place(0)).toMatchObject({ marks: [{ offset: 6, record: 16 }, { offset: 5 }] });
      // Without a record there is nothing to recognise.
      expect(await place(1)).toEqual({ next: 9, shift: 0, record: null, marks: [] });
    } finally {
      await own.end();
    }
  });

  it('keeps the fewer marks of a log the older they are', async () => {
    const own = open({});
    try {
      await own.query("insert into partition_offset (consumer, partition, next_offset, record) values ('old', 0, 1000000, 1)");
      // One a minute for four days.
      await own.query(
        "insert into partition_mark select 'old', 0, n, n, now() - (5760 - n) * interval '1 minute' from generate_series(1, 5759) n",
      );
      await new StoredPlaces(own, 'old').mark([0]);
      const { rows } = await own.query<{ age: string; marks: number }>(
        `select case when marked_at > now() - interval '1 hour' then 'an hour' when marked_at > now() - interval '2 days'
          then 'two days' else 'older' end as age, count(*)::int as marks
         from partition_mark where consumer = 'old' group by 1`,
      );
      const marks = Object.fromEntries(rows.map(({ age, marks }) => [age, marks]));
      expect(marks['an hour']).toBeGreaterThanOrEqual(59);
      expect(marks['two days']).toBeLessThanOrEqual(49);
      expect(marks['two days']).toBeGreaterThanOrEqual(46);
      expect(marks['older']).toBeLessThanOrEqual(4);
      expect(marks['older']).toBeGreaterThanOrEqual(2);
    } finally {
      await own.end();
    }
  });

  it('throws a connection away on which anything failed', async () => {
    const own = open({ max: 1 });
    try {
      await own.query('select 1');
      expect(own.totalCount).toBe(1);
      await expect(
        inTransaction(own, async (client) => {
          await client.query('set session characteristics as transaction read only');
          await client.query('commit');
          await client.query('begin');
          await client.query('insert into thing values (1)');
        }),
      ).rejects.toSatisfy((error) => databaseFault(error) === 'read-only');
      expect(own.totalCount).toBe(0);
      await inTransaction(own, async (client) => void (await client.query('insert into thing values (1)')));
    } finally {
      await own.end();
    }
  });

  it('does not take a failed transaction for a committed one', async () => {
    await expect(
      inTransaction(pool, async (client) => {
        await client.query('insert into thing values (100)');
        await client.query('nonsense').catch(() => undefined);
      }),
    ).rejects.toThrow('rolled back');
    expect((await pool.query('select 1 from thing where id = 100')).rowCount).toBe(0);
  });

  it('bounds statements, and distinguishes a cut connection from other faults', async () => {
    const own = open({ statementTimeoutMs: 1000 });
    try {
      await expect(own.query('select pg_sleep(5)')).rejects.toSatisfy((error) => databaseFault(error) === 'busy');
      await expect(
        inTransaction(own, async (client) => {
          const { rows } = await client.query('select pg_backend_pid() as pid');
          await pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
          await client.query('select 1');
        }),
      ).rejects.toSatisfy((error) => databaseFault(error) === 'away');
      await expect(own.query('select nonsense')).rejects.toSatisfy((error) => databaseFault(error) === 'other');
    } finally {
      await own.end();
    }
  });

  it('plans by keys on a new table too, where asked to', async () => {
    await pool.query('create table keyed (id int primary key, name text)');
    await pool.query('insert into keyed select n, n::text from generate_series(1, 200) n');
    const ids = Array.from({ length: 500 }, (_, n) => n);
    const byKey = open({ max: 1, plansByKey: true });
    try {
      const planned = async (of: Pool) =>
        (
          await of.query<{ 'QUERY PLAN': string }>(
            'explain (costs off) update keyed k set name = n.name from unnest($1::int[], $2::text[]) n (id, name) where k.id = n.id',
            [ids, ids.map(String)],
          )
        ).rows
          .map((row) => row['QUERY PLAN'])
          .join('\n');
      expect(await planned(pool)).toMatch(/Seq Scan|Hash/);
      expect(await planned(byKey)).toMatch(/Nested Loop[^]*Index Scan using keyed_pkey/);
    } finally {
      await byKey.end();
      await pool.query('drop table keyed');
    }
  });

  it('carries arrays in binary as they are', async () => {
    const texts = ['', 'a', 'NULL', '{x,"y"}', 'back\\slash', 'ü😀\n\t', 'x'.repeat(100_000)];
    const numbers = [0, -1, 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, -(2 ** 40)];
    const { rows } = await pool.query(
      'select $1::text[] as t, $2::bigint[]::text[] as l, $3::int[] as i, $4::json[]::text[] as j, cardinality($5::text[]) as none',
      [textArray(texts), int8Array(numbers), int4Array([0, -1, 2 ** 31 - 1]), jsonArray(['{"a":"\\u0000"}', '[1]']), textArray([])],
    );
    expect(rows[0]).toEqual({ t: texts, l: numbers.map(String), i: [0, -1, 2 ** 31 - 1], j: ['{"a":"\\u0000"}', '[1]'], none: 0 });
  });

  it('copies rows as they are', async () => {
    const names = ['plain', 'tab\tline\nreturn\rback\\slash', '\\N', '', null, 'ü😀', 'y'.repeat(200_000)];
    const lines = names.map((name, i) => `${copyField(1000 + i)}\t${copyField(name)}`);
    expect(await inTransaction(pool, (client) => copyRows(client, 'thing', ['id', 'name'], lines))).toBe(names.length);
    expect((await pool.query('select name from thing where id >= 1000 order by id')).rows.map((row) => row.name)).toEqual(names);
    await expect(inTransaction(pool, (client) => copyRows(client, 'thing', ['id', 'name'], ['1000\tagain']))).rejects.toMatchObject({
      code: '23505',
    });
  });

  it('copies rows among statements that were sent before and after, and says what failed first', async () => {
    const pipelined = open({ max: 1, pipeline: true });
    const rows = (from: number, count: number): string[] => Array.from({ length: count }, (_, at) => `${from + at}\t${'z'.repeat(1000)}`);
    const copy = (client: PoolClient, from: number, count: number): Promise<number> =>
      copyRows(client, 'thing', ['id', 'name'], rows(from, count));
    try {
      const sent = await inTransaction(pipelined, (client) =>
        inOrder([
          client.query('select pg_sleep(0.2)'),
          copy(client, 2000, 5000),
          client.query<{ count: number }>('select count(*)::int as count from thing where id >= 2000'),
          copy(client, 7000, 1),
        ]),
      );
      expect([sent[1], sent[2].rows[0]!.count, sent[3]]).toEqual([5000, 5000, 1]);

      // Of these, the second one fails, and the server ignores the rows of the third one, of which it has not read all by then.
      const late: string[] = [];
      await expect(
        inTransaction(pipelined, (client) =>
          inOrder([
            client.query('select 1'),
            client.query('select 1 / 0'),
            copy(client, 8000, 20_000).finally(() => late.push('the copy has ended')),
            client.query('select 2'),
          ]),
        ),
      ).rejects.toMatchObject({ code: '22012' });
      expect(late).toEqual(['the copy has ended']);
      await expect(
        inTransaction(pipelined, (client) => inOrder([copy(client, 2000, 20_000), client.query('select 1'), copy(client, 9000, 1)])),
      ).rejects.toMatchObject({ code: '23505' });
      expect((await pipelined.query('select count(*)::int as count from thing where id >= 7000')).rows).toEqual([{ count: 1 }]);
    } finally {
      await pipelined.end();
    }
  });

  it('copies binary rows as they are', async () => {
    await pool.query('create table measured (id int, at bigint, cell bigint, lat float8, name text)');
    const names = ['plain', 'tab\tline\n', '', 'ü😀', 'y'.repeat(200_000)];
    const rows = new BinaryRows(5);
    for (const [id, name] of names.entries())
      rows
        .row()
        .int4(id)
        .int8(Number.MAX_SAFE_INTEGER - id)
        .bigint(0x7fff_ffff_ffff_fff0n + BigInt(id))
        .float8(0.1 * id)
        .text(name);
    rows.row().int4(-1).int8(-5).bigint(-6n).null(2);
    expect(await inTransaction(pool, (client) => copyBinaryRows(client, 'measured', ['id', 'at', 'cell', 'lat', 'name'], rows))).toBe(6);
    const read = await pool.query<{ id: number; at: string; cell: string; lat: number | null; name: string | null }>(
      'select id, at::text, cell::text, lat, name from measured order by id',
    );
    expect(read.rows).toEqual([
      { id: -1, at: '-5', cell: '-6', lat: null, name: null },
      ...names.map((name, id) => ({
        id,
        at: String(Number.MAX_SAFE_INTEGER - id),
        cell: String(0x7fff_ffff_ffff_fff0n + BigInt(id)),
        lat: 0.1 * id,
        name,
      })),
    ]);
    await expect(
      inTransaction(pool, (client) => copyBinaryRows(client, 'thing', ['id', 'name'], new BinaryRows(2).row().int4(1000).text('again'))),
    ).rejects.toMatchObject({ code: '23505' });
    expect(await inTransaction(pool, (client) => copyBinaryRows(client, 'thing', ['id', 'name'], new BinaryRows(2)))).toBe(0);
  });
});
