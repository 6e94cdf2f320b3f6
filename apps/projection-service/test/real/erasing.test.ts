import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UNLIMITED } from '#contracts/directory/plan-limits.js';
import type { WorkspaceRecord } from '#contracts/directory/records.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { EventWriter } from './event-writer.js';
import { FeedClient } from './feed-client.js';

const position = { lat: 53.4, lon: -2.98 };
const DAY_MS = 86_400_000;
const MARK = 'mark-3f9a';
const secret = { note: { type: 'String' as const, value: MARK } };
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

describe('erased objects in the projection', { timeout: 120_000 }, () => {
  let space: TestSpace;
  let service: RunningService;
  let writer: EventWriter;
  let client: FeedClient;
  let database: pg.Client;

  beforeAll(async () => {
    space = await createTestSpace('projection erasing');
    writer = new EventWriter(space);
    await writer.connect();
    const environment = space.environment('projection-service');
    service = await startService('projection-service', environment);
    client = new FeedClient(service.url, environment.INTERNAL_TOKEN!);
    database = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.projection}` });
    await database.connect();
  });

  afterAll(async () => {
    await database?.end();
    await service?.stop();
    await writer?.close();
    await space?.close();
  });

  const count = async (text: string, ...values: unknown[]): Promise<number> =>
    Number((await database.query<{ count: string }>(`select count(*) from ${text}`, values)).rows[0]!.count);
  const record = (id: string, more: Partial<WorkspaceRecord>): { key: string; revision: number; body: WorkspaceRecord } => ({
    key: `workspace:${id}`,
    revision: 2,
    body: { id, name: id, formerNames: [], status: 'active', plan: 'unlimited', createdAt: '2026-01-01T00:00:00.000Z', ...more },
  });

  it('lose their state and their history, and the feed reports it to both kinds of readers', async () => {
    const one = { externalId: 'lorry/1', workspace: 'fold' };
    await writer.write([
      { ...one, revision: 1, position, set: { title: MARK, type: 'lorry' } },
      { ...one, revision: 2, fields: secret },
      { externalId: 'other', workspace: 'fold', revision: 1, position },
    ]);
    const { cursor } = await client.follow('fold', 3);
    const { cursor: states } = await client.changes('fold', { cursor: 'earliest', mode: 'state' });
    const erased = {
      ...one,
      revision: 3,
      kind: 'erased' as const,
      observedAt: '2026-11-21T09:00:00.000Z',
      receivedAt: new Date().toISOString(),
    };
    await writer.write([erased]);
    const line = {
      externalId: 'lorry/1',
      revision: 3,
      type: 'waymark.object.erased.v1',
      observedAt: erased.observedAt,
      receivedAt: erased.receivedAt,
    };
    expect((await client.follow('fold', 1, { cursor })).changes).toEqual([line]);
    expect((await client.changes('fold', { cursor: states, mode: 'state' })).changes).toEqual([line]);
    expect(await client.problem('/groups/fold/externalObjects/lorry%2F1')).toMatchObject({
      status: 404,
      type: 'urn:waymark:problem:unknown-object',
    });
    expect(await client.problem('/groups/fold/externalObjects/lorry%2F1/history')).toMatchObject({ status: 404 });
    expect(await count(`history where external_id = 'lorry/1'`)).toBe(0);
    expect(await count(`object_state where state::text like '%${MARK}%'`)).toBe(0);
    expect((await client.json<{ objects: unknown[] }>('/groups/fold/externalObjects')).objects).toHaveLength(1);
  });

  it('stay erased when old records are repeated, and start again with the next revision', async () => {
    const two = { externalId: 'two', workspace: 'repeat' };
    const before = [
      { ...two, revision: 1, position },
      { ...two, revision: 2, position, fields: secret },
      { ...two, revision: 3, kind: 'erased' as const },
    ];
    await writer.write(before);
    await client.follow('repeat', 3);
    // Also in a new process, without cached state.
    await service.restart();
    await writer.write(before);
    await writer.write([
      { externalId: 'behind', workspace: 'repeat', revision: 1, position },
      { ...two, revision: 4, kind: 'created', position: { lat: 1, lon: 2 } },
      { ...two, revision: 5, fields: { a: { type: 'Number', value: 1 } } },
      before[1]!,
    ]);
    const { changes } = await client.follow('repeat', 6);
    expect(changes.filter(({ externalId }) => externalId === 'two').map(({ revision }) => revision)).toEqual([1, 2, 3, 4, 5]);
    expect(await client.json('/groups/repeat/externalObjects/two')).toMatchObject({
      revision: 5,
      position: { lat: 1, lon: 2 },
      fields: { a: { value: 1 } },
    });
    expect(await client.json('/groups/repeat/externalObjects/two')).not.toHaveProperty('fields.note');
    expect(
      (await client.json<{ history: { revision: number }[] }>('/groups/repeat/externalObjects/two/history?order=oldest')).history.map(
        ({ revision }) => revision,
      ),
    ).toEqual([4, 5]);
    expect(await (await fetch(`${service.url}/metrics`)).text()).not.toMatch(/outcome="gap",service="projection-service"\} [1-9]/);
  });

  it('may be created, erased and created again in one unit', async () => {
    const three = { externalId: 'three', workspace: 'churn' };
    await writer.write([
      { ...three, revision: 1, position },
      { ...three, revision: 2, kind: 'erased' },
      { ...three, revision: 3, kind: 'created', position, fields: secret },
      { ...three, revision: 4, kind: 'erased' },
      { ...three, revision: 5, kind: 'created', position: { lat: 5, lon: 5 } },
      { externalId: 'gone at once', workspace: 'churn', revision: 1, position, fields: secret },
      { externalId: 'gone at once', workspace: 'churn', revision: 2, kind: 'erased' },
    ]);
    await client.follow('churn', 7);
    expect(await client.json('/groups/churn/externalObjects/three')).toMatchObject({
      revision: 5,
      position: { lat: 5, lon: 5 },
      fields: {},
    });
    expect(
      (await client.json<{ history: { revision: number }[] }>('/groups/churn/externalObjects/three/history')).history.map(
        ({ revision }) => revision,
      ),
    ).toEqual([5]);
    expect(await count(`history where change like '%${MARK}%'`)).toBe(0);
  });

  it('lose a history that is too long for one transaction later, and hide it until then', async () => {
    const long = { externalId: 'long', workspace: 'held' };
    await writer.write([
      { ...long, revision: 1, position },
      { externalId: 'near', workspace: 'held', revision: 1, position },
    ]);
    await client.follow('held', 2);
    await database.query(
      `insert into history select 'long', n, 'held', now(), now(), '{"revision":' || n || '}' from generate_series(2, 25000) n`,
    );
    await writer.write([
      { ...long, revision: 25_001, kind: 'erased' },
      { ...long, revision: 25_002, kind: 'created', position },
    ]);
    await client.follow('held', 4);
    expect(await count(`history where external_id = 'long'`)).toBe(25_001);
    expect(
      (await client.json<{ history: { revision: number }[] }>('/groups/held/externalObjects/long/history')).history.map(
        ({ revision }) => revision,
      ),
    ).toEqual([25_002]);
    await service.restart();
    await expect.poll(() => count(`history where external_id = 'long'`), { timeout: 20_000 }).toBe(1);
    await expect.poll(() => count(`erased_object where history_left`)).toBe(0);
    expect(await count(`history where external_id = 'near'`)).toBe(1);
  });

  it('leave the feed with their workspace', async () => {
    const ids = Array.from({ length: 40 }, (_, at) => `w${at}`);
    for (const workspace of ['west', 'gap'])
      await writer.write(ids.map((id) => ({ externalId: `${workspace} ${id}`, workspace, revision: 1, position, fields: secret })));
    await client.follow('west', 40);
    await client.follow('gap', 40);
    await space.directory([record('west', { status: 'deleted', deleteAfter: new Date().toISOString() })]);
    await expect.poll(() => count(`feed_chunk where workspace = 'west'`), { timeout: 20_000 }).toBe(0);
    expect(await count(`feed_chunk where workspace = 'gap'`)).toBeGreaterThan(0);
    expect((await client.changes('gap', { cursor: 'earliest' })).changes).toHaveLength(40);
  });

  it('and history beyond the retention of the plan go, one piece at a time and once', async () => {
    const old = (
      workspace: string,
      days: number,
    ): { externalId: string; workspace: string; revision: number; position: typeof position; receivedAt: string; observedAt: string } => ({
      externalId: `${workspace} ${days}`,
      workspace,
      revision: 1,
      position,
      receivedAt: daysAgo(days),
      observedAt: daysAgo(days),
    });
    await writer.write(['north', 'south'].flatMap((workspace) => [60, 40, 1].map((days) => old(workspace, days))));
    await client.follow('north', 3);
    await client.follow('south', 3);
    await space.directory([
      { key: 'plan:brief', revision: 1, body: { name: 'brief', limits: { ...UNLIMITED, historyDays: 20 } } },
      record('north', { plan: 'brief' }),
    ]);
    await service.restart();
    const days = (workspace: string): Promise<number> => count(`history where workspace = $1`, workspace);
    await expect.poll(() => days('north'), { timeout: 20_000 }).toBe(1);
    expect(await days('south')).toBe(3);
    // A plan's retention is applied once a day, so this row stays.
    await database.query(
      `insert into history select 'late', 1, 'north', received_at, received_at, '{}' from history where external_id = 'south 60'`,
    );
    await service.restart();
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(await days('north')).toBe(2);
  });
});
