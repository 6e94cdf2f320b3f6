import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningService, startService } from '#testing/running-service.js';
import { TcpProxy } from '#testing/tcp-proxy.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { at, CommandSender, operationIdAt, TopicWatcher } from './commands.js';

const STARTED_MS = 30_000;

let space: TestSpace;
let broker: TcpProxy;
let db: pg.Client;
let service: RunningService;

beforeAll(async () => {
  space = await createTestSpace('without-broker');
  broker = await TcpProxy.start(space.brokers[0]!, { kafka: true });
  broker.cut();
  db = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.objects}` });
  await db.connect();
});
afterAll(async () => {
  await service?.stop();
  await db?.end();
  await broker?.close();
  await space?.close();
});

const start = async (): Promise<void> => {
  const environment = space.environment('object-service', { KAFKA_BROKERS: broker.address });
  service = await startService('object-service', environment, { awaitReady: false });
};

/** Claims a new key. */
async function claim(key: string): Promise<number | undefined> {
  const answer = await fetch(`${service.url}/internal/groups/alpha/idempotency-keys/${key.repeat(64)}`, {
    method: 'PUT',
    headers: { 'x-waymark-internal': space.installation.secrets.internalToken, 'content-type': 'application/json' },
    body: JSON.stringify({ operationId: operationIdAt(Date.now()), bodyHash: 'b' }),
  }).catch(() => undefined);
  return answer?.status;
}

/** Names of the failing checks. */
async function missing(): Promise<string[]> {
  const { errors = [] } = (await (await fetch(`${service.url}/health/ready`)).json()) as { errors?: { pointer: string }[] };
  return errors.map(({ pointer }) => pointer.replace('#/checks/', '')).sort();
}

it('a service that starts without the broker answers look-ups, maintains its tables, and stops on request', async () => {
  await start();
  await expect.poll(() => claim('a'), { timeout: STARTED_MS }).toBe(200);
  const partitions = `select count(*)::int as count from pg_inherits where inhparent = 'operation_outcome'::regclass`;
  await expect.poll(async () => (await db.query<{ count: number }>(partitions)).rows[0]!.count, { timeout: STARTED_MS }).toBeGreaterThan(1);
  expect(await missing()).toEqual(['broker', 'commands', 'running']);
  expect(await service.stop()).toBe(0);
}, 90_000);

it('it processes commands once the broker is there', async () => {
  await start();
  await expect.poll(() => claim('b'), { timeout: STARTED_MS }).toBe(200);
  broker.restore();
  await expect.poll(missing, { timeout: STARTED_MS }).toEqual([]);
  const events = await TopicWatcher.open(space, 'object.events');
  const sender = await CommandSender.connect(space);
  try {
    await sender.call('alpha', [at('one', 1)]);
    await events.until((records) => records.length === 1, 'the event');
  } finally {
    await events.close();
    await sender.close();
  }
}, 90_000);
