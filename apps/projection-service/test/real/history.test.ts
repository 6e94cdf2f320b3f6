import { once } from 'node:events';
import { request } from 'node:http';
import { parse } from 'csv-parse/sync';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { NARROWED_HEADER, narrowedHeader } from '#identity/forwarded-narrowing.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { topicName } from '#kafka/topics/topics.js';
import { createPool } from '#postgres/pool.js';
import { metresApart, type RawPlace, updatesAsOf, updatesBetween, visitsOfCircle } from '#testing/oracle/recount-places.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { Random } from '#testing/workload/random.js';
import { backfillPresence } from '../../src/history/presence/presence-backfill.js';
import { PresenceProgress } from '../../src/history/presence/presence-progress.js';
import { type RequestedObject, RequestedObjects } from '../../src/history/query/requested-objects.js';
import { boxRegion } from '../../src/space/region.js';
import { type PartitionedTable, partitionedTables } from '../../src/storage/time-partitions.js';
import { type Draft, EventWriter } from './event-writer.js';
import { FeedClient } from './feed-client.js';

const HOUR_MS = 3_600_000;
const NOW = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
const ago = (hours: number): string => new Date(NOW - hours * HOUR_MS).toISOString();
/** Small, so that many of them meet, also across the antimeridian. */
const PLACES: RawPlace[] = [
  { box: [179.98, -17.02, -179.98, -16.98] },
  { box: [179.99, -17.01, 180, -17] },
  { circle: [180, -17, 1500] },
  { box: [-180, -90, 180, 90] },
  { box: [10, 10, 11, 11] },
];
const asQuery = (place: RawPlace): string => ('box' in place ? `bbox=${place.box.join(',')}` : nearQuery(place.circle));

const nearQuery = ([lon, lat, radius]: number[]): string => `near=${lat},${lon}&radius=${radius}`;

let space: TestSpace;
let service: RunningService;
let client: FeedClient;
let writer: EventWriter;
let pool: Pool;
let token: string;
type Update = Draft & { observedAt: string };
const updates: Update[] = [];

beforeAll(async () => {
  space = await createTestSpace('history');
  writer = new EventWriter(space);
  await writer.connect();
  const environment = space.environment('projection-service', { NODE_OPTIONS: '--max-old-space-size=96', DATABASE_POOL: '6' });
  token = environment.INTERNAL_TOKEN!;
  service = await startService('projection-service', environment);
  client = new FeedClient(service.url, token);
  pool = createPool({ url: space.databaseUrl, schema: space.schemas.projection, max: 3, applicationName: 'test' });
  updates.push(...randomUpdates(40, 30));
  await writer.write(updates);
  await writer.write([{ ...updates[0]!, externalId: 'foreign', workspace: 'other', revision: 1, observedAt: ago(30) }]);
  await client.follow('w', updates.length);
});

afterAll(async () => {
  await pool?.end();
  await service?.stop();
  await writer?.close();
  await space?.close();
});

const CIRCLE: [number, number, number] = [180, -17, 1500];

/** Where the oracle's sphere and the product's ellipsoid may disagree. */
function isDoubtful(lat: number, lon: number, accuracy: number): boolean {
  const off = Math.abs(metresApart(CIRCLE[1], CIRCLE[0], lat, lon) - CIRCLE[2]);
  return off < 20 || Math.abs(off - accuracy) < 20;
}

/** Updates of objects that move around, are silent for days, report only fields, or report late. Each id in the order of its revisions. */
function randomUpdates(objects: number, each: number): Update[] {
  const random = new Random(17);
  const between = (low: number, high: number): number => low + (high - low) * random.next();
  const made: Update[] = [];
  for (let n = 0; n < objects; n++) {
    let [lat, lon, at] = [-17 + between(-0.02, 0.02), 180 + between(-0.02, 0.02), NOW - 100 * HOUR_MS];
    for (let revision = 1; revision <= each; revision++) {
      at += random.chance(0.05) ? 20 * HOUR_MS * between(0, 1) : between(1_000, HOUR_MS);
      at = Math.min(at, NOW - 1000);
      const late = revision > 1 && random.chance(0.15);
      const observed = Math.floor(late ? at - between(0, 30 * HOUR_MS) : at);
      const accuracy = random.chance(0.2) ? 200 : 5;
      const [beforeLat, beforeLon] = [lat, lon];
      do [lat, lon] = [beforeLat + between(-0.003, 0.003), beforeLon + between(-0.003, 0.003)];
      while (isDoubtful(lat, lon, accuracy));
      const position = { lat, lon: lon >= 180 ? lon - 360 : lon, ...((accuracy > 5 || random.chance(0.5)) && { accuracy }) };
      const fields = { load: { type: 'Number' as const, value: revision }, driver: { type: 'String' as const, value: '=1+1' } };
      const onlyFields = revision > 1 && random.chance(0.15);
      made.push({
        externalId: `o${String(n).padStart(2, '0')}`,
        workspace: 'w',
        revision,
        observedAt: new Date(observed).toISOString(),
        receivedAt: new Date(Math.max(observed, Math.floor(at))).toISOString(),
        ...(onlyFields ? { fields } : { position }),
        ...(revision === 1 && { set: { type: n % 2 === 0 ? 'even' : 'odd' } }),
      });
    }
  }
  // As in the log: the updates of each object in order, mixed with those of the others.
  return made.sort((a, b) => a.revision - b.revision);
}

const names = (changes: readonly { externalId: string; revision: number }[]): string[] =>
  changes.map(({ externalId, revision }) => `${externalId}@${revision}`);

interface Page {
  history: Draft[];
  next: string | null;
}

async function allPages(path: string): Promise<Draft[]> {
  const all: Draft[] = [];
  for (let next: string | null = path; next !== null;) {
    const page: Page = await client.json(next);
    all.push(...page.history);
    next = page.next;
  }
  return all;
}

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(service.url + path, { headers: { 'x-waymark-internal': token, ...headers } });

describe('reports from a place between two times', () => {
  it.each(PLACES)('match a recount of all updates: %j', async (place) => {
    for (const [from, to] of [
      [ago(100), ago(0)],
      [ago(60), ago(55)],
      [ago(31), ago(30.9)],
    ] as const) {
      const expected = updatesBetween(updates, from, to, place);
      expect(names(await allPages(`/groups/w/history?${asQuery(place)}&from=${from}&to=${to}&limit=7`))).toEqual(names(expected));
    }
  });

  it('can be filtered by type and id, and without a place include changes without a position', async () => {
    const odd = updatesBetween(updates, ago(70), ago(20)).filter(({ externalId }) => Number(externalId.slice(1)) % 2 === 1);
    expect(names(await allPages(`/groups/w/history?from=${ago(70)}&to=${ago(20)}&type=odd&limit=100`))).toEqual(names(odd));
    expect(names(await allPages(`/groups/w/history?from=${ago(70)}&to=${ago(20)}&type=odd&id=o01&id=o02`))).toEqual(
      names(odd.filter(({ externalId }) => externalId === 'o01')),
    );
  });

  it('respect the narrowing of a token, and are refused for a token that is narrowed to a place', async () => {
    const narrowed = (narrowing: object): Record<string, string> => ({ [NARROWED_HEADER]: narrowedHeader(narrowing) });
    const path = `/groups/w/history?from=${ago(100)}&format=ndjson`;
    const lines = (await (await get(path, narrowed({ types: ['even'], idPrefix: 'o0', fields: ['load'] }))).text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Draft);
    const expected = updatesBetween(updates, ago(100), ago(0)).filter(({ externalId }) => /^o0[02468]$/.test(externalId));
    expect(names(lines)).toEqual(names(expected));
    expect([...new Set(lines.flatMap(({ fields }) => Object.keys(fields ?? {})))]).toEqual(['load']);
    for (const question of ['history', `positions?at=${ago(1)}`, 'externalObjects/o00/trips', 'externalObjects/o00/history'])
      expect((await get(`/groups/w/${question}`, narrowed({ bbox: [0, 0, 1, 1] }))).status).toBe(403);
    for (const question of ['trips', 'history?format=csv'])
      expect((await get(`/groups/w/externalObjects/o01/${question}`, narrowed({ types: ['even'] }))).status).toBe(404);
  });

  it.each([
    ['bbox=0,0,1,1&near=0,0&radius=5', 'near: It cannot be combined with bbox'],
    ['near=0,0', 'radius: It is required with near'],
    ['radius=5', 'radius: It requires near'],
    ['near=-2.9,53.4,100', 'near: It must be lat,lon, with the metres in radius: near=53.4,-2.9&radius=100.'],
    ['near=91,0&radius=5', 'near: The latitude comes first'],
    ['near=0,0&radius=0', 'more than 0 and at most 1000000'],
    [`bbox=0,0,1,1&from=${ago(5000)}`, 'The time from `from` to `to` must not span more than 92 days'],
    [`from=${ago(1)}&to=${ago(1)}`, 'from: `from` must be before `to`'],
    ['format=pdf', 'format: It must be one of json, csv'],
    ['format=csv&simplify=5', 'simplify: It requires format=geojson or format=gpx'],
    ['format=gpx&geometry=lines', 'geometry: It requires format=geojson'],
  ])('refuses %s', async (query, detail) => {
    expect(await client.problem(`/groups/w/history?${query}`)).toMatchObject({
      status: 400,
      detail: expect.stringContaining(detail) as string,
    });
  });
});

describe('visits of a place between two times', () => {
  interface Visitors {
    visitors: { externalId: string; visits: { enteredAt: string; leftAt: string | null; enteredBefore?: true }[] }[];
    next: string | null;
  }
  const geometry = { type: 'Circle', center: [CIRCLE[0], CIRCLE[1]], radius: CIRCLE[2] };

  beforeAll(async () => {
    const area = {
      areaId: 'yard',
      workspace: 'w',
      name: 'Yard',
      geometry,
      confirmSeconds: 3600,
      revision: 1,
      outlineRevision: 1,
      createdAt: ago(1),
      updatedAt: ago(1),
    };
    const producer = new CoalescingProducer({ kafka: space.kafka, maxQueuedBytes: 1_000_000, logger: space.logger });
    await producer.connect();
    await producer.send([
      {
        topic: topicName(space.prefix, 'area.state'),
        partition: 0,
        key: 'yard',
        value: JSON.stringify(area),
        headers: { ce_revision: '1', ce_workspace: 'w' },
      },
    ]);
    await producer.close();
    await vi.waitFor(async () => expect((await get('/groups/w/visits?area=yard')).status).toBe(200), { timeout: 15_000 });
  });

  it.each([
    ['a circle', `${nearQuery(CIRCLE)}&`, 30],
    ['an area', 'area=yard&', 3600],
    ['a geometry that is posted', '', 30],
  ])('match a recount, of %s', async (_what, query, confirmSeconds) => {
    for (const [from, to] of [
      [ago(90), ago(10)],
      [ago(50), ago(49)],
      [ago(20), ago(19.5)],
    ] as const) {
      const visitors: Visitors['visitors'] = [];
      for (let next: string | null = `/groups/w/visits?${query}from=${from}&to=${to}&limit=3`; next !== null;) {
        const page = (await (
          await client.request(
            next,
            query === '' ? { method: 'POST', body: JSON.stringify({ geometry }), headers: { 'content-type': 'application/json' } } : {},
          )
        ).json()) as Visitors;
        visitors.push(...page.visitors);
        next = page.next;
      }
      const expected = Array.from({ length: 40 }, (_, n) => `o${String(n).padStart(2, '0')}`).flatMap((externalId) => {
        const visits = visitsOfCircle(
          updates.filter((update) => update.externalId === externalId),
          CIRCLE,
          confirmSeconds * 1000,
          Date.now(),
        )
          .filter(({ enteredAt, leftAt }) => enteredAt < Date.parse(to) && !(leftAt !== undefined && leftAt <= Date.parse(from)))
          .map(({ enteredAt, leftAt }) => ({
            enteredAt: new Date(enteredAt).toISOString(),
            leftAt: leftAt === undefined || leftAt >= Date.parse(to) ? null : new Date(leftAt).toISOString(),
          }));
        return visits.length === 0 ? [] : [{ externalId, visits }];
      });
      expect(expected.length).toBeGreaterThan(2);
      expect(
        visitors.map(({ externalId, visits }) => ({ externalId, visits: visits.map(({ enteredAt, leftAt }) => ({ enteredAt, leftAt })) })),
      ).toEqual(expected);
    }
  });

  it('are refused for an invalid place and for an area of another workspace', async () => {
    expect(await client.problem('/groups/w/visits')).toMatchObject({
      status: 400,
      detail: expect.stringContaining('POST its geometry') as string,
    });
    expect(await client.problem('/groups/other/visits?area=yard')).toMatchObject({
      status: 400,
      detail: expect.stringContaining('no such area') as string,
    });
    const posted = (body: object): Promise<Response> =>
      client.request('/groups/w/visits', { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
    expect(
      await (
        await posted({
          geometry: {
            type: 'Polygon',
            coordinates: [
              [
                [0, 0],
                [1, 1],
              ],
            ],
          },
        })
      ).json(),
    ).toMatchObject({ status: 422, errors: [{ pointer: expect.stringMatching(/^\/geometry\/coordinates\/0/) as string }] });
    expect(await (await posted({ geometry, radius: 5 })).json()).toMatchObject({ status: 422, errors: [{ pointer: '/radius' }] });
  });
});

describe('the positions at an instant', () => {
  it.each([undefined, ...PLACES])('are the newest position of each object until then: %j', async (place) => {
    for (const at of [ago(110), ago(99), ago(61.37), ago(30), ago(0)]) {
      const expected = updatesAsOf(updates, at, place).map(({ externalId, position, observedAt }) => ({
        externalId,
        position,
        observedAt,
      }));
      const positions: { externalId: string; lat: number; lon: number; accuracy?: number; observedAt: string; ageSeconds: number }[] = [];
      for (let next: string | null = `/groups/w/positions?at=${at}&limit=6${place ? `&${asQuery(place)}` : ''}`; next !== null;) {
        const page: { positions: typeof positions; next: string | null } = await client.json(next);
        positions.push(...page.positions);
        next = page.next;
      }
      expect(
        positions.map(({ externalId, lat, lon, accuracy, observedAt }) => ({ externalId, position: { lat, lon, accuracy }, observedAt })),
      ).toEqual(expected);
      for (const { observedAt, ageSeconds } of positions) expect(ageSeconds).toBe((Date.parse(at) - Date.parse(observedAt)) / 1000);
    }
  });
});

it('knows since when each object was seen, and looks for none before that', async () => {
  const first = new Map<string, string>();
  for (const { externalId, observedAt } of updates) if (observedAt < (first.get(externalId) ?? '9999')) first.set(externalId, observedAt);
  const { rows } = await pool.query<{ external_id: string; first_seen: string }>(
    `select external_id, first_seen from object_state where workspace = 'w' order by 1`,
  );
  expect(rows.map(({ external_id, first_seen }) => [external_id, new Date(Number(first_seen)).toISOString()])).toEqual([...first].sort());
  const times = [...first.values()].sort();
  expect(times[0]! < updates[0]!.observedAt).toBe(true);
  const median = times[times.length >> 1]!;
  const query = { workspace: 'w', from: ago(200), to: median };
  const all: RequestedObject[] = [];
  for await (const batch of new RequestedObjects(pool).each(query)) all.push(...batch);
  const seen = [...first]
    .filter(([, time]) => time < median)
    .map(([externalId]) => externalId)
    .sort();
  expect(all).toHaveLength(first.size);
  expect(all.flatMap(({ externalId, position }) => (position ? [externalId] : []))).toEqual(seen);
  // Whether it is the number of found or of examined objects that ends a page.
  for (const [limit, mostExamined] of [
    [100, 100],
    [3, 100],
    [100, 7],
    [3, 7],
    [2, first.size],
  ] as const) {
    const [found, pages]: [string[], number[]] = [[], []];
    let after: string | undefined;
    do {
      const { objects, end } = await new RequestedObjects(pool, undefined, mostExamined).page(query, after, limit);
      found.push(...objects.map(({ externalId }) => externalId));
      pages.push(objects.length);
      after = end;
    } while (after !== undefined);
    expect(found).toEqual(seen);
    expect(Math.max(...pages)).toBeLessThanOrEqual(limit);
    expect(pages.length).toBeGreaterThanOrEqual(Math.max(seen.length / limit, first.size / mostExamined));
  }
});

describe('an export', () => {
  const times = `from=${ago(100)}&to=${ago(0)}`;
  const expected = (): Update[] => updatesBetween(updates, ago(100), ago(0));

  it('has the same content as CSV, NDJSON, GeoJSON and GPX, by parameter or by Accept', async () => {
    const csv = await get(`/groups/w/history?${times}`, { accept: 'text/csv' });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const rows = parse(await csv.text(), { columns: true }) as Record<string, string>[];
    expect(
      rows.map(({ externalId, revision, observedAt, lat, lon, fields }) => [externalId, Number(revision), observedAt, lat, lon, fields]),
    ).toEqual(
      expected().map(({ externalId, revision, observedAt, position, fields }) => [
        externalId,
        revision,
        observedAt,
        String(position?.lat ?? ''),
        String(position?.lon ?? ''),
        fields ? JSON.stringify(fields) : '',
      ]),
    );
    const lines = (await (await get(`/groups/w/history?${times}&format=ndjson`)).text()).trimEnd().split('\n');
    expect(lines).toEqual((await allPages(`/groups/w/history?${times}&limit=1000`)).map((change) => JSON.stringify(change)));
    const positioned = expected().filter(({ position }) => position);
    const points = (await (await get(`/groups/w/history?${times}&format=geojson`)).json()) as {
      features: { geometry: { coordinates: number[] }; properties: { externalId: string; revision: number } }[];
    };
    expect(
      points.features.map(({ geometry, properties }) => [properties.externalId, properties.revision, ...geometry.coordinates]),
    ).toEqual(positioned.map(({ externalId, revision, position }) => [externalId, revision, position!.lon, position!.lat]));
    const gpx = await (await get(`/groups/w/history?${times}`, { accept: 'application/gpx+xml;q=0.9, application/json;q=0.1' })).text();
    expect(
      [...gpx.matchAll(/<trkpt lat="([^"]+)" lon="([^"]+)"><time>([^<]+)/g)].map(([, lat, lon, time]) => [Number(lat), Number(lon), time]),
    ).toEqual(positioned.map(({ position, observedAt }) => [position!.lat, position!.lon, observedAt]));
    expect(gpx.match(/<trk>/g)).toHaveLength(40);
  });

  it('cuts lines at the edge of the map', async () => {
    interface Line {
      type: string;
      coordinates: never;
    }
    const { features } = (await (
      await get(`/groups/w/history?${times}&format=geojson&geometry=lines&gapSeconds=100000&simplify=50`)
    ).json()) as { features: { geometry: Line }[] };
    const linesOf = ({ type, coordinates }: Line): number[][][] =>
      type === 'MultiLineString' ? coordinates : type === 'LineString' ? [coordinates] : [];
    expect(features.filter(({ geometry }) => geometry.type === 'MultiLineString').length).toBeGreaterThan(3);
    for (const line of features.flatMap(({ geometry }) => linesOf(geometry)))
      for (let at = 1; at < line.length; at++) expect(Math.abs(line[at]![0]! - line[at - 1]![0]!)).toBeLessThan(1);
  });

  describe('of very much', () => {
    const MANY = 30_000;
    beforeAll(async () => {
      await writer.write([
        { externalId: 'much', workspace: 'big', revision: MANY + 1, kind: 'created', position: { lat: 1, lon: 1 }, observedAt: ago(0) },
      ]);
      await client.follow('big', 1);
      await pool.query(
        `insert into history select 'much', n, 'big', $1::timestamptz - n * interval '1 second', now(),
          json_build_object('position', json_build_object('lat', 1, 'lon', n / 1e6), 'fields',
          json_build_object('note', json_build_object('type', 'String', 'value', repeat('x', 1000))))::text
         from generate_series(1, ${MANY}) n`,
        [ago(0)],
      );
    });

    /** Opens an export without reading it. */
    async function opened(workspace = 'big'): Promise<import('node:http').IncomingMessage> {
      const call = request(`${service.url}/groups/${workspace}/history?from=${ago(100)}&format=ndjson`, {
        headers: { 'x-waymark-internal': token },
      });
      call.end();
      const [answer] = (await once(call, 'response')) as [import('node:http').IncomingMessage];
      answer.on('error', () => undefined);
      return answer;
    }
    const openNow = async (): Promise<number> =>
      Number(/waymark_projection_exports_open\S* (\d+)/.exec(await (await get('/metrics')).text())![1]);

    it('waits for its reader without using a connection, and ends when the reader leaves', async () => {
      const held = [await opened()];
      expect(held[0]!.statusCode).toBe(200);
      // Exports may use two of the four read connections, and a workspace one of those: the second export is asked to try again later, but
      // that of another workspace is written.
      expect((await opened()).statusCode).toBe(503);
      const other = await opened('w');
      expect(other.statusCode).toBe(200);
      other.destroy();
      // Until the sockets are full it reads page by page, with moments between them in which its connection is idle as well.
      const busy = async (): Promise<number> => {
        const { rows } = await pool.query<{ busy: number }>(
          `select count(*)::int as busy from pg_stat_activity where application_name like 'waymark-projection-service-reads %'
            and (state <> 'idle' or state_change > clock_timestamp() - interval '1 second') and query like '%history%'`,
        );
        return rows[0]!.busy;
      };
      await expect.poll(busy, { timeout: 15_000 }).toBe(0);
      expect((await get('/groups/w/externalObjects/o00')).status).toBe(200);
      for (const answer of held) answer.destroy();
      await vi.waitFor(async () => expect(await openNow()).toBe(0), { timeout: 15_000 });
    });

    it('is whole in a heap that could not hold it', async () => {
      const lines = await (await get(`/groups/big/history?to=${new Date(NOW + 1).toISOString()}&format=ndjson`)).text();
      expect(lines.length).toBeGreaterThan(30 * 1024 * 1024);
      expect(lines.split('\n')).toHaveLength(MANY + 2);
    });
  });
});

describe('the way from a place into the history', () => {
  const stays = async (): Promise<unknown[]> => (await pool.query('select * from presence order by external_id, revision')).rows;

  it('is added for older history exactly as it would have been written; until then answers mark the missing part', async () => {
    const written = await stays();
    expect(written.length).toBeGreaterThan(300);
    await pool.query('delete from presence');
    await pool.query(
      `update presence_progress set done_at = null, not_before = now() - interval '1 hour', upto_workspace = '', upto_external_id = ''`,
    );
    const progress = new PresenceProgress(pool);
    expect(await progress.gapBefore()).toMatchObject({ detail: expect.stringContaining('may be missing') as string });
    const [history, presence] = partitionedTables({ historyDays: 90, feedDays: 7 }) as [PartitionedTable, PartitionedTable];
    await backfillPresence(pool, { history, presence }, Date.now(), new AbortController().signal);
    expect((await stays()).filter((row) => (row as { workspace: string }).workspace !== 'big')).toEqual(written);
    expect(await progress.gapBefore()).toBeUndefined();
  });

  it('is not used when a place holds too much: then all objects of the workspace are read', async () => {
    const idsOf = async (mostLookedAt: number | undefined, box: [number, number, number, number]): Promise<string[]> => {
      const [west, south, east, north] = box;
      const query = { workspace: 'w', from: ago(100), to: ago(0), region: boxRegion({ west, south, east, north }) };
      const found: string[] = [];
      for await (const batch of new RequestedObjects(pool, mostLookedAt).each(query, { externalId: 'o02', included: false }, 7))
        found.push(...batch.map(({ externalId }) => externalId));
      return found;
    };
    const all = (
      await pool.query<{ id: string }>(
        `select external_id as id from object_state where workspace = 'w' and external_id > 'o02' order by 1`,
      )
    ).rows.map(({ id }) => id);
    const some = await idsOf(undefined, [179.98, -17.02, 179.99, -17.01]);
    expect(some.length).toBeGreaterThan(0);
    expect(some.length).toBeLessThan(all.length);
    expect(await idsOf(5, [179.98, -17.02, 179.99, -17.01])).toEqual(all);
    expect(await idsOf(5, [10, 10, 11, 11])).toEqual([]);
  });

  it('is deleted with an erased object', async () => {
    const before = await stays();
    await writer.write([{ externalId: 'o05', workspace: 'w', revision: 31, kind: 'erased' }]);
    await vi.waitFor(async () => expect((await get('/groups/w/externalObjects/o05')).status).toBe(404), { timeout: 15_000 });
    expect((await stays()).length).toBeLessThan(before.length);
    expect((await stays()).filter((row) => (row as { external_id: string }).external_id === 'o05')).toEqual([]);
    expect(
      names(await allPages(`/groups/w/history?bbox=-180,-90,180,90&from=${ago(100)}&limit=500`)).filter((name) => name.startsWith('o05')),
    ).toEqual([]);
  });
});
