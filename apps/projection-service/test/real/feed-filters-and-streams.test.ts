import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NARROWED_HEADER, narrowedHeader } from '#identity/forwarded-narrowing.js';
import { eventsOf, type StreamEvent } from '#testing/event-stream.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { EventWriter } from './event-writer.js';
import { type FeedAnswer, FeedClient } from './feed-client.js';

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
const write = (workspace: string, changes: Omit<Written, 'workspace'>[]): Promise<void> =>
  writer.write(changes.map((change) => ({ workspace, ...change, externalId: `${workspace}-${change.externalId}` })));
const named = ({ changes }: FeedAnswer): string[] =>
  changes.map(({ externalId, revision }) => `${externalId.slice(externalId.indexOf('-') + 1)}@${revision}`).sort();
/** All pages of a filtered feed, to its end. */
async function all(workspace: string, filter: string, from = 'earliest', limit = 2): Promise<FeedAnswer> {
  const answer: FeedAnswer = { changes: [], cursor: from, more: true };
  while (answer.more) {
    const page = await clients[0]!.json<FeedAnswer>(
      `/groups/${workspace}/changes?cursor=${answer.cursor}&limit=${limit}${filter && `&${filter}`}`,
    );
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
    // By the new position; for a change without a position, by the object's current one.
    ['bbox=0,45,20,55', ['crane-1@1', 'crane-1@2', 'truck-1@1']],
    ['bbox=0,65,20,75', ['truck-1@2', 'truck-1@3']],
    ['bbox=170,45,-170,55', ['none-1@1']],
    ['mode=state', ['crane-1@2', 'crane-2@2', 'none-1@1', 'truck-1@3']],
    ['mode=state&type=crane&bbox=0,45,20,55', ['crane-1@2']],
  ])('shows exactly what %j selects, whatever the page size', async (filter, expected) => {
    expect(named(await all(workspace, filter, 'earliest', 2))).toEqual(expected);
    expect(named(await all(workspace, filter, 'earliest', 5000))).toEqual(expected);
  });

  it('keeps its filter in its cursor', async () => {
    const { cursor } = await all(workspace, 'type=crane&field=load');
    await expect(clients[1]!.json(`/groups/${workspace}/changes?field=load&type=crane&type=crane&cursor=${cursor}`)).resolves.toMatchObject(
      { changes: [] },
    );
    for (const other of ['', '&type=crane', '&type=truck&field=load']) {
      expect(await clients[0]!.problem(`/groups/${workspace}/changes?cursor=${cursor}${other}`)).toMatchObject({
        status: 400,
        type: 'urn:waymark:problem:invalid-cursor',
        detail: expect.stringContaining('a different filter') as string,
      });
    }
  });

  it.each([
    ['kind=moved', 'kind: It must be one of created, updated'],
    ['mode=state&kind=created', 'kind: It requires mode=events'],
    ['mode=state&field=load', 'field: It requires mode=events'],
    ['type=', 'type: It is empty'],
    [`id=${'x'.repeat(257)}`, 'id: It is longer than 256'],
    [Array.from({ length: 51 }, (_, n) => `id=${n}`).join('&'), 'id: It was sent more than 50 times'],
    ['bbox=1,2,3', 'bbox: It must be west,south,east,north'],
    ['color=red', 'This parameter does not exist here'],
  ])('refuses %s', async (filter, detail) => {
    expect(await clients[0]!.problem(`/groups/${workspace}/changes?${filter}`)).toMatchObject({
      status: 400,
      detail: expect.stringContaining(detail) as string,
    });
  });
});

describe('a feed with area events', () => {
  const workspace = 'areas';
  const EVERY = 'kind=area.entered&kind=area.left&kind=area.corrected&kind=created';
  const writeAreaEvents = (
    ...events: (Omit<Parameters<EventWriter['writeAreaEvents']>[0], 'workspace'> & { workspace?: string })[]
  ): Promise<void> =>
    writer.writeAreaEvents(
      ...events.map((event) => ({ workspace, ...event, externalId: `${event.workspace ?? workspace}-${event.externalId}` })),
    );
  const linesOf = ({ changes }: FeedAnswer): unknown[] =>
    changes.map(
      ({ externalId, type, areaId }) =>
        `${externalId.split('-')[1]} ${type.split('.')[2]}${areaId === undefined ? '' : ` ${String(areaId)}`}`,
    );
  /** Waits until this many lines have arrived at an instance, because the other one sees a commit a moment later. */
  const until = async (count: number, filter: string, from: string, client = clients[1]!): Promise<FeedAnswer> => {
    const answer: FeedAnswer = { changes: [], cursor: from, more: true };
    const deadline = Date.now() + 30_000;
    while (answer.changes.length < count) {
      if (Date.now() > deadline) throw new Error(`Only ${answer.changes.length} of ${count} lines came.`);
      const page = await client.json<FeedAnswer>(`/groups/${workspace}/changes?cursor=${answer.cursor}&limit=1&wait=5&${filter}`);
      answer.changes.push(...page.changes);
      answer.cursor = page.cursor;
    }
    return answer;
  };
  let before: string;

  it('emits each event once and in order to readers that ask for it, and to no others, on every instance', async () => {
    ({ cursor: before } = await clients[0]!.json<{ cursor: string }>(`/groups/${workspace}/externalObjects?snapshot=true&${EVERY}`));
    await write(
      workspace,
      ['van', 'cart'].map((externalId) => ({ externalId, revision: 1, position: at(50), set: { type: externalId } })),
    );
    await writer.raw([{ partition: 0, key: 'noise', value: 'noise' }], 'area.events');
    const entered = { kind: 'entered' as const, eventId: 'e1', externalId: 'van', areaId: 'yard', objectRevision: 1 };
    const left = { ...entered, kind: 'left' as const, eventId: 'e2', late: true as const };
    const corrected = { ...entered, kind: 'corrected' as const, eventId: 'e3', corrects: 'e2', correctedKind: 'left' as const };
    await writeAreaEvents(entered, left);
    // As after a send with an unknown outcome.
    await writeAreaEvents(entered, left, left, corrected);
    await writeAreaEvents(
      { ...entered, eventId: 'e4', externalId: 'cart', areaId: 'dock' },
      { ...entered, eventId: 'e5', workspace: 'elsewhere' },
    );
    const all = await until(6, EVERY, before);
    await until(6, EVERY, before, clients[0]);
    expect(linesOf(all).filter((line) => String(line).endsWith('yard'))).toEqual([
      'van entered yard',
      'van left yard',
      'van corrected yard',
    ]);
    expect(
      linesOf(all)
        .filter((line) => !String(line).endsWith('yard'))
        .sort(),
    ).toEqual(['cart created', 'cart entered dock', 'van created']);
    expect(all.changes.find(({ eventId }) => eventId === 'e3')).toMatchObject({
      revision: 1,
      areaRevision: 1,
      corrects: 'e2',
      correctedKind: 'left',
      observedAt: expect.any(String) as string,
      receivedAt: expect.any(String) as string,
    });
    expect(await clients[0]!.json(`/groups/${workspace}/changes?cursor=${all.cursor}&${EVERY}`)).toMatchObject({
      changes: [],
      more: false,
    });
    expect((await clients[0]!.changes(workspace, { cursor: 'earliest' })).changes.map(({ type }) => type)).toEqual(
      Array(2).fill('waymark.object.created.v1'),
    );
    // In another partition, which may be read later.
    await expect
      .poll(async () => (await clients[0]!.json<FeedAnswer>(`/groups/elsewhere/changes?area=yard`)).changes.map(({ eventId }) => eventId))
      .toEqual(['e5']);
  });

  it.each([
    ['area=yard', ['van entered yard', 'van left yard', 'van corrected yard']],
    ['area=yard&area=dock&kind=area.entered', ['van entered yard', 'cart entered dock']],
    ['kind=area.entered&type=cart', ['cart entered dock']],
    ['kind=area.left&idPrefix=areas-c', []],
    ['area=dock&bbox=0,45,20,55', ['cart entered dock']],
    ['area=dock&bbox=0,65,20,75', []],
  ])('shows exactly what %j selects', async (filter, expected) => {
    for (const limit of [1, 5000]) expect(linesOf(await all(workspace, filter, 'earliest', limit)).sort()).toEqual(expected.toSorted());
  });

  it('reads no object changes for readers of areas alone, and does not skip them until all area events are read', async () => {
    const objectsFrom = async (cursor: string): Promise<unknown[]> => {
      const place = await clients[0]!.json<{ cursor: string }>(`/groups/${workspace}/feed-place?from=${cursor}`);
      return linesOf(await clients[0]!.changes(workspace, { cursor: place.cursor }));
    };
    const first = await clients[0]!.json<FeedAnswer>(
      `/groups/${workspace}/changes?area=yard&cursor=${(await clients[0]!.json<{ cursor: string }>(`/groups/${workspace}/feed-place?area=yard&from=earliest`)).cursor}&limit=1`,
    );
    expect([linesOf(first), first.more, (await objectsFrom(first.cursor)).length]).toEqual([['van entered yard'], true, 2]);
    const { cursor } = await until(2, 'area=yard', first.cursor);
    expect(
      await objectsFrom((await clients[0]!.json<FeedAnswer>(`/groups/${workspace}/changes?area=yard&cursor=${cursor}`)).cursor),
    ).toEqual([]);
  });

  it('shows a narrowed token the area events of its objects', async () => {
    const seen = async (narrowing: object) =>
      linesOf(
        (await (
          await clients[0]!.request(`/groups/${workspace}/changes?kind=area.entered`, {
            headers: { [NARROWED_HEADER]: narrowedHeader(narrowing) },
          })
        ).json()) as FeedAnswer,
      );
    expect(await seen({ types: ['van'] })).toEqual(['van entered yard']);
    expect(await seen({ idPrefix: 'areas-c', fields: ['load'] })).toEqual(['cart entered dock']);
    expect(await seen({ types: ['ship'] })).toEqual([]);
  });

  it('holds an event back until its change is seen, since filters depend on that change', async () => {
    const { cursor } = await all(workspace, 'kind=area.entered&type=crane');
    const lock = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.projection}` });
    await lock.connect();
    await lock.query('begin');
    await lock.query('lock table object_state in exclusive mode');
    await write(workspace, [{ externalId: 'late', revision: 1, position: at(50), set: { type: 'crane' } }]);
    await writeAreaEvents({ kind: 'entered', eventId: 'e6', externalId: 'late', areaId: 'yard', objectRevision: 1 });
    expect(
      (await clients[0]!.json<FeedAnswer>(`/groups/${workspace}/changes?wait=1&kind=area.entered&type=crane&cursor=${cursor}`)).changes,
    ).toEqual([]);
    await lock.query('rollback');
    await lock.end();
    expect(linesOf(await until(1, 'kind=area.entered&type=crane', cursor))).toEqual(['late entered yard']);
  });

  it('continues as a stream from the id of its last event, on another instance', async () => {
    const headers = { accept: 'text/event-stream' };
    const first = eventsOf((await clients[0]!.request(`/groups/${workspace}/changes?area=dock&limit=1`, { headers })).body!);
    const event = (await first.next()).value as StreamEvent;
    await first.return(undefined);
    await writeAreaEvents({ kind: 'left', eventId: 'e7', externalId: 'cart', areaId: 'dock', objectRevision: 1 });
    const second = eventsOf(
      (await clients[1]!.request(`/groups/${workspace}/changes?area=dock`, { headers: { ...headers, 'last-event-id': event.id! } })).body!,
    );
    const lines: unknown[] = [];
    while (lines.length === 0)
      lines.push(...linesOf(JSON.parse(((await second.next()).value as StreamEvent).data ?? '{"changes":[]}') as FeedAnswer));
    await second.return(undefined);
    expect([linesOf(JSON.parse(event.data!) as FeedAnswer), lines]).toEqual([['cart entered dock'], ['cart left dock']]);
  });

  it('emits nothing from before the erasure of an object, even when it arrives afterwards', async () => {
    const ofVan = 'area=yard&id=areas-van';
    const { cursor } = await all(workspace, ofVan);
    await write(workspace, [{ externalId: 'van', revision: 2, kind: 'erased' }]);
    await writeAreaEvents(
      { kind: 'absent', eventId: 'e8', externalId: 'van', areaId: 'yard', objectRevision: 1 },
      { kind: 'entered', eventId: 'e9', externalId: 'van', areaId: 'yard', objectRevision: 3 },
    );
    await write(workspace, [{ externalId: 'van', revision: 3, kind: 'created', position: at(50) }]);
    // The new event comes first: it waits for the erasure, and until the erasure is visible, earlier events are rightly there.
    for (const from of [cursor, 'earliest']) expect((await until(1, ofVan, from)).changes.map(({ eventId }) => eventId)).toEqual(['e9']);
  });

  it('keeps its filter in its cursor, and ends where its events are no longer kept, while changes continue', async () => {
    const { cursor } = await all(workspace, 'area=yard');
    expect(await clients[0]!.problem(`/groups/${workspace}/changes?area=dock&cursor=${cursor}`)).toMatchObject({
      status: 400,
      detail: expect.stringContaining('a different filter') as string,
    });
    const { cursor: ofChanges } = await clients[0]!.changes(workspace, { cursor: 'earliest', limit: 1 });
    const database = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.projection}` });
    await database.connect();
    const { rows } = await database.query<{ partition: number }>(
      `select partition from partition_offset where consumer = 'projection' and partition >= $1 and next_offset > 0`,
      [space.partitions],
    );
    await database.query(
      'insert into feed_floor (partition, first_offset) select partition, next_offset from partition_offset ' +
        'where partition = any($1::int[])',
      [rows.map(({ partition }) => partition)],
    );
    expect(await clients[0]!.problem(`/groups/${workspace}/changes?${EVERY}&cursor=${before}`)).toMatchObject({ status: 410 });
    await expect(clients[0]!.changes(workspace, { cursor: ofChanges })).resolves.toHaveProperty('changes');
    await database.query('delete from feed_floor where partition >= $1', [space.partitions]);
    await database.end();
  });
});

describe('a snapshot with a cursor', () => {
  it('and the feed after it leave no gap while everything changes', { timeout: 180_000 }, async () => {
    const workspace = 'snapshot';
    const names = Array.from({ length: 60 }, (_, n) => `o${n}`);
    const move = (revision: number) =>
      write(
        workspace,
        names.map((externalId) => ({ externalId, revision, position: at(revision % 80) })),
      );
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
        const answer: { objects: { externalId: string; revision: number }[]; next: string | null; cursor: string } =
          await clients[page % 2]!.json(next);
        for (const { externalId, revision } of answer.objects) mirror.set(externalId, revision);
        cursors.add(answer.cursor);
        next = answer.next;
        await sleep(5);
      }
      expect([mirror.size, cursors.size]).toEqual([60, 1]);
      let cursor = [...cursors][0]!;
      const isWhole = (): boolean => done && [...mirror.values()].every((revision) => revision === 40);
      const deadline = performance.now() + 60_000;
      do {
        const page = await clients[0]!.changes(workspace, { cursor, mode, wait: 1 });
        for (const { externalId, revision } of page.changes) {
          const before = mirror.get(externalId)!;
          if (mode === 'events') expect(revision, 'no revision is left out').toBeLessThanOrEqual(before + 1);
          mirror.set(externalId, Math.max(before, revision));
        }
        cursor = page.cursor;
      } while (!isWhole() && performance.now() < deadline);
      await writing;
      expect([...new Set(mirror.values())]).toEqual([40]);
    }
  });

  it('of a part continues with the feed of that part only', async () => {
    const { cursor } = await clients[0]!.json<{ cursor: string }>(
      '/groups/filters/externalObjects?snapshot=true&type=crane&bbox=0,45,20,55',
    );
    await expect(clients[0]!.json(`/groups/filters/changes?type=crane&bbox=0,45,20,55&cursor=${cursor}`)).resolves.toMatchObject({
      changes: [],
    });
    expect(await clients[0]!.problem(`/groups/filters/changes?type=crane&cursor=${cursor}`)).toMatchObject({
      status: 400,
      detail: expect.stringContaining('a different filter') as string,
    });
    expect(await clients[0]!.json('/groups/filters/externalObjects')).not.toHaveProperty('cursor');
  });
});

describe('the feed as a stream', () => {
  const open = async (
    client: number,
    workspace: string,
    query = '',
    headers: Record<string, string> = {},
  ): Promise<{ answer: Response; next: () => Promise<StreamEvent>; close: () => Promise<unknown> }> => {
    const answer = await clients[client]!.request(`/groups/${workspace}/changes${query}`, {
      headers: { accept: 'text/event-stream', ...headers },
    });
    const events = answer.ok ? eventsOf(answer.body!) : undefined;
    return { answer, next: async () => (await events!.next()).value as StreamEvent, close: () => events!.return(undefined) };
  };
  const revisionsIn = ({ data }: StreamEvent): number[] =>
    (JSON.parse(data ?? '{"changes":[]}') as FeedAnswer).changes.map(({ revision }) => revision);

  it('delivers past and new changes, continues from the id of its last event on another instance, and repeats nothing', async () => {
    const workspace = 'stream';
    await write(workspace, [{ externalId: 'one', revision: 1, position: at(1) }]);
    await clients[0]!.follow(workspace, 1);
    const stream = await open(0, workspace);
    expect([stream.answer.status, stream.answer.headers.get('content-type'), stream.answer.headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no-store',
    ]);
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

  it('is cut into pages of the requested mode and filter', async () => {
    const stream = await open(0, 'filters', '?mode=state&type=crane&limit=1');
    const pages = [await stream.next(), await stream.next()];
    await stream.close();
    expect(
      pages.flatMap(({ data }) => (data === undefined ? [] : (JSON.parse(data) as FeedAnswer).changes.map(({ objectType }) => objectType))),
    ).toEqual(['crane', 'crane']);
  });

  it('moves a silent reader’s cursor on', async () => {
    const stream = await open(0, 'silent', '?cursor=latest');
    const begin = await stream.next();
    await write('loud', [{ externalId: 'one', revision: 1, position: at(1) }]);
    await clients[0]!.follow('loud', 1);
    const later = await stream.next();
    await stream.close();
    expect([begin.data, later.data]).toEqual([undefined, undefined]);
    expect(later.id).not.toBe(begin.id);
  });

  it('answers a wrong cursor like any other read, and accepts only a limited number of readers', async () => {
    expect((await open(0, 'stream', '', { 'last-event-id': 'noise' })).answer.status).toBe(400);
    const streams = await Promise.all(Array.from({ length: 7 }, () => open(1, 'nobody', '?cursor=latest')));
    expect(streams.map(({ answer }) => answer.status).sort()).toEqual([200, 200, 200, 200, 200, 200, 503]);
    await Promise.all(streams.filter(({ answer }) => answer.ok).map(({ close }) => close()));
  });

  it('waits for a reader that does not read, and then delivers everything that happened meanwhile', { timeout: 180_000 }, async () => {
    const workspace = 'slow';
    const fields = { text: { type: 'String' as const, value: 'x'.repeat(4000) } };
    const stream = await open(0, workspace, '?limit=50');
    const rounds = 100;
    for (let revision = 1; revision <= rounds; revision++)
      await write(
        workspace,
        Array.from({ length: 50 }, (_, n) => ({ externalId: `o${n}`, revision, position: at(revision % 80), fields })),
      );
    await clients[0]!.follow(workspace, rounds * 50, { timeoutMs: 120_000 });
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
