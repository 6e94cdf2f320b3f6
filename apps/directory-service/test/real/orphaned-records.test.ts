import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REVISION_HEADER } from '#contracts/directory/records.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { lastRecords } from '#kafka/reading/last-records.js';
import { createDataSource } from '#postgres/data-source.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { StatePublisher } from '../../src/publishing/state-publisher.js';
import { MIGRATIONS } from '../../src/storage/migrations.js';

const logger = pino({ level: 'silent' });
let space: TestSpace;

beforeAll(async () => {
  space = await createTestSpace('orphaned-records', { directory: 'real' });
});
afterAll(() => space?.close());

it('withdraws a signing key again that an old record has brought back to directory.state', async () => {
  const dataSource = createDataSource({ url: space.databaseUrl, schema: space.schemas.directory, entities: [], migrations: MIGRATIONS });
  await migrate(dataSource);
  await dataSource.destroy();
  const pool = createPool({ url: space.databaseUrl, schema: space.schemas.directory, max: 3, applicationName: 'test' });
  const producer = new CoalescingProducer({ kafka: space.kafka, maxQueuedBytes: 1_000_000, logger });
  await producer.connect();
  const topic = `${space.prefix}directory.state`;
  await pool.query(`select setval('state_revision', 40)`);
  // An empty table means the wrong database or a new one, so it has no orphans.
  await pool.query(`insert into state_record (key, revision, body, published) values ('plan:other', 1, null, true)`);
  await producer.send([{ topic, partition: 0, key: 'signing-key:old', value: '{}', headers: { [REVISION_HEADER]: '7' } }]);
  const publisher = new StatePublisher(pool, producer, space.kafka, space.prefix, logger, new Registry());
  await publisher.start();
  await expect
    .poll(() => lastRecords(space.kafka, topic, REVISION_HEADER, logger))
    .toEqual(new Map([['signing-key:old', { revision: 41, removed: true }]]));
  await publisher.stop();
  await producer.close();
  await pool.end();
});
