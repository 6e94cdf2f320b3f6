import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { EventWriter } from './event-writer.js';
import { FeedClient } from './feed-client.js';

const DATABASE_POOL = 6;
/** WRITE_CONNECTIONS of storage/pools.ts are kept from readers. */
const READ_CONNECTIONS = DATABASE_POOL - 2;
/** The longest wait of a read for a connection (libs/postgres), plus a margin for a busy machine. */
const ANSWERED_WITHIN_MS = 9000;
const CROWD = 200;
const position = { lat: 53.4, lon: -2.98 };

let space: TestSpace;
let service: RunningService;
let writer: EventWriter;
let client: FeedClient;
let database: pg.Client;
const held: Promise<unknown>[] = [];

beforeAll(async () => {
  space = await createTestSpace('crowd', { partitions: 1 });
  writer = new EventWriter(space);
  await writer.connect();
  const environment = space.environment('projection-service', { DATABASE_POOL: String(DATABASE_POOL) });
  service = await startService('projection-service', environment);
  client = new FeedClient(service.url, environment.INTERNAL_TOKEN!);
  database = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.projection}` });
  await database.connect();
});
afterAll(async () => {
  await database?.end();
  await Promise.allSettled(held);
  await service?.stop();
  await writer?.close();
  await space?.close();
});

it('is answered in bounded time while the database blocks all readers, and delays no unit of work', async () => {
  await writer.write([{ externalId: 'first', workspace: 'crowd', revision: 1, position }]);
  await client.follow('crowd', 1);
  // Readers of the feed need this table; a unit with recent events does not.
  await database.query('begin; lock table feed_floor in access exclusive mode');
  for (let n = 0; n < READ_CONNECTIONS; n++) held.push(client.request('/groups/crowd/changes?cursor=earliest'));
  const waiting = async () =>
    (await database.query<{ count: number }>(`select count(*)::int from pg_locks where relation = 'feed_floor'::regclass and not granted`))
      .rows[0]!.count;
  await expect.poll(waiting).toBe(READ_CONNECTIONS);

  const startedAt = performance.now();
  const crowd = Array.from({ length: CROWD }, () =>
    client.request('/groups/crowd/externalObjects/first').then(async (answer) => ({
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      ms: performance.now() - startedAt,
      text: await answer.text(),
    })),
  );
  await writer.write([{ externalId: 'meanwhile', workspace: 'crowd', revision: 1, position }]);
  await expect
    .poll(async () => (await database.query(`select 1 from object_state where external_id = 'meanwhile'`)).rowCount, { timeout: 8000 })
    .toBe(1);
  expect(await waiting()).toBe(READ_CONNECTIONS);

  for (const { status, retryAfter, ms, text } of await Promise.all(crowd)) {
    expect([status, retryAfter]).toEqual([503, '1']);
    expect(text).toContain('urn:waymark:problem:unavailable');
    expect(ms).toBeLessThan(ANSWERED_WITHIN_MS);
  }
  await database.query('rollback');
  expect((await client.follow('crowd', 2)).changes.map(({ externalId }) => externalId)).toEqual(['first', 'meanwhile']);
});
