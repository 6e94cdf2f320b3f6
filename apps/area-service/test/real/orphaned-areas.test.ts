import type { Pool } from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AREA_REVISION_HEADER } from '#contracts/areas/area-record.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { type LastRecord, lastRecords } from '#kafka/reading/last-records.js';
import { createDataSource } from '#postgres/data-source.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { AreaPublisher } from '../../src/publishing/area-publisher.js';
import { MIGRATIONS } from '../../src/storage/migrations.js';

const logger = pino({ level: 'silent' });
let space: TestSpace;

let pool: Pool;
let producer: CoalescingProducer;

beforeAll(async () => {
  space = await createTestSpace('orphaned-areas', { partitions: 1 });
  const dataSource = createDataSource({ url: space.databaseUrl, schema: space.schemas.area, entities: [], migrations: MIGRATIONS });
  await migrate(dataSource);
  await dataSource.destroy();
  pool = createPool({ url: space.databaseUrl, schema: space.schemas.area, max: 3, applicationName: 'test' });
  producer = new CoalescingProducer({ kafka: space.kafka, maxQueuedBytes: 1_000_000, logger });
  await producer.connect();
});
afterAll(async () => {
  await producer?.close();
  await pool?.end();
  await space?.close();
});

it('removes an area without a row from area.state, and sends the removal to its judges', async () => {
  const publisher = new AreaPublisher(pool, producer, space.kafka, space.prefix, logger, new Registry());
  const areaId = '0192c2e2-3c5c-7000-8000-000000000001';
  const topic = `${space.prefix}area.state`;
  await pool.query(`select setval('area_revision', 40)`);
  // An empty table means the wrong database or a new one, so it has no orphans.
  await pool.query(
    `insert into area (area_id, workspace, revision, outline_revision, updated_at, published)
      values (gen_random_uuid(), 'north', 1, 1, now(), true)`,
  );
  await producer.send([{ topic, partition: 0, key: areaId, value: '{}', headers: { [AREA_REVISION_HEADER]: '7', ce_workspace: 'north' } }]);
  await publisher.start();
  await expect
    .poll(() => lastRecords(space.kafka, topic, AREA_REVISION_HEADER, logger))
    .toEqual(new Map([[areaId, { revision: 41, removed: true, workspace: 'north' }]]));
  expect((await pool.query('select workspace, revision, body from area where revision > 1')).rows).toEqual([
    { workspace: 'north', revision: 41, body: null },
  ]);
  await publisher.stop();
});

it('publishes an area of a restored database again, with a revision that judges have not seen, also in its body', async () => {
  const publisher = new AreaPublisher(pool, producer, space.kafka, space.prefix, logger, new Registry());
  const areaId = '0192c2e2-3c5c-7000-8000-000000000002';
  const topic = `${space.prefix}area.state`;
  await pool.query(
    `insert into area (area_id, workspace, revision, outline_revision, body, updated_at, published)
      values ($1, 'north', 5, 5, '{"name":"as in the backup","revision":5}', now(), true)`,
    [areaId],
  );
  await producer.send([
    { topic, partition: 0, key: areaId, value: '{}', headers: { [AREA_REVISION_HEADER]: '500', ce_workspace: 'north' } },
  ]);
  await publisher.start();
  const last = async (): Promise<LastRecord | undefined> =>
    (await lastRecords(space.kafka, topic, AREA_REVISION_HEADER, logger, (key) => key === areaId)).get(areaId);
  await expect.poll(async () => (await last())!.revision).toBeGreaterThan(500);
  const { revision, value } = (await last())!;
  expect(JSON.parse(value!)).toEqual({ name: 'as in the backup', revision });
  await publisher.stop();
});
