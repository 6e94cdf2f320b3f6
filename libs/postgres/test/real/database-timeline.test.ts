import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg, { type Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseFault } from '#postgres/database-errors.js';
import { DatabaseTimeline } from '#postgres/database-timeline.js';
import { createPool } from '#postgres/pool.js';
import { type ReplicatedDatabase, startReplicatedDatabase } from '#testing/replicated-database.js';
import { TcpProxy } from '#testing/tcp-proxy.js';

const logger = pino({ level: 'silent' });
let folder: string;
let database: ReplicatedDatabase;
let proxy: TcpProxy;
const pools: Pool[] = [];

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Logs in as a role that may only connect. */
function open(timeline: DatabaseTimeline, pipeline = false): Pool {
  const url = new URL(database.url);
  [url.port, url.username, url.password] = [String(proxy.port), 'plain', 'plain'];
  const pool = createPool({ url: url.href, schema: 'public', max: 1, applicationName: 'timeline', timeline, pipeline });
  pools.push(pool);
  return pool;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waymark-timeline-'));
  database = await startReplicatedDatabase(folder);
  await run(database.url, `create role plain login password 'plain'`);
  proxy = await TcpProxy.start(`127.0.0.1:${new URL(database.url).port}`);
}, 180_000);
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await proxy?.close();
  await database?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

describe('a database that is replaced while a process runs', () => {
  it('is noticed by the next connection of any pool, also by one that has had none', async () => {
    let ends = 0;
    const timeline = new DatabaseTimeline(logger, () => void ends++);
    const [one, other] = [open(timeline, true), open(timeline)];
    const ask = (pool: Pool): Promise<unknown> =>
      pool.query('select 1').then(
        () => undefined,
        (error: unknown) => error,
      );
    expect(await ask(one)).toBeUndefined();

    // After a broken connection, the next one leads to the same database.
    proxy.reset();
    await expect.poll(() => ask(one)).toBeUndefined();

    const replica = new URL(database.replicaUrl);
    [replica.username, replica.password] = ['plain', 'plain'];
    await expect
      .poll(
        () =>
          run(replica.href, 'select 1').then(
            () => true,
            () => false,
          ),
        { timeout: 40_000 },
      )
      .toBe(true);
    proxy.pointAt(Number(replica.port));
    proxy.reset();
    await expect.poll(() => ask(one)).toMatchObject({ name: 'StandbyError' });
    expect(databaseFault(await ask(other))).toBe('read-only');
    expect(ends).toBe(0);

    await run(database.replicaUrl, 'select pg_promote(true, 60)');
    expect(await ask(other)).toMatchObject({ name: 'OtherTimelineError' });
    expect(ends).toBe(1);
    expect(await ask(one)).toMatchObject({ name: 'OtherTimelineError' });
    expect(await ask(open(new DatabaseTimeline(logger, () => void ends++)))).toBeUndefined();
    expect(ends).toBe(2);
  }, 120_000);
});
