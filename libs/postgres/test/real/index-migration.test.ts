import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { createDataSource } from '../../src/data-source.js';
import { ForwardOnlyMigration } from '../../src/forward-only-migration.js';
import { IndexMigration } from '../../src/index-migration.js';
import { migrate } from '../../src/migrate.js';

class CreateThing1700000000000 extends ForwardOnlyMigration {
  readonly name = 'CreateThing1700000000000';
  protected readonly statements = ['create table thing (id int not null, age int)'];
}

class OrderThings1700000000001 extends IndexMigration {
  readonly name = 'OrderThings1700000000001';
  protected readonly statements = [];
  protected readonly indexes = [{ name: 'thing_age', table: 'thing', by: '(age)' }];
}

describe('a migration that makes an index', () => {
  let space: TestSpace;
  let writer: pg.Client;
  let other: pg.Client;
  const schema = (): string => space.schemas.projection;

  beforeAll(async () => {
    space = await createTestSpace('index migration', { topics: false });
  });
  afterAll(() => space?.close());
  beforeEach(async () => {
    const client = (): pg.Client =>
      new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${schema()} -c lock_timeout=1000` });
    [writer, other] = [client(), client()];
    await Promise.all([writer.connect(), other.connect()]);
    await writer.query(`drop schema if exists ${schema()} cascade`);
    await run([CreateThing1700000000000]);
    return async () => {
      await Promise.all([writer.end(), other.end()]);
    };
  });

  async function run(migrations: (typeof CreateThing1700000000000 | typeof OrderThings1700000000001)[]): Promise<string[]> {
    const dataSource = createDataSource({ url: space.databaseUrl, schema: schema(), entities: [], migrations });
    try {
      return await migrate(dataSource);
    } finally {
      if (dataSource.isInitialized) await dataSource.destroy();
    }
  }
  const both = (): Promise<string[]> => run([CreateThing1700000000000, OrderThings1700000000001]);
  const validity = async (): Promise<boolean[]> =>
    (
      await other.query<{ valid: boolean }>(`select indisvalid as valid from pg_index where indexrelid = to_regclass('thing_age')`)
    ).rows.map(({ valid }) => valid);

  it('lets others write while it waits and works', async () => {
    await writer.query('insert into thing select generate_series(1, 1000)');
    await writer.query('begin');
    await writer.query('insert into thing values (0)');
    const migrated = both();
    // The build has begun, and waits for the writer.
    await expect.poll(validity, { timeout: 10_000 }).toEqual([false]);
    await other.query('insert into thing values (2000)');
    await writer.query('commit');
    expect(await migrated).toEqual(['OrderThings1700000000001']);
    expect(await validity()).toEqual([true]);
    expect(await both()).toEqual([]);
  });

  it('repairs an interrupted run', async () => {
    await writer.query('insert into thing select 1 from generate_series(1, 2)');
    await writer.query('update thing set age = 1');
    await expect(writer.query('create unique index concurrently thing_age on thing (age)')).rejects.toThrow(/duplicate|unique/);
    expect(await validity()).toEqual([false]);
    expect(await both()).toEqual(['OrderThings1700000000001']);
    expect(await validity()).toEqual([true]);
  });

  it('does not wait if the table has no rows', async () => {
    await writer.query('begin isolation level repeatable read');
    await writer.query('select 1');
    expect(await both()).toEqual(['OrderThings1700000000001']);
    await writer.query('commit');
    expect(await validity()).toEqual([true]);
  });
});
