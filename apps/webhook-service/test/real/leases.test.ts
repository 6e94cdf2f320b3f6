import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createDataSource } from '#postgres/data-source.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { createLogger } from '#telemetry/logger.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { HeldWebhooks } from '../../src/delivering/held-webhooks.js';
import { LeaseBook } from '../../src/delivering/lease-book.js';
import { AddressRules } from '../../src/network/address-rules.js';
import { WebhookSecrets } from '../../src/secrets/webhook-secrets.js';
import type { Message } from '../../src/sending/message.js';
import { MIGRATIONS } from '../../src/storage/migrations.js';
import { PauseNotes } from '../../src/subscriptions/pause-notes.js';
import { Webhooks } from '../../src/subscriptions/webhooks.js';

const LEASE_MS = 2000;
let space: TestSpace;
let pool: Pool;
let store: HeldWebhooks;

beforeAll(async () => {
  space = await createTestSpace('leases', { topics: false });
  const at = { url: space.databaseUrl, schema: space.schemas.webhook };
  const dataSource = createDataSource({ ...at, entities: [], migrations: MIGRATIONS });
  await migrate(dataSource);
  await dataSource.destroy();
  pool = createPool({ ...at, max: 4, applicationName: 'test' });
  store = new HeldWebhooks(pool);
});
afterAll(async () => {
  await pool?.end();
  await space?.close();
});

async function webhooks(count: number): Promise<string[]> {
  await pool.query('delete from webhook; delete from worker; delete from pause_note');
  const ids = Array.from({ length: count }, () => randomUUID()).sort();
  await pool.query(
    `insert into webhook (id, workspace, url, description, enabled, mode,
      filter, max_changes, cursor, secret, created_by, answered_for)
      select id, 'ws1', 'https://x', '', true, 'events', '{}', 100, 'begin', '', 'test', '{}' from unnest($1::uuid[]) id`,
    [ids],
  );
  return ids;
}

const message = (id: string, nextCursor: string): Message => ({ id, kind: 'changes', body: '{}', changes: 1, nextCursor });
const cursorOf = async (id: string): Promise<string> =>
  (await pool.query<{ cursor: string }>('select cursor from webhook where id = $1', [id])).rows[0]!.cursor;

it('several instances that take webhooks at the same time take all of them, each only once', async () => {
  // A query that started before another commit must not take the webhooks of that commit. The race lasts milliseconds, so it runs often.
  for (let round = 0; round < 30; round++) {
    const ids = await webhooks(60);
    const books = ['a', 'b', 'c'].map((name) => new LeaseBook(pool, name, LEASE_MS * 10));
    await Promise.all(books.map((book) => book.heartbeat()));
    expect(await books[0]!.fairShare()).toBe(20);
    const taken = (await Promise.all(books.map((book) => book.take(40)))).flat();
    const more = (await Promise.all(books.map((book) => book.take(60)))).flat();
    expect([...taken, ...more].map(({ id }) => id).sort()).toEqual(ids);
    const held = await Promise.all(books.map((book) => book.held()));
    expect(
      held
        .flat()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(ids);
  }
});

it(
  'the webhooks of an instance that no longer reports are taken by another, and later writes of ' + 'the former one are refused',
  async () => {
    const [id] = await webhooks(1);
    const [former, next] = ['former', 'next'].map((name) => new LeaseBook(pool, name, LEASE_MS)) as [LeaseBook, LeaseBook];
    await former.heartbeat();
    const [old] = await former.take(5);
    expect(await store.begin(old!, message('first', 'one'))).toBe(true);
    await next.heartbeat();
    expect(await next.take(5)).toEqual([]);
    await sleep(LEASE_MS + 50);
    await next.heartbeat();
    const [held] = await next.take(5);
    expect(held).toMatchObject({ id, token: old!.token + 1 });
    expect((await store.load(held!))!.pending).toMatchObject({ id: 'first', nextCursor: 'one' });
    expect(await store.delivered(held!, message('first', 'one'))).toBe(true);
    expect(await store.begin(held!, message('second', 'two'))).toBe(true);
    // Now the former instance continues.
    await former.heartbeat();
    expect(await former.held()).toEqual([]);
    expect(await store.load(old!)).toBeUndefined();
    expect(await store.body(old!)).toBeUndefined();
    const late = [
      store.delivered(old!, message('first', 'zero')),
      store.failed(old!, 'late', 9, 1),
      store.moved(old!, 'zero'),
      store.shortened(old!, message('third', 'zero')),
      store.refused(old!),
      store.paused(old!, 'gone', null),
      store.begin(old!, message('other', 'zero')),
    ];
    expect(await Promise.all(late)).toEqual(late.map(() => false));
    expect([await cursorOf(id!), (await store.load(held!))!.pending, await store.body(held!)]).toMatchObject([
      'one',
      { id: 'second', attempts: 0 },
      '{}',
    ]);
  },
);

it('webhooks that have waited longest for their turn are taken first', async () => {
  const ids = await webhooks(6);
  const book = new LeaseBook(pool, 'only', LEASE_MS * 10);
  await book.heartbeat();
  const turns: number[][] = [];
  for (let turn = 0; turn < 6; turn++) {
    const taken = await book.take(2);
    expect(await book.held()).toEqual(taken);
    turns.push(taken.map(({ id }) => ids.indexOf(id)).sort());
    for (const { id } of taken) await book.giveUp(id);
  }
  expect(turns).toEqual([
    [0, 1],
    [2, 3],
    [4, 5],
    [0, 1],
    [2, 3],
    [4, 5],
  ]);
});

it('each pause is recorded once, also one that ended before it was recorded, and only one of several instances records it', async () => {
  const [id] = await webhooks(1);
  const book = new LeaseBook(pool, 'only', LEASE_MS * 10);
  await book.heartbeat();
  for (let pause = 0; pause < 2; pause++) {
    const [held] = await book.take(1);
    expect(await store.paused(held!, 'gone', null)).toBe(true);
    await pool.query(`update webhook set state = 'active', pause_reason = null, paused_at = null, revision = revision + 1 where id = $1`, [
      id,
    ]);
  }
  const sent: string[] = [];
  const send = async (records: readonly { value: string | Buffer | null }[]): Promise<void> => {
    await sleep(20);
    for (const { value } of records) sent.push((JSON.parse(String(value)) as { lines: { requestId: string }[] }).lines[0]!.requestId);
  };
  const notes = ['a', 'b'].map(
    (instance) =>
      new PauseNotes({
        pool,
        producer: { send },
        topicPrefix: '',
        partitions: 1,
        instance,
        everyMs: 10,
        logger: createLogger({ service: 'test', instance, level: 'silent' }),
      }),
  );
  for (const each of notes) each.start();
  await vi.waitFor(async () => expect((await pool.query('select from pause_note')).rowCount).toBe(0), { timeout: 15_000 });
  await Promise.all(notes.map((each) => each.stop()));
  expect([sent.length, new Set(sent).size]).toEqual([2, 2]);
});

it('a concurrent change is not overwritten by an instance that works with the old state', async () => {
  const [id] = await webhooks(1);
  const book = new LeaseBook(pool, 'only', LEASE_MS * 10);
  await book.heartbeat();
  const [held] = await book.take(1);
  await store.begin(held!, message('first', 'one'));
  await pool.query(`update webhook set cursor = 'replayed', revision = revision + 1 where id = $1`, [id]);
  expect(await store.delivered(held!, message('first', 'one'))).toBe(false);
  expect(await cursorOf(id!)).toBe('replayed');
  expect(await store.delivered({ ...held!, revision: 2 }, message('first', 'one'))).toBe(true);
});

it('a change of the filter blocks nothing: deliveries continue while the feed is asked for the position, and keep theirs', async () => {
  const [id] = await webhooks(1);
  const moves = ['moved', undefined];
  const feed = {
    cursorAt: async (_wanted: unknown, from: string) => {
      const to = moves.shift();
      if (to !== undefined) await pool.query('update webhook set cursor = $2 where id = $1', [id, to]);
      return `${from} by another filter`;
    },
  };
  const rules = { allowHttp: false, allowedPorts: undefined, addresses: new AddressRules([]) };
  const kept = new Webhooks({
    pool,
    feed,
    secrets: new WebhookSecrets('a secret of the installation, long enough'),
    directory: { limitsOf: () => ({}) as never },
    rules,
    maxWebhooks: 1,
    secretGraceHours: 1,
  });
  const order = { url: 'https://hooks.example.com/', filter: { types: ['crane'] } };
  expect(await kept.change({ subject: 'test' }, 'ws1', id!, order)).toMatchObject({ cursor: 'moved', filter: order.filter });
  expect(await kept.change({ subject: 'test' }, 'ws1', id!, order)).toMatchObject({ cursor: 'moved by another filter' });
});

it('an instance that stops releases all its webhooks at once; paused and disabled webhooks have no owner', async () => {
  await webhooks(4);
  const [ending, next] = ['ending', 'next'].map((name) => new LeaseBook(pool, name, LEASE_MS * 10)) as [LeaseBook, LeaseBook];
  await ending.heartbeat();
  const taken = await ending.take(4);
  expect(await store.paused(taken[0]!, 'gone', null)).toBe(true);
  await pool.query('update webhook set enabled = false where id = $1', [taken[1]!.id]);
  expect((await ending.held()).length).toBe(2);
  await ending.leave();
  await next.heartbeat();
  expect((await next.take(10)).map(({ id }) => id).sort()).toEqual([taken[2]!.id, taken[3]!.id].sort());
});
