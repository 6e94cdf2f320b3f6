import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AREA_REVISION_HEADER } from '#contracts/areas/area-record.js';
import { CoalescingProducer } from '#kafka/coalescing-producer.js';
import { lastRecords } from '#kafka/last-records.js';
import { createDataSource } from '#postgres/data-source.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { areaPublisher } from '../../src/publishing/area-publisher.js';
import { MIGRATIONS } from '../../src/storage/migrations.js';

const logger = pino({ level: 'silent' });
let space: TestSpace;

beforeAll(async () => {
  space = await createTestSpace('orphaned-areas', { partitions: 1 });
});
afterAll(() => space?.close());

it('removes an area from area.state that no row has, and gives its judges the removal', async () => {
  const dataSource = createDataSource({ url: space.databaseUrl, schema: space.schemas.area, entities: [], migrations: MIGRATIONS });
  await migrate(dataSource);
  await dataSource.destroy();
  const pool = createPool({ url: space.databaseUrl, schema: space.schemas.area, max: 3, applicationName: 'test' });
  const producer = new CoalescingProducer({ kafka: space.kafka, maxQueuedBytes: 1_000_000, logger });
  await producer.connect();
  const publisher = areaPublisher(pool, producer, space.kafka, space.prefix, logger);
  const areaId = '0192c2e2-3c5c-7000-8000-000000000001';
  const topic = `${space.prefix}area.state`;
  await pool.query(`select setval('area_revision', 40)`);
  // An empty table is the wrong database or a new one: it has no orphans.
  await pool.query(`insert into area (area_id, workspace, revision, outline_revision, updated_at, published) values (gen_random_uuid(), 'north', 1, 1, now(), true)`);
  await producer.send([{ topic, partition: 0, key: areaId, value: '{}', headers: { [AREA_REVISION_HEADER]: '7', ce_workspace: 'north' } }]);
  await publisher.start();
  await expect.poll(() => lastRecords(space.kafka, topic, AREA_REVISION_HEADER, logger)).toEqual(new Map([[areaId, { revision: 41, removed: true, workspace: 'north' }]]));
  expect((await pool.query('select workspace, revision, body from area where revision > 1')).rows).toEqual([{ workspace: 'north', revision: 41, body: null }]);
  await publisher.stop();
  await producer.close();
  await pool.end();
});
