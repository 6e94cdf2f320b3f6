import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { EventWriter } from './event-writer.js';
import { type FeedAnswer, FeedClient } from './feed-client.js';

const position = { lat: 53.4, lon: -2.98 };

describe('the changes feed', () => {
  let space: TestSpace;
  let services: RunningService[];
  let clients: FeedClient[];
  let writer: EventWriter;
  let database: pg.Client;

  beforeAll(async () => {
    space = await createTestSpace('feed');
    writer = new EventWriter(space);
    await writer.connect();
    const first = space.environment('projection-service', { WAITING_READERS: '4' });
    const second = { ...first, PORT: String(space.installation.ports.gateway), INSTANCE_ID: 'second' };
    services = await Promise.all([startService('projection-service', first), startService('projection-service', second)]);
    clients = services.map(({ url }) => new FeedClient(url, first.INTERNAL_TOKEN!));
    database = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.projection}` });
    await database.connect();
  });

  afterAll(async () => {
    await database?.end();
    await Promise.all((services ?? []).map((service) => service.stop()));
    await writer?.close();
    await space?.close();
  });

  const write = (workspace: string, ids: readonly string[], revision: number): Promise<void> =>
    writer.write(
      ids.map((externalId) => ({
        externalId: `${workspace}-${externalId}`,
        workspace,
        revision,
        position: { ...position, alt: revision },
      })),
    );
  const names = Array.from({ length: 40 }, (_, at) => `n${at}`);

  it('serves every change once, in the order of each object, page by page, to readers of different instances and workspaces', async () => {
    for (let revision = 1; revision <= 10; revision++)
      await Promise.all([write('page-a', names, revision), write('page-b', names, revision)]);
    for (const workspace of ['page-a', 'page-b']) {
      const all = await clients[0]!.follow(workspace, 400, { limit: 7 });
      const again = await clients[1]!.follow(workspace, 400, { limit: 5000 });
      for (const answer of [all, again]) {
        expect(answer.changes).toHaveLength(400);
        for (const name of names) {
          const revisions = answer.changes
            .filter(({ externalId }) => externalId === `${workspace}-${name}`)
            .map(({ revision }) => revision);
          expect(revisions).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        }
      }
      expect(await clients[1]!.changes(workspace, { cursor: all.cursor })).toMatchObject({ changes: [], more: false });
    }
  });

  it('serves with mode=state the newest state of each object once, and again only when it changes', async () => {
    for (let revision = 1; revision <= 4; revision++) await write('state', names, revision);
    await clients[0]!.follow('state', 160);
    const states = await clients[0]!.follow('state', 40, { mode: 'state', limit: 9 });
    expect(states.changes).toHaveLength(40);
    expect(
      states.changes.every(
        ({ revision, type, position: at }) => revision === 4 && type === 'waymark.object.state.v1' && (at as { alt: number }).alt === 4,
      ),
    ).toBe(true);
    await write('state', ['n3'], 5);
    const next = await clients[0]!.follow('state', 1, { mode: 'state', cursor: states.cursor });
    expect(next.changes.map(({ externalId, revision }) => [externalId, revision])).toEqual([['state-n3', 5]]);
  });

  it('wakes waiting readers of both instances within milliseconds', async () => {
    await write('wait', ['one'], 1);
    const start = await clients[0]!.follow('wait', 1);
    const latencies: number[] = [];
    // From the commit on, because the duration of the unit depends on other load.
    const committedAt = async (revision: number): Promise<number> => {
      const committed = `select 1 from object_state where external_id = 'wait-one' and revision = $1`;
      while ((await database.query(committed, [revision])).rowCount === 0) await sleep(2);
      return performance.now();
    };
    let cursor = start.cursor;
    for (let revision = 2; revision <= 21; revision++) {
      const reads = clients.map(async (client) => {
        const answer = await client.changes('wait', { cursor, wait: 20 });
        return { answer, at: performance.now() };
      });
      await sleep(30);
      await write('wait', ['one'], revision);
      const committed = await committedAt(revision);
      for (const { answer, at } of await Promise.all(reads)) {
        expect(answer.changes.map((change) => change.revision)).toEqual([revision]);
        latencies.push(at - committed);
        cursor = answer.cursor;
      }
    }
    latencies.sort((a, b) => a - b);
    expect(latencies[20]).toBeLessThan(200);
  });

  it('answers an empty page with a cursor when the wait is over, and refuses more waiting readers than it may hold', async () => {
    const { cursor } = await clients[0]!.changes('nobody', { cursor: 'latest' });
    const begin = performance.now();
    const empty = await clients[0]!.changes('nobody', { cursor, wait: 1 });
    expect(empty).toMatchObject({ changes: [], more: false });
    expect(performance.now() - begin).toBeGreaterThan(900);
    const many = await Promise.all(Array.from({ length: 6 }, () => clients[0]!.request(`/groups/nobody/changes?cursor=${cursor}&wait=2`)));
    expect(many.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 503, 503]);
    expect(many.find(({ status }) => status === 503)!.headers.get('retry-after')).toBe('2');
  });

  it('refuses foreign cursors, each kind with a separate detail', async () => {
    await write('refuse', ['one'], 1);
    const { cursor } = await clients[0]!.follow('refuse', 1);
    const detail = async (query: string, client = clients[0]!): Promise<string> => {
      const problem = await client.problem(`/groups/refuse/changes?${query}`);
      expect(problem).toMatchObject({ status: 400, type: 'urn:waymark:problem:invalid-cursor' });
      return problem.detail;
    };
    expect(await detail('cursor=noise')).toMatch(/not issued by this service/);
    expect(await detail(`cursor=${cursor.slice(0, -2)}${cursor.at(-2) === 'A' ? 'B' : 'A'}${cursor.at(-1)}`)).toMatch(
      /not issued by this service/,
    );
    expect(await detail(`mode=state&cursor=${cursor}`)).toMatch(/mode=events/);
    const { cursor: foreign } = await clients[0]!.changes('someone', { cursor: 'latest' });
    expect(await detail(`cursor=${foreign}`)).toMatch(/another workspace/);
    const again = await clients[0]!.request('/groups/refuse/changes', {
      headers: { accept: 'text/event-stream', 'last-event-id': 'noise' },
    });
    expect(await again.json()).toMatchObject({ errors: [{ pointer: 'Last-Event-ID' }] });
    await write('refuse', ['one'], 2);
    for (const limit of ['0', '-1', '1000000000', '5001']) {
      expect(await clients[0]!.problem(`/groups/refuse/changes?limit=${limit}`)).toMatchObject({
        status: 400,
        type: 'urn:waymark:problem:invalid-parameter',
      });
    }
    expect(await clients[0]!.problem('/groups/refuse/changes?wait=31')).toMatchObject({ status: 400 });
  });

  it('makes a cursor wait that is ahead of the feed', async () => {
    await write('ahead', ['one'], 1);
    const { cursor } = await clients[0]!.follow('ahead', 1);
    await database.query('create table held as select * from partition_offset; update partition_offset set next_offset = 0');
    // The instance that answered it assumes for a moment that the feed ends there.
    const begin = performance.now();
    expect(await clients[1]!.changes('ahead', { cursor, wait: 1 })).toEqual({ changes: [], cursor, more: false });
    expect(performance.now() - begin).toBeGreaterThan(900);
    await database.query(
      'update partition_offset o set next_offset = h.next_offset from held h where h.consumer = o.consumer ' +
        'and h.partition = o.partition; drop table held',
    );
    await write('ahead', ['one'], 2);
    expect((await clients[1]!.follow('ahead', 1, { cursor })).changes).toMatchObject([{ externalId: 'ahead-one', revision: 2 }]);
  });

  it('answers 410 with a way to start again for a cursor past the retention, and begins `earliest` after the gap', async () => {
    await write('old', ['one', 'two', 'three', 'four'], 1);
    await clients[0]!.follow('old', 4);
    // Between two commits, a page from the end of another one may be shared for some seconds.
    const { cursor } = await clients[0]!.changes('old', { cursor: 'earliest', limit: 1 });
    await database.query(
      'insert into feed_floor select partition, next_offset from partition_offset on conflict (partition) ' +
        'do update set first_offset = excluded.first_offset',
    );
    const answer = await clients[0]!.request(`/groups/old/changes?cursor=${cursor}`);
    expect(answer.status).toBe(410);
    const problem = (await answer.json()) as { type: string; resynchronise: { snapshot: string } };
    expect(problem.type).toBe('urn:waymark:problem:cursor-expired');
    const fresh = await clients[0]!.json<{ objects: unknown[]; cursor: string }>(problem.resynchronise.snapshot);
    expect(fresh.objects).toHaveLength(4);
    await write('old', ['one'], 2);
    expect((await clients[0]!.follow('old', 1, { cursor: fresh.cursor })).changes).toMatchObject([{ externalId: 'old-one', revision: 2 }]);
    expect((await clients[0]!.follow('old', 1)).changes).toMatchObject([{ externalId: 'old-one', revision: 2 }]);
  });

  it('continues without a gap or a repetition while instances leave and come back under load', async () => {
    let revision = 0;
    let writing = true;
    const load = (async () => {
      for (; writing; await sleep(20)) await write('churn', names, ++revision);
    })();
    const followed = (async () => {
      const seen: FeedAnswer['changes'] = [];
      let cursor = 'earliest';
      for (let idle = 0; writing || idle < 3;) {
        const client = clients[0]!;
        const page = await client.changes('churn', { cursor, wait: 1, limit: 500 }).catch(() => undefined);
        if (!page) {
          await sleep(50);
          continue;
        }
        idle = page.changes.length === 0 ? idle + 1 : 0;
        seen.push(...page.changes);
        cursor = page.cursor;
      }
      return seen;
    })();
    await sleep(500);
    await services[1]!.restart('SIGKILL');
    await sleep(500);
    await services[1]!.restart('SIGTERM');
    await services[0]!.restart('SIGTERM');
    await sleep(500);
    writing = false;
    await load;
    const wanted = revision;
    const seen = await followed;
    const rest = await clients[0]!.follow('churn', wanted * names.length, { timeoutMs: 40_000 });
    expect(rest.changes).toHaveLength(wanted * names.length);
    for (const name of names) {
      const revisions = rest.changes.filter(({ externalId }) => externalId === `churn-${name}`).map((change) => change.revision);
      expect(revisions).toEqual(Array.from({ length: wanted }, (_, at) => at + 1));
    }
    const keys = seen.map((change) => `${change.externalId}@${change.revision}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(await clients[0]!.json(`/groups/churn/externalObjects/churn-n0`)).toMatchObject({ revision: wanted });
  }, 180_000);
});
