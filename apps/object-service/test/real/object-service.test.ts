import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectChange } from '#object-rules/change.js';
import type { ObjectState } from '#object-rules/object.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { wholeState } from '../../src/storage/stored-state.js';
import { at, CommandSender, iso, operationIdAt, outcomesIn, recordsOf, TopicWatcher, UNPUBLISHED } from './commands.js';

describe('the object service on the real broker and database', () => {
  let space: TestSpace;
  let service: RunningService;
  let sender: CommandSender;
  let db: pg.Client;
  let events: TopicWatcher;
  let outcomes: TopicWatcher;
  let states: TopicWatcher;
  let letters: TopicWatcher;

  beforeAll(async () => {
    space = await createTestSpace('object-service');
    service = await startService('object-service', space.environment('object-service', { STATE_INTERVAL_MS: '300' }));
    sender = await CommandSender.connect(space);
    db = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.objects}` });
    await db.connect();
    [events, outcomes, states, letters] = await Promise.all([
      TopicWatcher.open(space, 'object.events'),
      TopicWatcher.open(space, 'object.outcomes'),
      TopicWatcher.open(space, 'object.state'),
      TopicWatcher.open(space, 'object.commands.dead-letter'),
    ]);
  });

  afterAll(async () => {
    await Promise.all([events, outcomes, states, letters].map((watcher) => watcher?.close()));
    await sender?.close();
    await db?.end();
    await service?.stop();
    await space?.close();
  });

  const outcomesOf = async (operationId: string, records = 1) => {
    const all = await outcomes.until(
      (read) => outcomesIn(read).filter((outcome) => outcome.operationId === operationId).length >= records,
      `outcomes of ${operationId}`,
    );
    return outcomesIn(all).filter((outcome) => outcome.operationId === operationId);
  };
  const internal = (path: string, init: RequestInit = {}) =>
    fetch(`${service.url}/internal/groups/${path}`, {
      ...init,
      headers: { 'x-waymark-internal': space.installation.secrets.internalToken, 'content-type': 'application/json', ...init.headers },
    });

  it('applies a call over all partitions, answers it, publishes events and states', async () => {
    const ids = Array.from({ length: 30 }, (_, i) => `first-${i}`);
    const operationId = await sender.call(
      'alpha',
      ids.map((id) => at(id, 50)),
      { reply: 2 },
    );
    const results = (await outcomesOf(operationId, 3)).flatMap((outcome) => outcome.results);
    expect(results.sort((a, b) => a[0] - b[0])).toEqual(ids.map((id, index) => [index, id, 'created', 1, false]));
    expect(outcomes.records.every((record) => record.partition === 2)).toBe(true);

    const published = await events.until((read) => ids.every((id) => read.some((record) => record.key === id)), 'events');
    const first = published.find((record) => record.key === 'first-0');
    expect(first?.headers).toMatchObject({
      ce_specversion: '1.0',
      ce_type: 'waymark.object.created.v1',
      ce_id: 'first-0@1',
      ce_workspace: 'alpha',
    });
    expect(JSON.parse(first?.value ?? '')).toMatchObject({
      externalId: 'first-0',
      revision: 1,
      operationId,
      position: { lat: 50, lon: 7 },
    });
    const state = (await states.until((read) => read.some((record) => record.key === 'first-0'), 'states')).find(
      (record) => record.key === 'first-0',
    );
    expect(JSON.parse(state?.value ?? '')).toMatchObject({ externalId: 'first-0', revision: 1, workspace: 'alpha', archived: false });
    expect(state?.partition).toBe(first?.partition);

    const view = (await (await internal(`alpha/operations/${operationId}`)).json()) as {
      complete: boolean;
      results: unknown[];
      total: number;
    };
    expect(view).toMatchObject({ complete: true, total: 30 });
    expect(view.results).toEqual(results);
    expect((await internal(`beta/operations/${operationId}`)).status).toBe(404);
    expect((await internal(`alpha/operations/${operationIdAt(Date.now())}`)).status).toBe(404);
    // Issued ten minutes ago and not in the log, so its outcome will never come.
    await expect
      .poll(async () => (await internal(`alpha/operations/${operationIdAt(Date.now() - 600_000)}`)).json(), {
        timeout: 15_000,
        interval: 1000,
      })
      .toMatchObject({ complete: false, lost: true });
  });

  it('lets the log decide a race of two workspaces for the same ids: one permanent owner', async () => {
    const ids = Array.from({ length: 40 }, (_, i) => `raced-${i}`);
    const racers = ['alpha', 'beta', 'gamma'];
    const operations = await Promise.all(racers.flatMap((workspace) => ids.map((id) => sender.call(workspace, [at(id, 1)]))));
    for (const operation of operations) await outcomesOf(operation);
    const { rows } = await db.query<{ external_id: string; workspace: string; revision: string }>(
      `select * from object where external_id like 'raced-%'`,
    );
    expect(rows).toHaveLength(ids.length);
    expect(rows.every((row) => row.revision === '1')).toBe(true);
    const codes = operations.map((id) =>
      outcomesIn(outcomes.records)
        .find((outcome) => outcome.operationId === id)
        ?.results[0]?.slice(2, 4),
    );
    expect(codes.filter((code) => code?.[0] === 'created')).toHaveLength(ids.length);
    expect(codes.filter((code) => code?.[1] === 'belongs-to-another-workspace')).toHaveLength(ids.length * 2);
  });

  it('applies an operation once, however often its record arrives, and answers each time with the first outcomes', async () => {
    const operationId = operationIdAt(Date.now());
    await sender.call('alpha', [at('twice', 1)], { operationId, reply: 1 });
    await outcomesOf(operationId);
    await sender.call('alpha', [at('twice', 2), at('twice', 3)], { operationId, reply: 3 });
    const both = await outcomesOf(operationId, 2);
    expect(both[1]).toEqual(both[0]);
    const inOneUnit = operationIdAt(Date.now());
    await Promise.all([1, 2, 3].map((lat) => sender.call('alpha', [at('thrice', lat)], { operationId: inOneUnit })));
    expect(new Set((await outcomesOf(inOneUnit, 3)).map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    const { rows } = await db.query<{ revision: string; state: ObjectState }>(
      `select revision, state from object where external_id in ('twice', 'thrice')`,
    );
    expect(rows.map((row) => row.revision)).toEqual(['1', '1']);
    expect(outcomes.records.some((record) => record.partition === 3)).toBe(true);
  });

  it.each([
    ['of last week', -7 * 24],
    ['from tomorrow', 25],
    ['from next week', 7 * 24],
  ])('also applies an operation %s once', async (_, hours) => {
    const id = `late${hours}`;
    const old = operationIdAt(Date.now() + hours * 3600 * 1000);
    await sender.call('alpha', [at(id, 1)], { operationId: old });
    await sender.call('alpha', [at(id, 2)], { operationId: old });
    expect(await outcomesOf(old, 2)).toHaveLength(2);
    const { rows } = await db.query('select 1 from object where external_id = $1 and revision = 1', [id]);
    expect(rows).toHaveLength(1);
  });

  it('sets poison aside with its reason and continues with the partition', async () => {
    const before = letters.records.length;
    const [good] = recordsOf('alpha', [at('after-poison', 1)], space.partitions);
    const misplaced = JSON.stringify({ ...good?.record, operationId: operationIdAt(Date.now()) });
    const partition = good?.partition ?? 0;
    const poison: [number, string | Buffer][] = [
      [partition, 'no json'],
      [partition, Buffer.from([0xff, 0xfe, 0x00])],
      [partition, '{"v":1}'],
      [partition, 'null'],
      [partition, JSON.stringify({ ...good?.record, operationId: 'not-a-uuid' })],
      [partition, JSON.stringify({ ...good?.record, elements: [[0, at('nul\0', 1)]] })],
      [partition, JSON.stringify({ ...good?.record, elements: [[0, { op: 'explode', externalId: 'x' }]] })],
      [(partition + 1) % space.partitions, misplaced],
    ];
    for (const [on, value] of poison) await sender.raw(on, value);
    await sender.raw(partition, JSON.stringify(good?.record));
    await outcomesOf(good?.record.operationId ?? '');
    const set = await letters.until((read) => read.length >= before + poison.length, 'dead letters');
    for (const record of set.slice(before)) expect(record.headers['waymark-dead-letter-reason']).toMatch(/\w+/);
    const { rows } = await db.query(`select 1 from object where external_id in ('after-poison')`);
    expect(rows).toHaveLength(1);
  });

  it('handles names with a meaning in JavaScript like any other', async () => {
    const values = ['__proto__', 'constructor', 'toString'].map((field) => ({ type: 'String' as const, field, value: 'mine' }));
    const operationId = await sender.call('alpha', [
      { externalId: '__proto__', locationUpdate: { newPosition: { lat: 1, lon: 1 } }, fieldValues: values },
    ]);
    expect((await outcomesOf(operationId))[0]?.results).toEqual([[0, '__proto__', 'created', 1, false]]);
    const again = await sender.call('alpha', [{ externalId: '__proto__', fieldValues: values }]);
    expect((await outcomesOf(again))[0]?.results).toEqual([[0, '__proto__', 'updated', 2, false]]);
    const { rows } = await db.query<{ fields: string }>(
      `select state->'fields' #>> '{}' as fields from object where external_id = '__proto__'`,
    );
    for (const name of ['__proto__', 'constructor', 'toString']) expect(rows[0]?.fields).toContain(`"${name}":{`);
  });

  it('edits, archives and restores; late observations never move an object back', async () => {
    const now = Date.now();
    const run = async (...commands: Parameters<typeof sender.call>[1]) =>
      (await outcomesOf(await sender.call('alpha', commands)))[0]?.results[0];
    await run(at('lived', 10, iso(now)));
    expect(await run(at('lived', 11, iso(now - 60_000)))).toEqual([0, 'lived', 'updated', 2, true]);
    expect(await run({ op: 'edit', externalId: 'lived', set: { title: 'Crane', icon: null }, ifRevision: 2 })).toEqual([
      0,
      'lived',
      'updated',
      3,
      false,
    ]);
    expect((await run({ op: 'edit', externalId: 'lived', set: { title: 'x' }, ifRevision: 2 }))?.[3]).toBe('revision-conflict');
    expect(await run({ op: 'archive', externalId: 'lived' })).toEqual([0, 'lived', 'updated', 4, false]);
    expect(await run({ op: 'restore', externalId: 'lived' })).toEqual([0, 'lived', 'updated', 5, false]);
    const { rows } = await db.query<{ state: ObjectState }>(`select state from object where external_id = 'lived'`);
    expect(wholeState(rows[0]!.state)).toMatchObject({ revision: 5, title: 'Crane', archived: false, position: { lat: 10 } });
    const mine = await events.until((read) => read.filter((record) => record.key === 'lived').length >= 5, 'five events');
    const seen = mine.filter((record) => record.key === 'lived');
    expect(seen.map((record) => record.headers.ce_type?.split('.')[2])).toEqual(['created', 'updated', 'edited', 'archived', 'restored']);
    expect(seen.map((record) => (JSON.parse(record.value) as ObjectChange).stale)).toEqual([
      undefined,
      true,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('claims an idempotency key once, for the first caller', async () => {
    const key = 'ab'.repeat(32);
    const claims = await Promise.all(
      Array.from({ length: 10 }, async (_, i) => {
        const answer = await internal(`alpha/idempotency-keys/${key}`, {
          method: 'PUT',
          body: JSON.stringify({ operationId: operationIdAt(Date.now()), bodyHash: `body-${i}` }),
        });
        return (await answer.json()) as { operationId: string; bodyHash: string; first: boolean };
      }),
    );
    expect(claims.filter((claim) => claim.first)).toHaveLength(1);
    expect(new Set(claims.map((claim) => claim.operationId)).size).toBe(1);
    const elsewhere = await internal(`beta/idempotency-keys/${key}`, {
      method: 'PUT',
      body: JSON.stringify({ operationId: operationIdAt(Date.now()), bodyHash: 'b' }),
    });
    expect(await elsewhere.json()).toMatchObject({ first: true });
    await db.query(`update idempotency_key set created_at = now() - interval '25 hours' where workspace = 'beta'`);
    const aged = await internal(`beta/idempotency-keys/${key}`, {
      method: 'PUT',
      body: JSON.stringify({ operationId: operationIdAt(Date.now()), bodyHash: 'c' }),
    });
    expect(await aged.json()).toMatchObject({ first: true, bodyHash: 'c' });
    expect((await internal(`beta/idempotency-keys/short`, { method: 'PUT', body: '{}' })).status).toBe(422);
  });

  it('refuses its internal routes without the secret', async () => {
    for (const headers of [{}, { 'x-waymark-internal': 'wrong' }]) {
      const answer = await fetch(`${service.url}/internal/groups/alpha/operations/${operationIdAt(Date.now())}`, { headers });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
    }
    expect((await fetch(`${service.url}/nothing`)).status).toBe(404);
  });

  it('leaves nothing unpublished in the outbox when it is idle', async () => {
    await expect.poll(async () => (await db.query(UNPUBLISHED)).rowCount).toBe(0);
  });

  it('has the newest state of each object on object.state', async () => {
    const { rows } = await db.query<{ state: ObjectState }>('select state from object');
    const objects = rows.map(({ state }) => wholeState(state));
    const newest = (id: string) => states.records.filter((record) => record.key === id).at(-1);
    await states.until(
      () => objects.every(({ externalId, revision }) => newest(externalId)?.headers.ce_revision === String(revision)),
      'newest states',
    );
    for (const object of objects) expect(JSON.parse(newest(object.externalId)?.value ?? 'null')).toEqual(object);
    await expect.poll(async () => (await db.query('select 1 from partition_offset where state_watermark < next_offset')).rowCount).toBe(0);
  });

  it('shuts down cleanly on SIGTERM', async () => {
    expect(await service.stop()).toBe(0);
    expect(service.log()).not.toMatch(/"level":"(error|fatal)"(?!.*(poison|dead letters))/);
  });
});
