import type { Pool } from 'pg';
import { Column, CreateDateColumn, type DataSource, Entity, IsNull, PrimaryColumn } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataSource } from '#postgres/data-source.js';
import { databaseFault } from '#postgres/database-errors.js';
import { entityManagerOn } from '#postgres/entity-manager-on.js';
import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { inTransaction } from '#postgres/transaction.js';
import { TcpProxy } from '#testing/tcp-proxy.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

@Entity('crate')
class Crate {
  @PrimaryColumn('text')
  id: string;

  @Column('jsonb', { nullable: true })
  contents: object | null;

  @CreateDateColumn({ type: 'timestamptz', name: 'made_at' })
  madeAt: Date;
}

class CreateCrates1000000000000 extends ForwardOnlyMigration {
  readonly name = 'CreateCrates1000000000000';
  protected readonly statements = ['create table crate (id text primary key, contents jsonb, made_at timestamptz not null default now())'];
}

let space: TestSpace;
let proxy: TcpProxy;
let dataSource: DataSource;
let pool: Pool;

beforeAll(async () => {
  space = await createTestSpace('entity-manager', { topics: false });
  const schema = space.schemas.objects;
  dataSource = createDataSource({ url: space.databaseUrl, schema, entities: [Crate], migrations: [CreateCrates1000000000000] });
  await migrate(dataSource);
  const through = new URL(space.databaseUrl);
  proxy = await TcpProxy.start(through.host);
  through.host = proxy.address;
  pool = createPool({ url: through.href, schema, max: 1, applicationName: 'test', statementTimeoutMs: 1500 });
});
afterAll(async () => {
  await pool?.end();
  await dataSource?.destroy();
  await proxy?.close();
  await space?.close();
});

it('works in the transaction of its client: all or nothing, with rows that can be locked', async () => {
  await inTransaction(pool, async (client) => {
    const crates = entityManagerOn(dataSource, client).getRepository(Crate);
    const made = { id: 'a', contents: { apples: 3 } };
    await crates.insert(made);
    expect(made).toMatchObject({ madeAt: expect.any(Date) });
    expect(await crates.findOne({ where: { id: 'a' }, lock: { mode: 'pessimistic_write' } })).toMatchObject({ contents: { apples: 3 } });
  });
  await expect(
    inTransaction(pool, async (client) => {
      const crates = entityManagerOn(dataSource, client).getRepository(Crate);
      expect((await crates.update({ id: 'a' }, { contents: null })).affected).toBe(1);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  const crates = entityManagerOn(dataSource, pool).getRepository(Crate);
  expect([await crates.countBy({ contents: IsNull() }), await crates.countBy({})]).toEqual([0, 1]);
  await expect(crates.findOne({ where: { id: 'a' }, lock: { mode: 'pessimistic_write' } })).rejects.toThrow(/transaction/);
});

it('throws the errors of the driver', async () => {
  const crates = entityManagerOn(dataSource, pool).getRepository(Crate);
  await crates.insert({ id: 'once' });
  await expect(crates.insert({ id: 'once' })).rejects.toMatchObject({ code: '23505', constraint: 'crate_pkey' });
});

it('neither waits for a half-open connection nor asks it again', { timeout: 60_000 }, async () => {
  const crates = entityManagerOn(dataSource, pool).getRepository(Crate);
  await crates.countBy({});
  proxy.freeze();
  const begun = performance.now();
  await expect(crates.countBy({})).rejects.toSatisfy((error) => databaseFault(error) === 'away');
  // The client waits for 2 s more than the server.
  expect(performance.now() - begun).toBeLessThan(8_000);
  expect(pool.totalCount).toBe(0);
  proxy.thaw();
  expect(await crates.countBy({})).toBeGreaterThan(0);
});
