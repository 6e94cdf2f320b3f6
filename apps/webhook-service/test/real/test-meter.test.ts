import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataSource } from '#postgres/data-source.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { MIGRATIONS } from '../../src/storage/migrations.js';
import { TestMeter } from '../../src/subscriptions/test-meter.js';

let space: TestSpace;
let pools: Pool[];

beforeAll(async () => {
  space = await createTestSpace('test meter', { topics: false });
  const at = { url: space.databaseUrl, schema: space.schemas.webhook };
  const dataSource = createDataSource({ ...at, entities: [], migrations: MIGRATIONS });
  await migrate(dataSource);
  await dataSource.destroy();
  pools = [1, 2, 3].map(() => createPool({ ...at, max: 4, applicationName: 'test' }));
});
afterAll(async () => {
  await Promise.all((pools ?? []).map((pool) => pool.end()));
  await space?.close();
});

it('tests of a workspace are limited per minute across all instances', async () => {
  const meters = pools.map((pool) => new TestMeter(pool, 10));
  const taken = async (workspace: string, times: number): Promise<number> =>
    (await Promise.allSettled(Array.from({ length: times }, (_, at) => meters[at % meters.length]!.take(workspace)))).filter(
      ({ status }) => status === 'fulfilled',
    ).length;
  expect(await taken('north', 45)).toBe(10);
  expect(await taken('south', 9)).toBe(9);
  await expect(meters[1]!.take('north')).rejects.toMatchObject({
    type: 'too-many-requests',
    extras: { headers: { 'retry-after': expect.stringMatching(/^(60|5\d)$/) as string } },
  });
  await pools[0]!.query(
    `update test_meter set sent = array(select at - interval '61 seconds' from unnest(sent) as at limit 4) || sent[5:]
      where workspace = 'north'`,
  );
  expect(await taken('north', 30), 'those of more than a minute ago count no longer').toBe(4);
  await pools[0]!.query(
    `update test_meter set sent = array(select at - interval '2 hours' from unnest(sent) as at) where workspace = 'north'`,
  );
  await meters[0]!.forget();
  expect((await pools[0]!.query<{ workspace: string }>('select workspace from test_meter')).rows).toEqual([{ workspace: 'south' }]);
});
