import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cloudEventHeaders } from '#contracts/cloud-event.js';
import { EVENT_TYPES } from '#contracts/event-types.js';
import { CoalescingProducer } from '#kafka/coalescing-producer.js';
import { partitionOf } from '#kafka/partition.js';
import { topicName } from '#kafka/topics.js';
import { readTopic } from '#testing/oracle/read-topic.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { type RunningStack, startStack } from '#testing/running-stack.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

let space: TestSpace;
let stack: RunningStack;
let areas: RunningService;
let token: string;

interface Answer {
  status: number;
  headers: Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into whatever came back
  body: any;
}

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(stack.url + path, { method, body: body === undefined ? undefined : JSON.stringify(body), headers: { authorization: `Bearer ${token}`, ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) } });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
}

const BEGIN = Date.now() - 600_000;
const time = (second: number): string => new Date(BEGIN + second * 1000).toISOString();
const box = (west: number, south: number, size: number) => ({ type: 'Polygon', coordinates: [[[west, south], [west + size, south], [west + size, south + size], [west, south + size], [west, south]]] });
/** Two reports are asked for, whatever time passes. */
const PATIENT = { confirmSeconds: 3600 };

async function report(...reports: [externalId: string, second: number, lon: number, lat: number][]): Promise<void> {
  for (const [externalId, second, lon, lat] of reports) {
    const answer = await call('POST', '/groups/mine/externalObjects', [{ externalId, observedAt: time(second), locationUpdate: { newPosition: { lat, lon } } }]);
    expect(answer.status).toBe(200);
  }
}

async function make(content: object): Promise<string> {
  const made = await call('POST', '/groups/mine/areas', { ...PATIENT, ...content });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.areaId as string;
}

interface Told {
  kind: string;
  second: number;
  late: boolean;
  id: string;
  value: { externalId: string; areaId: string; corrects?: string; reason?: string };
}

/** What the public topic holds of an area, each event once. */
async function toldOf(areaId: string): Promise<Told[]> {
  const seen = new Set<string>();
  return (await readTopic(space.kafka, topicName(space.prefix, 'area.events')))
    .map(({ value, headers, key }) => ({ headers, key, value: JSON.parse(String(value)) as Told['value'] & { at: string; late?: boolean; eventId: string } }))
    .filter(({ value }) => value.areaId === areaId && !seen.has(value.eventId) && seen.add(value.eventId))
    .map(({ value, headers, key }) => {
      expect([headers.ce_id, headers.ce_subject, key]).toEqual([value.eventId, value.externalId, value.externalId]);
      return { kind: headers.ce_type!.split('.')[2]!, second: (Date.parse(value.at) - BEGIN) / 1000, late: value.late ?? false, id: value.eventId, value };
    });
}
const said = (told: readonly Told[]): string[] => told.map(({ kind, second, late }) => `${kind} ${second}${late ? ' late' : ''}`);
const untilTold = (areaId: string, expected: string[]): Promise<void> => vi.waitFor(async () => expect(said(await toldOf(areaId))).toEqual(expected), { timeout: 10_000, interval: 100 });

beforeAll(async () => {
  space = await createTestSpace('areas', { workspaces: ['mine'] });
  [areas, stack] = await Promise.all([startService('area-service', space.environment('area-service', { DUE_INTERVAL_MS: '50' })), startStack(space)]);
  token = await space.token({ workspaces: ['mine'] });
  // The first area of a workspace begins its watch.
  await make({ name: 'Nowhere', geometry: box(-100, -50, 1) });
  await report(['first', 0, 0, 0]);
});
afterAll(async () => {
  await areas?.stop();
  await stack?.close();
  await space?.close();
});

describe('areas', () => {
  it('are made, found by box and category, changed by who saw them last, and deleted', async () => {
    const made = await call('POST', '/groups/mine/areas', { name: 'Strait', category: 'sea', geometry: box(179, 10, 2) });
    expect([made.status, made.headers.get('etag'), made.headers.get('location')]).toEqual([201, `"${made.body.revision}"`, `/groups/mine/areas/${made.body.areaId}`]);
    const id = made.body.areaId as string;
    const found = async (query: string): Promise<string[]> => (await call('GET', `/groups/mine/areas?${query}`)).body.areas.map(({ name }: { name: string }) => name);
    expect(await found('bbox=-179.5,11,-179.2,11.5')).toEqual(['Strait']);
    expect(await found('bbox=179.8,11,-179.8,11.5')).toEqual(['Strait']);
    expect(await found('bbox=-178,11,178,11.5')).toEqual([]);
    expect(await found('category=sea')).toEqual(['Strait']);
    const renamed = await call('PUT', `/groups/mine/areas/${id}`, { name: 'Narrows', geometry: made.body.geometry }, { 'if-match': made.headers.get('etag')! });
    expect([renamed.status, renamed.body.name, renamed.body.outlineRevision]).toEqual([200, 'Narrows', made.body.outlineRevision]);
    expect((await call('PUT', `/groups/mine/areas/${id}`, { name: 'Late', geometry: made.body.geometry }, { 'if-match': made.headers.get('etag')! })).status).toBe(412);
    expect((await call('DELETE', `/groups/mine/areas/${id}`, undefined, { 'if-match': made.headers.get('etag')! })).status).toBe(412);
    expect((await call('DELETE', `/groups/mine/areas/${id}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) expect((await call(method, `/groups/mine/areas/${id}`)).status).toBe(404);
  });

  it('are refused with the ring and what to do, and imported all or none', async () => {
    const refused = await call('POST', '/groups/mine/areas', { name: 'Open', geometry: { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 1]]] } });
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/geometry/coordinates/0']);
    expect(refused.body.detail).toMatch(/repeat its first position/);
    const feature = (name: string, geometry: object, properties: object = {}) => ({ type: 'Feature', properties: { name, category: 'imported', ...properties }, geometry });
    const gate = feature('Gate', { type: 'Point', coordinates: [5, 5] }, { radius: 50, 'stroke-width': 2 });
    const faulty = await call('POST', '/groups/mine/areas/import', { type: 'FeatureCollection', features: [gate, feature('Bow', { type: 'Polygon', coordinates: [[[0, 0], [2, 2], [2, 0], [0, 1], [0, 0]]] })] });
    expect([faulty.status, faulty.body.errors[0].pointer]).toEqual([422, '/features/1/geometry/coordinates/0']);
    expect((await call('GET', '/groups/mine/areas?category=imported')).body.areas).toEqual([]);
    expect((await call('POST', '/groups/mine/areas/import', { type: 'FeatureCollection', features: [gate, feature('Hall', box(5, 5, 1), { floor: 2 })] })).body.imported).toBe(2);
    expect((await call('GET', '/groups/mine/areas?category=imported')).body.areas.map(({ name }: { name: string }) => name).sort()).toEqual(['Gate', 'Hall']);
  });
});

describe('visits', () => {
  it('are told once, in order, on the public topic, and kept', async () => {
    const yard = await make({ name: 'Yard', geometry: box(20, 20, 1) });
    await report(['truck', 10, 20.5, 20.5], ['truck', 20, 20.6, 20.5], ['truck', 30, 25, 20.5], ['truck', 40, 26, 20.5], ['truck', 50, 27, 20.5]);
    await untilTold(yard, ['entered 10', 'left 30']);
    expect((await call('GET', `/groups/mine/areas/${yard}/visits?from=${time(0)}&to=${time(60)}`)).body).toMatchObject({ visits: [{ externalId: 'truck', startedAt: time(10), endedAt: time(30) }], next: null });
    expect((await call('GET', `/groups/mine/areas/${yard}/visits?from=${time(31)}`)).body.visits).toEqual([]);
  });

  it('are told anew where late reports show them otherwise, with what is not true any more', async () => {
    const dock = await make({ name: 'Dock', geometry: box(30, 20, 1) });
    await report(['van', 100, 30.5, 20.5], ['van', 110, 30.5, 20.5], ['van', 140, 35, 20.5], ['van', 150, 35, 20.5]);
    await untilTold(dock, ['entered 100', 'left 140']);
    await report(['van', 120, 34, 20.5], ['van', 130, 34, 20.5]);
    await untilTold(dock, ['entered 100', 'left 140', 'corrected 140 late', 'left 120 late']);
    const [, left, corrected] = await toldOf(dock);
    expect(corrected!.value.corrects).toBe(left!.id);
    expect((await call('GET', `/groups/mine/areas/${dock}/visits`)).body.visits).toMatchObject([{ startedAt: time(100), endedAt: time(120) }]);
  });

  it('are told by time alone: one report that nothing speaks against, and a visit that lasts', async () => {
    const bay = await make({ name: 'Bay', geometry: box(40, 20, 1), confirmSeconds: 1, dwellSeconds: 2 });
    await report(['cart', 200, 40.5, 20.5]);
    await untilTold(bay, ['entered 200', 'dwelt 202']);
  });

  it('begin with those who are inside of a new area, and end when it is changed or deleted', async () => {
    await report(['crane', 300, 50.5, 20.5], ['crane', 310, 50.5, 20.5]);
    const site = await make({ name: 'Site', geometry: box(50, 20, 1) });
    await untilTold(site, ['entered 300']);
    expect((await call('PUT', `/groups/mine/areas/${site}`, { ...PATIENT, name: 'Site', geometry: box(70, 20, 1) })).status).toBe(200);
    await vi.waitFor(async () => expect((await toldOf(site)).map(({ kind, value }) => [kind, value.reason])).toEqual([['entered', undefined], ['left', 'area-changed']]), { timeout: 10_000 });
    await report(['crane', 320, 70.5, 20.5], ['crane', 330, 70.5, 20.5]);
    await vi.waitFor(async () => expect((await call('GET', `/groups/mine/areas/${site}/visits`)).body.visits).toHaveLength(2), { timeout: 10_000 });
    await call('DELETE', `/groups/mine/areas/${site}`);
    await vi.waitFor(async () => expect((await toldOf(site)).at(-1)).toMatchObject({ kind: 'left', value: { reason: 'area-deleted' } }), { timeout: 10_000 });
  });

  it('are told once each though the service is killed in between', async () => {
    const gate = await make({ name: 'Gate', geometry: box(60, 20, 1) });
    const ids = Array.from({ length: 60 }, (_, index) => `walker-${index}`);
    for (let round = 0; round < 4; round++) {
      const lon = round < 2 ? 60.5 : 65;
      const answer = await call('POST', '/groups/mine/externalObjects', ids.map((externalId) => ({ externalId, observedAt: time(400 + round * 10), locationUpdate: { newPosition: { lat: 20.5, lon } } })));
      expect(answer.status).toBe(200);
      // Once: a killed member keeps its partitions until its session has ended.
      if (round === 1) await areas.restart('SIGKILL');
    }
    const expected = ids.flatMap((id) => [`${id} entered 400`, `${id} left 420`]).sort();
    await vi.waitFor(async () => expect((await toldOf(gate)).map(({ kind, second, value }) => `${value.externalId} ${kind} ${second}`).sort()).toEqual(expected), { timeout: 20_000, interval: 200 });
  });

  it('go with an object that is erased', async () => {
    const lawn = await make({ name: 'Lawn', geometry: box(80, 20, 1) });
    await report(['mower', 500, 80.5, 20.5], ['mower', 510, 80.5, 20.5]);
    await vi.waitFor(async () => expect((await call('GET', `/groups/mine/areas/${lawn}/visits`)).body.visits).toHaveLength(1), { timeout: 10_000 });
    const change = { externalId: 'mower', workspace: 'mine', revision: 3, operationId: '0199', index: 0, observedAt: time(520), receivedAt: time(520), subject: 'test' };
    const producer = new CoalescingProducer({ kafka: space.kafka, maxQueuedBytes: 1_000_000, logger: space.logger });
    await producer.connect();
    await producer.send([{ topic: topicName(space.prefix, 'object.events'), partition: partitionOf('mower', space.partitions), key: 'mower', value: JSON.stringify(change), headers: { ...cloudEventHeaders(EVENT_TYPES.erased, change, change.receivedAt) } }]);
    await vi.waitFor(async () => expect((await call('GET', `/groups/mine/areas/${lawn}/visits`)).body.visits).toEqual([]), { timeout: 10_000 });
    await producer.close();
  });
});
