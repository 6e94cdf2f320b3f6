import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { at, CommandSender, operationIdAt, outcomesIn, TopicWatcher } from './commands.js';

/** LOOK_UP_CONNECTIONS of storage.module.ts. */
const LOOK_UP_CONNECTIONS = 4;
/** The longest wait of a look-up for a connection (libs/postgres), plus a margin for a busy machine. */
const ANSWERED_WITHIN_MS = 9000;
/** MAX_WAITING of look-up-pool.ts. */
const MAX_WAITING = 64;
const CROWD = 200;

describe('many look-ups, while earlier ones wait for the database', () => {
  let space: TestSpace;
  let service: RunningService;
  let sender: CommandSender;
  let outcomes: TopicWatcher;
  let db: pg.Client;
  const waiting: Promise<Response>[] = [];

  beforeAll(async () => {
    space = await createTestSpace('look-ups', { partitions: 1 });
    service = await startService('object-service', space.environment('object-service', { DATABASE_POOL: String(LOOK_UP_CONNECTIONS) }));
    sender = await CommandSender.connect(space);
    outcomes = await TopicWatcher.open(space, 'object.outcomes');
    db = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.objects}` });
    await db.connect();
  });
  afterAll(async () => {
    await db?.end();
    await Promise.allSettled(waiting);
    await outcomes?.close();
    await sender?.close();
    await service?.stop();
    await space?.close();
  });

  const internal = (path: string, init: RequestInit = {}) =>
    fetch(`${service.url}/internal/groups/alpha/${path}`, {
      ...init,
      headers: { 'x-waymark-internal': space.installation.secrets.internalToken, 'content-type': 'application/json' },
    });
  const claim = (n: number) =>
    internal(`idempotency-keys/${n.toString(16).padStart(64, '0')}`, {
      method: 'PUT',
      body: JSON.stringify({ operationId: operationIdAt(Date.now()), bodyHash: 'b' }),
    });
  /** Connections that wait for the table. */
  const connections = async () =>
    (await db.query<{ count: number }>(`select count(*)::int from pg_locks where relation = 'idempotency_key'::regclass and not granted`))
      .rows[0]!.count;

  it('delay no unit of work, use only their own connections, and are answered in bounded time', async () => {
    // Units never touch this table.
    await db.query('begin; lock table idempotency_key in access exclusive mode');
    for (let n = 0; n < LOOK_UP_CONNECTIONS; n++) waiting.push(claim(n));
    await expect.poll(connections).toBe(LOOK_UP_CONNECTIONS);
    const startedAt = performance.now();
    const crowd = Array.from({ length: CROWD }, () =>
      internal(`operations/${operationIdAt(Date.now())}`).then(async (answer) => ({
        status: answer.status,
        ms: performance.now() - startedAt,
        type: answer.headers.get('content-type'),
        text: await answer.text(),
      })),
    );
    waiting.push(claim(LOOK_UP_CONNECTIONS));

    const operationId = await sender.call('alpha', [at('meanwhile', 1)]);
    await outcomes.until((read) => outcomesIn(read).some((outcome) => outcome.operationId === operationId), 'the outcome of a unit', 8000);
    expect(await connections()).toBe(LOOK_UP_CONNECTIONS);

    const answers = await Promise.all(crowd);
    for (const { status, ms, type, text } of answers) {
      expect(ms).toBeLessThan(ANSWERED_WITHIN_MS);
      expect([status, type]).toEqual([503, 'application/problem+json']);
      expect(text).not.toMatch(/timeout exceeded|pool|select|stack/i);
    }
    // Look-ups beyond the queue are refused; the others have waited for a connection.
    const refused = answers.filter(({ text }) => text.includes('urn:waymark:problem:overloaded')).length;
    expect(refused).toBeGreaterThanOrEqual(CROWD - MAX_WAITING);
    expect(refused).toBeLessThan(CROWD);
    await db.query('rollback');
    await expect.poll(async () => (await internal(`operations/${operationId}`)).status).toBe(200);
  });
});
