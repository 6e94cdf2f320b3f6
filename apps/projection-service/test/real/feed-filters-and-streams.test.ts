import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsOf, type StreamEvent } from '#testing/event-stream.js';
import { startService, type RunningService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { EventWriter } from './event-writer.js';
import { FeedClient, type FeedAnswer } from './feed-client.js';

let space: TestSpace;
let services: RunningService[];
let clients: FeedClient[];
let writer: EventWriter;

beforeAll(async () => {
  space = await createTestSpace('streams');
  writer = new EventWriter(space);
  await writer.connect();
  const first = space.environment('projection-service', { WAITING_READERS: '6' });
  const second = { ...first, PORT: String(space.installation.ports.gateway), INSTANCE_ID: 'second' };
  services = await Promise.all([startService('projection-service', first), startService('projection-service', second)]);
  clients = services.map(({ url }) => new FeedClient(url, first.INTERNAL_TOKEN!));
});

afterAll(async () => {
  await Promise.all((services ?? []).map((service) => service.stop()));
  await writer?.close();
  await space?.close();
});

const at = (lat: number, lon = 10) => ({ lat, lon });
type Written = Parameters<EventWriter['write']>[0][number];
const write = (workspace: string, changes: Omit<Written, 'workspace'>[]): Promise<void> => writer.write(changes.map((change) => ({ workspace, ...change, externalId: `${workspace}-${change.externalId}` })));
const named = ({ changes }: FeedAnswer): string[] => changes.map(({ externalId, revision }) => `${externalId.slice(externalId.indexOf('-') + 1)}@${revision}`).sort();
/** All pages of a feed with a filter, until it is at its end. */
async function all(workspace: string, filter: string, from = 'earliest', limit = 2): Promise<FeedAnswer> {
  const answer: FeedAnswer = { changes: [], cursor: from, more: true };
  while (answer.more) {
    const page = await clients[0]!.json<FeedAnswer>(`/groups/${workspace}/changes?cursor=${answer.cursor}&limit=${limit}${filter && `&${filter}`}`);
    answer.changes.push(...page.changes);
    [answer.cursor, answer.more] = [page.cursor, page.more];
  }
  return answer;
}

describe('a feed with a filter', () => {
  const workspace = 'filters';
  beforeAll(async () => {
    await write(workspace, [
      { externalId: 'crane-1', revision: 1, position: at(50), set: { type: 'crane' } },
      { externalId: 'crane-2', revision: 1, position: at(60), set: { type: 'crane' } },
      { externalId: 'truck-1', revision: 1, position: at(50), set: { type: 'truck' } },
      { externalId: 'none-1', revision: 1, position: at(50, 179) },
    ]);
    await write(workspace, [
      { externalId: 'crane-1', revision: 2, fields: { load: { type: 'Number', value: 3 } } },
      { externalId: 'crane-2', revision: 2, fields: { driver: { type: 'String', value: 'Ida' } } },
      { externalId: 'truck-1', revision: 2, position: at(70), fields: { load: { type: 'Number', value: 4 } } },
      { externalId: 'truck-1', revision: 3, kind: 'archived' },
    ]);
    await clients[0]!.follow(workspace, 8);
  });

  it.each([
    ['', ['crane-1@1', 'crane-1@2', 'crane-2@1', 'crane-2@2', 'none-1@1', 'truck-1@1', 'truck-1@2', 'truck-1@3']],
    ['type=crane', ['crane-1@1', 'crane-1@2', 'crane-2@1', 'crane-2@2']],
    ['type=crane&type=truck&idPrefix=filters-t', ['truck-1@1', 'truck-1@2', 'truck-1@3']],
    ['id=filters-crane-2&id=filters-none-1', ['crane-2@1', 'crane-2@2', 'none-1@1']],
    ['field=load', ['crane-1@2', 'truck-1@2']],
    ['field=load&field=driver&type=crane', ['crane-1@2', 'crane-2@2']],
    ['kind=created', ['crane-1@1', 'crane-2@1', 'none-1@1', 'truck-1@1']],
    ['kind=archived&kind=updated&type=truck', ['truck-1@2', 'truck-1@3']],
    // By where it moved to; a change that moved nothing by where the object is now.
    ['bbox=0,45,20,55', ['crane-1@1', 'crane-1@2', 'truck-1@1']],
    ['bbox=0,65,20,75', ['truck-1@2', 'truck-1@3']],
    ['bbox=170,45,-170,55', ['none-1@1']],
    ['mode=state', ['crane-1@2', 'crane-2@2', 'none-1@1', 'truck-1@3']],
    ['mode=state&type=crane&bbox=0,45,20,55', ['crane-1@2']],
  ])('shows by %j what it asks for, and nothing else, whatever the pages', async (filter, expected) => {
    expect(named(await all(workspace, filter, 'earliest', 2))).toEqual(expected);
    expect(named(await all(workspace, filter, 'earliest', 5000))).toEqual(expected);
  });

  it('keeps its filter in its cursor', async () => {
    const { cursor } = await all(workspace, 'type=crane&field=load');
    await expect(clients[1]!.json(`/groups/${workspace}/changes?field=load&type=crane&type=crane&cursor=${cursor}`)).resolves.toMatchObject({ changes: [] });
    for (const other of ['', '&type=crane', '&type=truck&field=load']) {
      expect(await clients[0]!.problem(`/groups/${workspace}/changes?cursor=${cursor}${other}`)).toMatchObject({ status: 400, type: 'urn:waymark:problem:invalid-cursor', detail: expect.stringContaining('another filter') as string });
    }
  });

  it.each([
    ['kind=moved', 'kind: It must be one of created, updated'],
    ['mode=state&kind=created', 'kind: It belongs to mode=events'],
    ['mode=state&field=load', 'field: It belongs to mode=events'],
    ['type=', 'type: It is empty'],
    [`id=${'x'.repeat(257)}`, 'id: It is longer than 256'],
    [Array.from({ length: 51 }, (_, n) => `id=${n}`).join('&'), 'id: It is given more than 50 times'],
    ['bbox=1,2,3', 'bbox: It must be west,south,east,north'],
    ['color=red', 'There is no such parameter'],
  ])('refuses %s', async (filter, detail) => {
    expect(await clients[0]!.problem(`/groups/${workspace}/changes?${filter}`)).toMatchObject({ status: 400, detail: expect.stringContaining(detail) as string });
  });
});

describe('a snapshot with a cursor', () => {
  it('and the feed behind it leave no gap while everything changes', async () => {
    const workspace = 'snapshot';
    const names = Array.from({ length: 60 }, (_, n) => `o${n}`);
    const move = (revision: number) => write(workspace, names.map((externalId) => ({ externalId, revision, position: at(revision % 80) })));
    await move(1);
    await clients[0]!.follow(workspace, 60);
    let done = false;
    const writing = (async () => {
      for (let revision = 2; revision <= 40; revision++) await move(revision);
      done = true;
    })();
    for (const mode of ['events', 'state']) {
      const mirror = new Map<string, number>();
      const cursors = new Set<string>();
      let next: string | null = `/groups/${workspace}/externalObjects?snapshot=true&limit=7`;
      for (let page = 0; next !== null; page++) {
        const answer: { objects: { externalId: string; revision: number }[]; next: string | null; cursor: string } = await clients[page % 2]!.json(next);
        for (const { externalId, revision } of answer.objects) mirror.set(externalId, revision);
        cursors.add(answer.cursor);
        next = answer.next;
        await sleep(5);
      }
      expect([mirror.size, cursors.size]).toEqual([60, 1]);
      let cursor = [...cursors][0]!;
      for (let ended = false; !ended; ) {
        ended = done;
        const page = await clients[0]!.changes(workspace, { cursor, mode, wait: ended ? 2 : 1 });
        for (const { externalId, revision } of page.changes) {
          const before = mirror.get(externalId)!;
          if (mode === 'events') expect(revision, 'no revision is left out').toBeLessThanOrEqual(before + 1);
          mirror.set(externalId, Math.max(before, revision));
        }
        cursor = page.cursor;
        if (page.changes.length > 0) ended = false;
      }
      await writing;
      expect([...new Set(mirror.values())]).toEqual([40]);
    }
  });

  it('of a part goes on with the feed of that part only', async () => {
    const { cursor } = await clients[0]!.json<{ cursor: string }>('/groups/filters/externalObjects?snapshot=true&type=crane&bbox=0,45,20,55');
    await expect(clients[0]!.json(`/groups/filters/changes?type=crane&bbox=0,45,20,55&cursor=${cursor}`)).resolves.toMatchObject({ changes: [] });
    expect(await clients[0]!.problem(`/groups/filters/changes?type=crane&cursor=${cursor}`)).toMatchObject({ status: 400, detail: expect.stringContaining('another filter') as string });
    expect(await clients[0]!.json('/groups/filters/externalObjects')).not.toHaveProperty('cursor');
  });
});

describe('the feed as a stream', () => {
  const open = async (client: number, workspace: string, query = '', headers: Record<string, string> = {}): Promise<{ answer: Response; next: () => Promise<StreamEvent>; close: () => Promise<unknown> }> => {
    const answer = await clients[client]!.request(`/groups/${workspace}/changes${query}`, { headers: { accept: 'text/event-stream', ...headers } });
    const events = answer.ok ? eventsOf(answer.body!) : undefined;
    return { answer, next: async () => (await events!.next()).value as StreamEvent, close: () => events!.return(undefined) };
  };
  const revisionsIn = ({ data }: StreamEvent): number[] => (JSON.parse(data ?? '{"changes":[]}') as FeedAnswer).changes.map(({ revision }) => revision);

  it('brings what happened and what happens, goes on from the id of its last event on another instance, and repeats nothing', async () => {
    const workspace = 'stream';
    await write(workspace, [{ externalId: 'one', revision: 1, position: at(1) }]);
    await clients[0]!.follow(workspace, 1);
    const stream = await open(0, workspace);
    expect([stream.answer.status, stream.answer.headers.get('content-type'), stream.answer.headers.get('cache-control')]).toEqual([200, 'text/event-stream; charset=utf-8', 'no-store']);
    const first = await stream.next();
    expect([first.event, revisionsIn(first)]).toEqual(['changes', [1]]);
    let last = first;
    const seen: number[] = [];
    for (let revision = 2; revision <= 6; revision++) {
      await write(workspace, [{ externalId: 'one', revision, position: at(revision) }]);
      while (seen.at(-1) !== revision) seen.push(...revisionsIn((last = await stream.next())));
    }
    await stream.close();
    await write(workspace, [{ externalId: 'one', revision: 7, position: at(7) }]);
    const again = await open(1, workspace, '?cursor=earliest', { 'last-event-id': last.id! });
    while (seen.at(-1) !== 7) seen.push(...revisionsIn(await again.next()));
    await again.close();
    expect(seen).toEqual([2, 3, 4, 5, 6, 7]);
  });

  it('is cut into pages, of the mode and the filter that were asked for', async () => {
    const stream = await open(0, 'filters', '?mode=state&type=crane&limit=1');
    const pages = [await stream.next(), await stream.next()];
    await stream.close();
    expect(pages.flatMap(({ data }) => (data === undefined ? [] : (JSON.parse(data) as FeedAnswer).changes.map(({ objectType }) => objectType)))).toEqual(['crane', 'crane']);
  });

  it('moves a silent reader’s cursor on', { timeout: 30_000 }, async () => {
    const stream = await open(0, 'silent', '?cursor=latest');
    const begin = await stream.next();
    await write('loud', [{ externalId: 'one', revision: 1, position: at(1) }]);
    await clients[0]!.follow('loud', 1);
    const later = await stream.next();
    await stream.close();
    expect([begin.data, later.data]).toEqual([undefined, undefined]);
    expect(later.id).not.toBe(begin.id);
  });

  it('answers a wrong cursor as any other read does, and no more readers than it may hold', async () => {
    expect((await open(0, 'stream', '', { 'last-event-id': 'noise' })).answer.status).toBe(400);
    const streams = await Promise.all(Array.from({ length: 7 }, () => open(1, 'nobody', '?cursor=latest')));
    expect(streams.map(({ answer }) => answer.status).sort()).toEqual([200, 200, 200, 200, 200, 200, 503]);
    await Promise.all(streams.filter(({ answer }) => answer.ok).map(({ close }) => close()));
  });

  it('waits for a reader that does not read, and brings it all that happened meanwhile', { timeout: 60_000 }, async () => {
    const workspace = 'slow';
    const fields = { text: { type: 'String' as const, value: 'x'.repeat(4000) } };
    const stream = await open(0, workspace, '?limit=50');
    const rounds = 100;
    for (let revision = 1; revision <= rounds; revision++) await write(workspace, Array.from({ length: 50 }, (_, n) => ({ externalId: `o${n}`, revision, position: at(revision % 80), fields })));
    await clients[0]!.follow(workspace, rounds * 50);
    const counts = new Map<string, number>();
    let total = 0;
    while (total < rounds * 50) {
      for (const { externalId, revision } of (JSON.parse((await stream.next()).data ?? '{"changes":[]}') as FeedAnswer).changes) {
        expect(revision).toBe((counts.get(externalId) ?? 0) + 1);
        counts.set(externalId, revision);
        total += 1;
      }
    }
    await stream.close();
  });
});
