import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cloudEventHeaders } from '#contracts/cloud-event.js';
import { EVENT_TYPES } from '#contracts/event-types.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { partitionOf } from '#kafka/records/partition.js';
import { topicName } from '#kafka/topics/topics.js';
import { createPool } from '#postgres/pool.js';
import { inTransaction } from '#postgres/transaction.js';
import { eventsOf, type StreamEvent } from '#testing/event-stream.js';
import { readTopic } from '#testing/oracle/read-topic.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { type RunningStack, startStack } from '#testing/running-stack.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { WebhookReceiver } from '#testing/webhook-receiver.js';
import { Areas } from '../../apps/area-service/src/areas/areas.js';
import { changedAreas } from '../../apps/area-service/src/judging/changed-areas.js';
import type { JudgedNews } from '../../apps/area-service/src/visits/judged-news.js';
import { writeVisits } from '../../apps/area-service/src/visits/write-visits.js';

let space: TestSpace;
let stack: RunningStack;
let areas: RunningService;
let webhooks: RunningService;
let receiver: WebhookReceiver;
let token: string;
let pool: Pool;

interface Answer {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into whatever came back
  body: any;
}

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(stack.url + path, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: { authorization: `Bearer ${token}`, ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
}

/**
 * Almost ten minutes before the first test. A visit that was over when its area was made is no event: such ones are
 * reported a little ahead of time, from second 700 on, and no more than five minutes.
 */
let BEGIN: number;
const time = (second: number): string => new Date(BEGIN + second * 1000).toISOString();
const box = (west: number, south: number, size: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ],
  ],
});
/** The second that is now: visits that began before their area was made are reported after some seconds only. */
const soon = (): number => Math.ceil((Date.now() - BEGIN) / 1000);
/** Two reports are asked for, whatever time passes. */
const PATIENT = { confirmSeconds: 3600 };

async function report(...reports: [externalId: string, second: number, lon: number, lat: number][]): Promise<void> {
  await reportIn('mine', ...reports);
}

async function reportIn(workspace: string, ...reports: [externalId: string, second: number, lon: number, lat: number][]): Promise<void> {
  for (const [externalId, second, lon, lat] of reports) {
    const answer = await call('POST', `/groups/${workspace}/externalObjects`, [
      { externalId, observedAt: time(second), locationUpdate: { newPosition: { lat, lon } } },
    ]);
    expect(answer.status).toBe(200);
  }
}

async function make(content: object, workspace = 'mine'): Promise<string> {
  const made = await call('POST', `/groups/${workspace}/areas`, { ...PATIENT, ...content });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.areaId as string;
}

interface EmittedEvent {
  kind: string;
  second: number;
  late: boolean;
  id: string;
  value: { externalId: string; areaId: string; corrects?: string; reason?: string };
}

/** The events of an area on the public topic, each once. */
async function areaEventsOf(areaId: string): Promise<EmittedEvent[]> {
  const seen = new Set<string>();
  return (await readTopic(space.kafka, topicName(space.prefix, 'area.events')))
    .map(({ value, headers, key }) => ({
      headers,
      key,
      value: JSON.parse(String(value)) as EmittedEvent['value'] & { at: string; late?: boolean; eventId: string },
    }))
    .filter(({ value }) => value.areaId === areaId && !seen.has(value.eventId) && seen.add(value.eventId))
    .map(({ value, headers, key }) => {
      expect([headers.ce_id, headers.ce_subject, key]).toEqual([value.eventId, value.externalId, value.externalId]);
      return {
        kind: headers.ce_type!.split('.')[2]!,
        second: (Date.parse(value.at) - BEGIN) / 1000,
        late: value.late ?? false,
        id: value.eventId,
        value,
      };
    });
}
const linesOf = (events: readonly EmittedEvent[]): string[] =>
  events.map(({ kind, second, late }) => `${kind} ${second}${late ? ' late' : ''}`);
const untilEmitted = (areaId: string, expected: string[]): Promise<void> =>
  vi.waitFor(async () => expect(linesOf(await areaEventsOf(areaId))).toEqual(expected), { timeout: 30_000, interval: 100 });

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  space = await createTestSpace('areas', { workspaces: ['mine', 'yours', 'passing'] });
  pool = createPool({
    url: space.databaseUrl,
    schema: space.schemas.area,
    max: 2,
    applicationName: 'areas.test',
    onIdleError: () => undefined,
  });
  const toThisMachine = { ALLOW_HTTP: 'true', ALLOWED_PORTS: '*', ALLOWED_NETWORKS: '127.0.0.0/8' };
  [areas, webhooks, stack] = await Promise.all([
    startService('area-service', space.environment('area-service', { DUE_INTERVAL_MS: '50', WRITE_INTERVAL_MS: '500' })),
    startService('webhook-service', space.environment('webhook-service', toThisMachine)),
    startStack(space),
  ]);
  token = await space.token({ workspaces: ['mine', 'yours', 'passing'] });
  BEGIN = Date.now() - 575_000;
  // The first area of a workspace begins its watch.
  await make({ name: 'Nowhere', geometry: box(-100, -50, 1) });
  await report(['first', 0, 0, 0]);
});
afterAll(async () => {
  await pool?.end();
  await Promise.all([areas?.stop(), webhooks?.stop()]);
  await stack?.close();
  await space?.close();
  await receiver?.close();
});

describe('areas', () => {
  it('are made, found by box and category, changed by callers who saw the newest revision, and deleted', async () => {
    const made = await call('POST', '/groups/mine/areas', { name: 'Strait', category: 'sea', geometry: box(179, 10, 2) });
    expect([made.status, made.headers.get('etag'), made.headers.get('location')]).toEqual([
      201,
      `"${made.body.revision}"`,
      `/groups/mine/areas/${made.body.areaId}`,
    ]);
    const id = made.body.areaId as string;
    const found = async (query: string): Promise<string[]> =>
      (await call('GET', `/groups/mine/areas?${query}`)).body.areas.map(({ name }: { name: string }) => name);
    expect(await found('bbox=-179.5,11,-179.2,11.5')).toEqual(['Strait']);
    expect(await found('bbox=179.8,11,-179.8,11.5')).toEqual(['Strait']);
    expect(await found('bbox=-178,11,178,11.5')).toEqual([]);
    expect(await found('category=sea')).toEqual(['Strait']);
    const renamed = await call(
      'PUT',
      `/groups/mine/areas/${id}`,
      { name: 'Narrows', geometry: made.body.geometry },
      { 'if-match': made.headers.get('etag')! },
    );
    expect([renamed.status, renamed.body.name, renamed.body.outlineRevision]).toEqual([200, 'Narrows', made.body.outlineRevision]);
    expect(
      (
        await call(
          'PUT',
          `/groups/mine/areas/${id}`,
          { name: 'Late', geometry: made.body.geometry },
          { 'if-match': made.headers.get('etag')! },
        )
      ).status,
    ).toBe(412);
    expect((await call('DELETE', `/groups/mine/areas/${id}`, undefined, { 'if-match': made.headers.get('etag')! })).status).toBe(412);
    expect((await call('DELETE', `/groups/mine/areas/${id}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) expect((await call(method, `/groups/mine/areas/${id}`)).status).toBe(404);
  });

  it('are refused with the ring and what to do, and imported all or none', async () => {
    const refused = await call('POST', '/groups/mine/areas', {
      name: 'Open',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ],
        ],
      },
    });
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/geometry/coordinates/0']);
    expect(refused.body.detail).toMatch(/repeat its first position/);
    const feature = (name: string, geometry: object, properties: object = {}) => ({
      type: 'Feature',
      properties: { name, category: 'imported', ...properties },
      geometry,
    });
    const gate = feature('Gate', { type: 'Point', coordinates: [5, 5] }, { radius: 50, 'stroke-width': 2 });
    const faulty = await call('POST', '/groups/mine/areas/import', {
      type: 'FeatureCollection',
      features: [
        gate,
        feature('Bow', {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [2, 2],
              [2, 0],
              [0, 1],
              [0, 0],
            ],
          ],
        }),
      ],
    });
    expect([faulty.status, faulty.body.errors[0].pointer]).toEqual([422, '/features/1/geometry/coordinates/0']);
    expect((await call('GET', '/groups/mine/areas?category=imported')).body.areas).toEqual([]);
    expect(
      (
        await call('POST', '/groups/mine/areas/import', {
          type: 'FeatureCollection',
          features: [gate, feature('Hall', box(5, 5, 1), { floor: 2 })],
        })
      ).body.imported,
    ).toBe(2);
    expect((await call('GET', '/groups/mine/areas?category=imported')).body.areas.map(({ name }: { name: string }) => name).sort()).toEqual(
      ['Gate', 'Hall'],
    );
  });
});

describe('visits', () => {
  it('are sent once, in order, on the public topic, and kept', async () => {
    const yard = await make({ name: 'Yard', geometry: box(20, 20, 1) });
    await report(
      ['truck', 710, 20.5, 20.5],
      ['truck', 720, 20.6, 20.5],
      ['truck', 730, 25, 20.5],
      ['truck', 740, 26, 20.5],
      ['truck', 750, 27, 20.5],
    );
    await untilEmitted(yard, ['entered 710', 'left 730']);
    expect((await call('GET', `/groups/mine/areas/${yard}/visits?from=${time(700)}&to=${time(760)}`)).body).toMatchObject({
      visits: [{ externalId: 'truck', startedAt: time(710), endedAt: time(730) }],
      next: null,
    });
    expect((await call('GET', `/groups/mine/areas/${yard}/visits?from=${time(731)}`)).body.visits).toEqual([]);
  });

  it('are corrected where late reports disprove them, and the events taken back are named', async () => {
    const dock = await make({ name: 'Dock', geometry: box(30, 20, 1) });
    await report(['van', 800, 30.5, 20.5], ['van', 810, 30.5, 20.5], ['van', 840, 35, 20.5], ['van', 850, 35, 20.5]);
    await untilEmitted(dock, ['entered 800', 'left 840']);
    await report(['van', 820, 34, 20.5], ['van', 830, 34, 20.5]);
    await untilEmitted(dock, ['entered 800', 'left 840', 'corrected 840 late', 'left 820 late']);
    const [, left, corrected] = await areaEventsOf(dock);
    expect(corrected!.value.corrects).toBe(left!.id);
    expect((await call('GET', `/groups/mine/areas/${dock}/visits`)).body.visits).toMatchObject([
      { startedAt: time(800), endedAt: time(820) },
    ]);
  });

  it('are sent by the feed, as a stream and to a webhook, only in their workspace, and continue from a cursor', async () => {
    const quay = await make({ name: 'Quay', geometry: box(35, -20, 1) });
    const filter = `kind=area.entered&kind=area.left&area=${quay}`;
    const hook = await call('POST', '/groups/mine/webhooks', {
      url: `${receiver.url}/quay`,
      filter: { kinds: ['area.entered', 'area.left'], areas: [quay] },
    });
    expect(hook.status, JSON.stringify(hook.body)).toBe(201);
    receiver.knows('/quay', hook.body.secret as string);
    const { cursor } = (await call('GET', `/groups/mine/changes?cursor=latest&${filter}`)).body;
    const stream = eventsOf(
      (
        await fetch(`${stack.url}/groups/mine/changes?cursor=${cursor}&${filter}`, {
          headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
        })
      ).body!,
    );
    const kinds = ({ changes }: { changes: { externalId: string; type: string; areaId: string }[] }): string[] =>
      changes.map(({ externalId, type, areaId }) => `${externalId} ${type.split('.')[2]} ${areaId === quay}`);
    const polled = async (from: string): Promise<{ lines: string[]; cursor: string }> => {
      for (let next = from, round = 0; ; round += 1) {
        const { body, status } = await call('GET', `/groups/mine/changes?cursor=${next}&wait=10&${filter}`);
        expect(status, JSON.stringify(body)).toBe(200);
        const lines = kinds(body);
        next = body.cursor as string;
        if (lines.length > 0 || round === 2) return { lines, cursor: next };
      }
    };
    await report(['ship', 760, 35.5, -19.5], ['ship', 770, 35.5, -19.5], ['other', 760, 0, -19.5]);
    const entered = await polled(cursor as string);
    await report(['ship', 780, 40, -19.5], ['ship', 790, 40, -19.5]);
    const left = await polled(entered.cursor);
    expect([entered.lines, left.lines]).toEqual([['ship entered true'], ['ship left true']]);
    const streamed: string[] = [];
    while (streamed.length < 2) streamed.push(...kinds(JSON.parse(((await stream.next()).value as StreamEvent).data ?? '{"changes":[]}')));
    await stream.return(undefined);
    expect(streamed).toEqual([...entered.lines, ...left.lines]);
    await vi.waitFor(() => expect(receiver.of('/quay').flatMap(({ data }) => kinds(data as never))).toEqual(streamed), { timeout: 30_000 });
    expect(receiver.forged).toEqual([]);
    const changes = (await call('GET', '/groups/mine/changes?id=ship')).body.changes as { type: string }[];
    expect(changes.map(({ type }) => type.split('.')[1])).toEqual(Array(4).fill('object'));
    expect((await call('GET', `/groups/yours/changes?area=${quay}`)).body.changes).toEqual([]);
    const foreign = await space.token({ workspaces: ['yours'] });
    expect((await fetch(`${stack.url}/groups/mine/changes?area=${quay}`, { headers: { authorization: `Bearer ${foreign}` } })).status).toBe(
      403,
    );
  });

  it(
    'that were over before the area was made are neither reported nor kept, though their reports come ' + 'after it; a current one is',
    async () => {
      const pier = await make({ name: 'Pier', geometry: box(45, 20, 1) });
      const round = (begin: number, inside: number) =>
        Array.from({ length: inside + 4 }, (_, n) => ['brought', begin + n, n < 2 || n >= inside + 2 ? 0 : 45.5, 20.5] as const);
      // One of a few reports, one longer than the window of late reports, and one after the making of the area; another
      // object is still inside.
      const brought = [
        ...round(10, 3),
        ...round(50, 20),
        ...round(700, 3),
        ['stays', 10, 45.5, 20.5] as const,
        ['stays', 20, 45.5, 20.5] as const,
      ];
      const elements = brought.map(([externalId, second, lon, lat]) => ({
        externalId,
        observedAt: time(second),
        locationUpdate: { newPosition: { lat, lon } },
      }));
      expect((await call('POST', '/groups/mine/externalObjects', elements)).status).toBe(200);
      await vi.waitFor(async () => expect(linesOf(await areaEventsOf(pier)).sort()).toEqual(['entered 10', 'entered 702', 'left 705']), {
        timeout: 45_000,
        interval: 100,
      });
      const { visits } = (await call('GET', `/groups/mine/areas/${pier}/visits`)).body as {
        visits: { externalId: string; startedAt: string; endedAt: string | null }[];
      };
      expect(visits.map(({ externalId, startedAt, endedAt }) => [externalId, startedAt, endedAt]).sort()).toEqual([
        ['brought', time(702), time(705)],
        ['stays', time(10), null],
      ]);
    },
  );

  it('are sent by time alone: one report that no other contradicts, and a visit that lasts', async () => {
    const bay = await make({ name: 'Bay', geometry: box(40, 20, 1), confirmSeconds: 1, dwellSeconds: 2 });
    const now = soon();
    await report(['cart', now, 40.5, 20.5]);
    await untilEmitted(bay, [`entered ${now}`, `dwelt ${now + 2}`]);
  });

  it('begin with objects inside of a new area, and end when it is changed or deleted', async () => {
    await report(['crane', 300, 50.5, 20.5], ['crane', 310, 50.5, 20.5]);
    const site = await make({ name: 'Site', geometry: box(50, 20, 1) });
    await untilEmitted(site, ['entered 300']);
    expect((await call('PUT', `/groups/mine/areas/${site}`, { ...PATIENT, name: 'Site', geometry: box(70, 20, 1) })).status).toBe(200);
    await vi.waitFor(
      async () =>
        expect((await areaEventsOf(site)).map(({ kind, value }) => [kind, value.reason])).toEqual([
          ['entered', undefined],
          ['left', 'area-changed'],
        ]),
      { timeout: 30_000 },
    );
    await report(['crane', 320, 70.5, 20.5], ['crane', 330, 70.5, 20.5]);
    await vi.waitFor(async () => expect((await call('GET', `/groups/mine/areas/${site}/visits`)).body.visits).toHaveLength(2), {
      timeout: 30_000,
    });
    await call('DELETE', `/groups/mine/areas/${site}`);
    await vi.waitFor(
      async () => expect((await areaEventsOf(site)).at(-1)).toMatchObject({ kind: 'left', value: { reason: 'area-deleted' } }),
      {
        timeout: 30_000,
      },
    );
  });

  it('are sent once each though the service is killed in between', { timeout: 120_000 }, async () => {
    const gate = await make({ name: 'Gate', geometry: box(60, 20, 1) });
    const lost = randomUUID();
    const ids = Array.from({ length: 60 }, (_, index) => `walker-${index}`);
    for (let round = 0; round < 4; round++) {
      const lon = round < 2 ? 60.5 : 65;
      const answer = await call(
        'POST',
        '/groups/mine/externalObjects',
        ids.map((externalId) => ({ externalId, observedAt: time(840 + round * 10), locationUpdate: { newPosition: { lat: 20.5, lon } } })),
      );
      expect(answer.status).toBe(200);
      // Once: a killed member keeps its partitions until its session has ended.
      if (round === 1) {
        // As if the broker had been replaced by an empty one.
        await pool.query(
          `insert into area (area_id, workspace, revision, outline_revision, updated_at, published, body)
           select $1::uuid, workspace, n, n, updated_at, true,
           body::jsonb || jsonb_build_object('areaId', $1::text, 'name', 'Lost', 'revision', n, 'outlineRevision', n)
           from area, (select nextval('area_revision') as n) as next where area_id = $2`,
          [lost, gate],
        );
        await areas.restart('SIGKILL');
      }
    }
    const expected = ids.flatMap((id) => [`${id} entered 840`, `${id} left 860`]).sort();
    await vi.waitFor(
      async () =>
        expect((await areaEventsOf(gate)).map(({ kind, second, value }) => `${value.externalId} ${kind} ${second}`).sort()).toEqual(
          expected,
        ),
      { timeout: 45_000, interval: 200 },
    );
    const states = (await readTopic(space.kafka, topicName(space.prefix, 'area.state'))).filter(({ key }) => key === lost);
    expect(
      states.map(({ value }) => (JSON.parse(String(value)) as { name: string }).name),
      'published again',
    ).toEqual(['Lost']);
  });

  it('start again in a workspace that was without areas: former state is forgotten', async () => {
    const first = await make({ name: 'First', geometry: box(20, 20, 1) }, 'passing');
    await reportIn('passing', ['barge', 10, 30.5, 20.5], ['barge', 20, 30.5, 20.5]);
    const tracks = async (): Promise<number> =>
      (await pool.query<{ count: number }>(`select count(*)::int as count from track where workspace = 'passing'`)).rows[0]!.count;
    await vi.waitFor(async () => expect(await tracks()).toBe(1), { timeout: 30_000 });
    await call('DELETE', `/groups/passing/areas/${first}`);
    await vi.waitFor(async () => expect(await tracks()).toBe(0), { timeout: 30_000 });
    // It sails away, and nobody reads it.
    await reportIn('passing', ['barge', 30, 35, 20.5]);
    const second = await make({ name: 'Second', geometry: box(30, 20, 1) }, 'passing');
    // Read as soon as the area is known: reports continue until then.
    let at = soon();
    await vi.waitFor(
      async () => {
        await reportIn('passing', ['tug', at++, 30.5, 20.5]);
        expect((await areaEventsOf(second)).map(({ kind, value }) => `${value.externalId} ${kind}`)).toEqual(['tug entered']);
      },
      { timeout: 30_000, interval: 200 },
    );
  });

  it('go with an object that is erased', async () => {
    const lawn = await make({ name: 'Lawn', geometry: box(80, 20, 1) });
    const now = soon();
    await report(['mower', now, 80.5, 20.5], ['mower', now + 1, 80.5, 20.5]);
    await vi.waitFor(async () => expect((await call('GET', `/groups/mine/areas/${lawn}/visits`)).body.visits).toHaveLength(1), {
      timeout: 30_000,
    });
    const change = {
      externalId: 'mower',
      workspace: 'mine',
      revision: 3,
      operationId: '0199',
      index: 0,
      observedAt: time(520),
      receivedAt: time(520),
      subject: 'test',
    };
    const producer = new CoalescingProducer({ kafka: space.kafka, maxQueuedBytes: 1_000_000, logger: space.logger });
    await producer.connect();
    await producer.send([
      {
        topic: topicName(space.prefix, 'object.events'),
        partition: partitionOf('mower', space.partitions),
        key: 'mower',
        value: JSON.stringify(change),
        headers: { ...cloudEventHeaders(EVENT_TYPES.erased, change, change.receivedAt) },
      },
    ]);
    await vi.waitFor(async () => expect((await call('GET', `/groups/mine/areas/${lawn}/visits`)).body.visits).toEqual([]), {
      timeout: 30_000,
    });
    await producer.close();
  });
});

describe('the tables of areas', () => {
  const content = (name: string, west: number, south = 10) => ({ name, geometry: box(west, south, 1) as never, confirmSeconds: 30 });
  const kept = (atAPlace: number): Areas => new Areas(pool, { wake: () => undefined }, { areas: 1000, atAPlace });

  it('follow a new outline though a new name came after it, and ignore the name', async () => {
    const [made] = await kept(10).create('steps', [content('One', 0)]);
    const renamed = await kept(10).replace('steps', made!.areaId, content('Two', 0), undefined);
    const changed = async (after: number, upTo: number): Promise<string[]> =>
      (await changedAreas(pool, after, upTo)).changes.map(({ areaId }) => areaId);
    expect(await changed(made!.revision - 1, made!.revision)).toEqual([made!.areaId]);
    expect(await changed(made!.revision, renamed.revision)).toEqual([]);
    await kept(10).remove('steps', made!.areaId, undefined);
    expect(await changed(renamed.revision, renamed.revision + 1)).toEqual([made!.areaId]);
  });

  it('refuse more areas over one place than the limit, whether one by one, in one call, or moved there', async () => {
    const areas = kept(2);
    const [, second] = await areas.create('crowd', [content('One', 0), content('Two', 0.5)]);
    const full = /longitude 0\.7, latitude 10, and at most 2 may overlap at one place.*MAX_AREAS_AT_A_PLACE/;
    await expect(areas.create('crowd', [content('Three', 0.7)])).rejects.toThrow(full);
    await expect(areas.create('crowd', [content('Three', 5), content('Four', 5), content('Five', 5)])).rejects.toThrow(
      /of 3 areas would overlap at longitude 5/,
    );
    const [apart] = await areas.create('crowd', [content('Three', 3)]);
    await expect(areas.replace('crowd', apart!.areaId, content('Three', 0.7), undefined)).rejects.toThrow(full);
    await areas.replace('crowd', second!.areaId, content('Two', 0.6), undefined);
    await kept(1).replace('crowd', second!.areaId, content('Only renamed', 0.6), undefined);
    await kept(2).create('elsewhere', [content('One', 0), content('Two', 0)]);
    // Polygons of one area whose boxes lie over each other count once.
    const strips = {
      type: 'MultiPolygon',
      coordinates: [0, 1, 2].map((step) => [
        [
          [step, 40],
          [step + 5, 45],
          [step + 5.1, 45],
          [step + 0.1, 40],
          [step, 40],
        ],
      ]),
    };
    await areas.create('crowd', [{ ...content('Strips', 0), geometry: strips as never }]);
  });

  it('are read in pages of no more than some megabytes', async () => {
    await pool.query(
      `insert into area (area_id, workspace, revision, outline_revision, updated_at, published, body)
       select i, 'large', nextval('area_revision'), 1, now(), true,
       json_build_object('areaId', i, 'text', repeat('x', 900000))
       from (select gen_random_uuid() as i from generate_series(1, 10)) as ids`,
    );
    const sizes: number[] = [];
    const seen = new Set<string>();
    for (let after: string | undefined | null; after !== null;) {
      const page = await kept(1).list('large', {}, after, 7);
      sizes.push(page.areas.length);
      for (const { areaId } of page.areas) seen.add(areaId);
      after = page.next;
    }
    await pool.query(`delete from area where workspace = 'large'`);
    expect([sizes, seen.size]).toEqual([[5, 5], 10]);
  });

  it('store the last event of a visit in a unit of work', async () => {
    const news = (kind: JudgedNews['event']['kind'], second: number, takesBack = false): JudgedNews => ({
      workspace: 'mine',
      externalId: 'unit',
      areaId: UNIT,
      areaRevision: 1,
      event: { kind, at: BEGIN + second * 1000, visitStartedAt: BEGIN, revision: 1 },
      times: 0,
      takesBack,
      late: false,
    });
    const unit = (...all: JudgedNews[]): Promise<void> => inTransaction(pool, (client) => writeVisits(client, all));
    const rows = async (): Promise<unknown[]> =>
      (
        await pool.query<Record<string, Date | null>>('select ended_at, dwelt_at, absent_at from visit where area_id = $1', [UNIT])
      ).rows.map((row) => Object.values(row).map((value) => value && (value.getTime() - BEGIN) / 1000));
    const UNIT = randomUUID();
    await unit(news('entered', 0), news('left', 10), news('left', 10, true));
    expect(await rows()).toEqual([[null, null, null]]);
    await unit(news('dwelt', 20), news('absent', 30), news('left', 40));
    expect(await rows()).toEqual([[40, 20, 30]]);
    await unit(news('left', 40, true), news('left', 35), news('absent', 99), { ...news('absent', 30, true), firstAbsence: BEGIN + 99_000 });
    expect(await rows()).toEqual([[35, 20, 99]]);
    await unit(news('left', 35, true), news('dwelt', 20, true), news('entered', 0, true), news('entered', 0));
    expect(await rows()).toEqual([[null, null, null]]);
    await unit(news('entered', 0, true));
    expect(await rows()).toEqual([]);
  });
});
