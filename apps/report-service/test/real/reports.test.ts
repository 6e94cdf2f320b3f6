import { cellToChildren, cellToLatLng, latLngToCell } from 'h3-js';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AccessLine, AccessRecord } from '#contracts/access-log.js';
import { AREA_EVENT_TYPES, type AreaEvent, type AreaEventKind } from '#contracts/areas/area-event.js';
import { cloudEventHeaders } from '#contracts/cloud-event.js';
import { EVENT_TYPES } from '#contracts/event-types.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { partitionOf } from '#kafka/records/partition.js';
import type { OutgoingRecord } from '#kafka/records/record.js';
import { topicName } from '#kafka/topics/topics.js';
import { daysOf, recountInAreas, recountTracking, recountVisits } from '#testing/oracle/report-recount.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { Random } from '#testing/workload/random.js';
import { takeSlice } from '../../src/heat/heat-slices.js';
import { FORGET_FINE_HEAT, mergeFineValues } from '../../src/tables/coarser-heat-and-upkeep.migration.js';
import { BatchedDeletes } from '../../src/upkeep/batched-deletes.js';
import { DeletedWorkspaces } from '../../src/upkeep/deleted-workspaces.js';
import { pruneObservations } from '../../src/upkeep/observations-of-plans.js';
import { type Draft, randomMonth, rawEventOf } from './random-month.js';
import { randomVisits } from './random-visits.js';
import { recountHeat, reportsEachSecond, tileAt } from './recount-heat.js';
import { byDayAndType, shown } from './shown-rows.js';

const DAY_MS = 86_400_000;
/** The month ends in the past, whatever the time zone. */
const END = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS;
const TO = new Date(END + DAY_MS).toISOString().slice(0, 10);
const FROM = new Date(END - 31 * DAY_MS).toISOString().slice(0, 10);

let space: TestSpace;
let service: RunningService;
let producer: CoalescingProducer;
let database: pg.Client;

beforeAll(async () => {
  space = await createTestSpace('reports');
  producer = new CoalescingProducer({ kafka: space.kafka, maxQueuedBytes: 64 * 1024 * 1024, sendTimeoutMs: 30_000, logger: space.logger });
  await producer.connect();
  const often = { UNIT_RECORDS: '60', UNIT_LINGER_MS: '0', WRITE_INTERVAL_MS: '15', STATE_CACHE_OBJECTS: '20' };
  const limits = { OBSERVATION_DAYS: '60', HEATMAP_MAX_POSITIONS: '2000' };
  service = await startService('report-service', space.environment('report-service', { ...limits, ...often }));
  database = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.report}` });
  await database.connect();
});

afterAll(async () => {
  await database?.end();
  await service?.stop();
  await producer?.close();
  await space?.close();
});

function recordOf({ kind, change }: Draft): OutgoingRecord {
  return {
    topic: topicName(space.prefix, 'object.events'),
    partition: partitionOf(change.externalId, space.partitions),
    key: change.externalId,
    value: JSON.stringify(change),
    headers: { ...cloudEventHeaders(EVENT_TYPES[kind], change, change.receivedAt) },
  };
}

const publish = (drafts: readonly Draft[]): Promise<void> => producer.send(drafts.map(recordOf));

interface Report {
  rows: Record<string, string | number | null>[];
}

function ask(workspace: string, query: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${service.url}/groups/${workspace}/reports/${query}`, {
    headers: { 'x-waymark-internal': space.installation.secrets.internalToken, ...headers },
  });
}

async function report(workspace: string, query: string): Promise<Report['rows']> {
  const answer = await ask(workspace, query);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return ((await answer.json()) as Report).rows;
}

const month = (timeZone: string): string => `from=${FROM}&to=${TO}&timeZone=${encodeURIComponent(timeZone)}`;

async function changesSeen(workspace: string): Promise<number> {
  const rows = await report(workspace, `tracking?${month('UTC')}&interval=all`);
  return (rows[0]?.updates as number | undefined) ?? 0;
}

const random = new Random(20_261_122);
const months = ['alpha', 'beta'].map((workspace) => ({
  workspace,
  log: randomMonth(random, { workspace, objects: 12, reports: 100, end: END }),
}));
const beta = months[1]!.log;

describe('30 random days with late reports, repeats, two workspaces and a service that is killed amid its work', () => {
  beforeAll(async () => {
    for (const { log } of months) await publish(log.slice(0, log.length / 2));
    await vi.waitFor(async () => expect(await changesSeen('alpha')).toBeGreaterThan(0), { timeout: 30_000, interval: 20 });
    const rest = months.map(({ log }) => publish(log.slice(log.length / 2)));
    await service.restart('SIGKILL');
    await Promise.all(rest);
    for (const { workspace, log } of months) {
      const wanted = new Set(log.map(({ change }) => `${change.externalId} ${change.revision}`)).size;
      // A killed process keeps its partitions until its session has ended.
      await vi.waitFor(async () => expect(await changesSeen(workspace)).toBe(wanted), { timeout: 60_000, interval: 50 });
    }
  }, 180_000);

  it.each(['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns'])(
    'are reported by day and type in %s as a recount over the raw events finds',
    async (timeZone) => {
      for (const { workspace, log } of months) {
        const rows = await report(workspace, `tracking?${month(timeZone)}&interval=day&by=type`);
        const found = rows
          .map(({ from, utilisation: _, ...row }) => ({ day: String(from).slice(0, 10), ...row }) as never)
          .sort(byDayAndType);
        expect(found).toEqual(shown(recountTracking(log.map(rawEventOf), workspace, daysOf(timeZone))));
      }
    },
  );

  it('are stored once each, several in one row if an object reported often', async () => {
    for (const { workspace, log } of months) {
      const { rows } = await database.query<{ id: string; revision: string }>(
        `select external_id as id, revision from each_observation where external_id like $1`,
        [`${workspace}-%`],
      );
      expect(rows.map(({ id, revision }) => `${id} ${revision}`).sort()).toEqual(
        [...new Set(log.map(({ change }) => `${change.externalId} ${change.revision}`))].sort(),
      );
    }
    expect((await database.query('select 1 from observation where later_at is not null')).rowCount).toBeGreaterThan(50);
  });

  it('are sampled by Postgres only if a query searches by them', async () => {
    const { rows } = await database.query<{ piece: string; sampled: string[] }>(
      `select c.relname as piece, array_agg(a.attname::text order by a.attnum)
        filter (where a.attstattarget is distinct from 0) as sampled from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
        and c.relname like 'observation\\_piece\\_%' and a.attnum > 0 group by 1`,
    );
    expect(rows.length).toBeGreaterThan(4);
    for (const { sampled } of rows) expect(sampled).toEqual(['external_id', 'at', 'revision', 'facet', 'lat', 'lon', 'cell']);
  });

  it('are broken down by caller, category and number without losing a change', async () => {
    const { workspace, log } = months[0]!;
    const distinct = [...new Map(log.map((draft) => [`${draft.change.externalId} ${draft.change.revision}`, draft.change])).values()];
    const callers = await report(workspace, `tracking?${month('UTC')}&interval=all&by=caller`);
    expect(Object.fromEntries(callers.map(({ caller, updates }) => [caller, updates]))).toEqual(
      Object.fromEntries(
        ['token:a', 'token:b'].map((subject) => [subject, distinct.filter((change) => change.subject === subject).length]),
      ),
    );
    const categories = await report(workspace, `tracking?${month('UTC')}&interval=all&by=category&field=status`);
    expect(categories.map(({ category }) => category).sort()).toEqual(['busy', 'idle', null].sort());
    expect(categories.reduce((sum, { updates }) => sum + (updates as number), 0)).toBe(distinct.length);
    const elements = await report(workspace, `usage?${month('UTC')}&interval=all&by=type&by=category&field=status`);
    expect(elements.every((row) => !('calls' in row))).toBe(true);
    const tracked = await report(workspace, `tracking?${month('UTC')}&interval=all&by=type&by=category&field=status`);
    expect(elements.map(({ type, category, elements: count, created, stale }) => ({ type, category, count, created, stale }))).toEqual(
      tracked.map(({ type, category, updates: count, created, stale }) => ({ type, category, count, created, stale })),
    );
    const values = distinct.flatMap(({ fields }) => (fields?.battery ? [fields.battery.value as number] : []));
    const [battery, ...others] = await report(workspace, `values?${month('UTC')}&interval=all`);
    expect(others).toEqual([]);
    expect(battery).toMatchObject({ number: 'battery', count: values.length, least: Math.min(...values), most: Math.max(...values) });
    expect(battery!.mean).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 9);
  });

  it('are CSV in which no cell is a formula', async () => {
    const answer = await ask('alpha', `tracking?${month('UTC')}&interval=all&by=type`, { accept: 'text/csv' });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const lines = (await answer.text()).split('\r\n');
    expect(lines[0]).toBe('from,type,updates,created,stale,distanceMetres,movingSeconds,stillSeconds,utilisation,stops,lastSeenAt');
    expect(
      lines
        .map((line) => line.split(',')[1])
        .slice(1, 4)
        .sort(),
    ).toEqual(["'=cmd|calc", 'crane', 'truck']);
  });

  it('leave only the sums of an erased object, and repeated records of it do not count', async () => {
    const { workspace, log } = months[0]!;
    const before = await changesSeen(workspace);
    const ofObject = log.filter(({ change }) => change.externalId === 'alpha-3');
    const last = Math.max(...ofObject.map(({ change }) => change.revision));
    const { change } = ofObject[0]!;
    await publish([
      { kind: 'erased', change: { ...change, revision: last + 1, position: undefined, set: undefined, fields: undefined } },
      ...ofObject.slice(0, 20),
    ]);
    const next = { ...change, revision: last + 2, position: { lat: 1, lon: 2 }, set: { type: 'crane' } };
    await publish([{ kind: 'created', change: next }]);
    await vi.waitFor(async () => expect(await changesSeen(workspace)).toBe(before + 1), { timeout: 30_000, interval: 20 });
    // Late area events from reports before the erasure; after them one of another object, in the same partition.
    const areaEvent = (eventId: string, externalId: string, objectRevision: number): OutgoingRecord => ({
      topic: topicName(space.prefix, 'area.events'),
      partition: partitionOf('alpha-3', space.partitions),
      key: 'alpha-3',
      value: JSON.stringify({
        eventId,
        workspace,
        externalId,
        areaId: 'a',
        areaRevision: 1,
        at: new Date(END).toISOString(),
        visitStartedAt: new Date(END).toISOString(),
        objectRevision,
      } satisfies AreaEvent),
      headers: { ce_type: AREA_EVENT_TYPES.entered },
    });
    await producer.send([areaEvent('late', 'alpha-3', last), areaEvent('behind', 'alpha-4', 1)]);
    await vi.waitFor(
      async () =>
        expect((await database.query(`select external_id from visit where area_id = 'a'`)).rows).toEqual([{ external_id: 'alpha-4' }]),
      { timeout: 30_000, interval: 20 },
    );
    const { rows } = await database.query<{ revision: number; type: string }>(
      `select o.revision::int as revision, p.type from each_observation o join profile p using (external_id) where external_id = 'alpha-3'`,
    );
    expect(rows).toEqual([{ revision: last + 2, type: 'crane' }]);
  });
});

describe('heatmaps', () => {
  interface HeatMap {
    features: { id: string; properties: { objects: number; observations: number; dwellSeconds?: number } }[];
  }
  const heat = async (query: string): Promise<HeatMap['features']> => {
    const answer = await fetch(`${service.url}/groups/beta/heatmap?${query}`, {
      headers: { 'x-waymark-internal': space.installation.secrets.internalToken },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/geo+json']);
    return ((await answer.json()) as HeatMap).features;
  };

  it.each([4, 7, 8])('have each object once in a cell of resolution %i, and every observation', async (resolution) => {
    const seen = recountHeat(beta, resolution);
    const whole = `from=${FROM}T00:00:00Z&to=${TO}T00:00:00Z&resolution=${resolution}`;
    const found = await heat(whole);
    const wanted = new Map([...seen].map(([cell, { ids, observations }]) => [cell, [ids.size, observations]]));
    expect(new Map(found.map(({ id, properties }) => [id, [properties.objects, properties.observations]]))).toEqual(wanted);
    const busy = [...seen].filter(([, { ids }]) => ids.size >= 2).map(([cell]) => cell);
    expect((await heat(`${whole}&minObjects=2`)).map(({ id }) => id).sort()).toEqual(busy.sort());
    const [west, south, east, north] = [8.2, 50.2, 8.7, 50.8];
    const inside = [...seen.keys()].filter(
      (cell) =>
        cellToLatLng(cell)[0] >= south && cellToLatLng(cell)[0] <= north && cellToLatLng(cell)[1] >= west && cellToLatLng(cell)[1] <= east,
    );
    expect((await heat(`${whole}&bbox=${west},${south},${east},${north}`)).map(({ id }) => id).sort()).toEqual(inside.sort());
  });

  it.each([
    [9, 'objects'],
    [11, 'observations'],
    [7, 'dwell'],
  ])('have cells of resolution %i for aggregate=%s, with the time that objects stayed', async (resolution, aggregate) => {
    const wanted = recountHeat(beta, resolution);
    const whole = `from=${FROM}T00:00:00Z&to=${TO}T00:00:00Z&resolution=${resolution}&aggregate=${aggregate}`;
    const found = await heat(whole);
    expect(new Map(found.map(({ id, properties }) => [id, properties]))).toEqual(
      new Map(
        [...wanted].map(([cell, { ids, observations, ms }]) => [
          cell,
          { objects: ids.size, observations, dwellSeconds: Math.round(ms / 1000) },
        ]),
      ),
    );
    const [lat, lon] = cellToLatLng(found[found.length >> 1]!.id);
    const [west, south, east, north] = [lon - 0.07, lat - 0.01, lon + 0.01, lat + 0.05];
    const inside = found.filter(
      ({ id }) =>
        cellToLatLng(id)[0] >= south && cellToLatLng(id)[0] <= north && cellToLatLng(id)[1] >= west && cellToLatLng(id)[1] <= east,
    );
    expect(inside.length).toBeGreaterThan(0);
    expect(await heat(`${whole}&bbox=${west},${south},${east},${north}`)).toEqual(inside);
    expect((await heat(`${whole}&minObjects=2`)).every(({ properties }) => properties.objects >= 2)).toBe(true);
  });

  it('include recent observations, before and after their slice of time is processed', async () => {
    const now = Math.floor(Date.now() / 3_600_000) * 3_600_000;
    const recent: Draft[] = [1, 2, 3].map((revision) => ({
      kind: revision === 1 ? 'created' : 'updated',
      change: {
        externalId: `fresh-${revision % 2}`,
        workspace: 'beta',
        revision,
        operationId: '0199',
        index: 0,
        observedAt: new Date(Date.now() - revision).toISOString(),
        receivedAt: new Date().toISOString(),
        subject: 's',
        position: { lat: -10, lon: 20 },
      },
    }));
    await publish(recent);
    const query = `from=${new Date(now - 3_600_000).toISOString()}&bbox=19,-11,21,-9`;
    await vi.waitFor(
      async () => expect((await heat(query)).map(({ properties }) => properties)).toEqual([{ objects: 2, observations: 3 }]),
      { timeout: 30_000, interval: 20 },
    );
    const pool = new pg.Pool({
      connectionString: space.databaseUrl,
      options: `-c search_path=${space.schemas.report}`,
      max: 1,
      types: { getTypeParser: ((oid: number, format: never) => (oid === 20 ? Number : pg.types.getTypeParser(oid, format))) as never },
    });
    while (await takeSlice(pool, Date.now() + 600_000));
    await pool.end();
    expect((await database.query(`select 1 from heat where external_id like 'fresh-%'`)).rowCount).toBe(2);
    expect((await heat(query)).map(({ properties }) => properties)).toEqual([{ objects: 2, observations: 3 }]);
  });

  it('are available as tiles', async () => {
    const answer = await fetch(`${service.url}/groups/beta/heatmap/tiles/5/16/10.mvt?from=${FROM}T00:00:00Z&to=${TO}T00:00:00Z`, {
      headers: { 'x-waymark-internal': space.installation.secrets.internalToken },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/vnd.mapbox-vector-tile']);
    expect(Buffer.from(await answer.arrayBuffer()).includes('heat')).toBe(true);
    const again = await fetch(answer.url, {
      headers: { 'x-waymark-internal': space.installation.secrets.internalToken, 'if-none-match': answer.headers.get('etag')! },
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
    // The street at an object's last position.
    const { lat, lon } = beta.findLast(({ change }) => change.position)!.change.position!;
    const [x, y] = tileAt({ lat, lon }, 17);
    const street = await fetch(`${service.url}/groups/beta/heatmap/tiles/17/${x}/${y}.mvt?from=${FROM}T00:00:00Z&to=${TO}T00:00:00Z`, {
      headers: { 'x-waymark-internal': space.installation.secrets.internalToken },
    });
    const text = Buffer.from(await street.arrayBuffer()).toString('latin1');
    expect([street.status, text.includes(latLngToCell(lat, lon, 11)), text.includes('dwellSeconds')]).toEqual([200, true, true]);
    expect(
      (
        await fetch(`${service.url}/groups/beta/heatmap/tiles/2/4/0.mvt`, {
          headers: { 'x-waymark-internal': space.installation.secrets.internalToken },
        })
      ).status,
    ).toBe(404);
  });

  it('have no finer cells if too many positions would be read: the map explains it, a tile has cells of resolution 8', async () => {
    const [lat, lon, each] = [-20, 30, 1100];
    await publish([0, 3].flatMap((hour) => reportsEachSecond(`busy-${hour}`, END + hour * 3_600_000, each, { lat, lon })));
    const headers = { 'x-waymark-internal': space.installation.secrets.internalToken };
    const ask = (path: string): Promise<Response> => fetch(`${service.url}/groups/gamma/heatmap${path}`, { headers });
    const cells = async (path: string): Promise<HeatMap['features']> => ((await (await ask(path)).json()) as HeatMap).features;
    const hours = (count: number): string => `from=${new Date(END).toISOString()}&to=${new Date(END + count * 3_600_000).toISOString()}`;
    const folded = async (): Promise<void> => {
      const found = await cells(`?${hours(4)}&resolution=8`);
      expect(found.map(({ properties }) => properties)).toEqual([{ objects: 2, observations: 2 * each }]);
    };
    await vi.waitFor(folded, { timeout: 30_000, interval: 50 });

    for (const query of ['resolution=9', 'resolution=8&aggregate=dwell']) {
      const refused = await ask(`?${hours(4)}&${query}`);
      const { detail } = (await refused.json()) as { detail: string };
      expect(`${refused.status} ${detail}`).toMatch(
        /^400 More than 2000 stored positions .* request a shorter time or a smaller bbox\. With a resolution of 8 or less/,
      );
    }
    const found = await cells(`?${hours(1)}&resolution=11`);
    expect(found.map(({ id, properties }) => [id, properties.observations])).toEqual([[latLngToCell(lat, lon, 11), each]]);

    const [x, y] = tileAt({ lat, lon }, 17);
    const cellsOf = async (count: number): Promise<boolean[]> => {
      const tile = Buffer.from(await (await ask(`/tiles/17/${x}/${y}.mvt?${hours(count)}`)).arrayBuffer()).toString('latin1');
      return [11, 8].map((resolution) => tile.includes(latLngToCell(lat, lon, resolution)));
    };
    expect([await cellsOf(1), await cellsOf(4)]).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});

describe('visits of areas', () => {
  const AREA = '0199c0de-aaaa-7000-8000-000000000001';
  const visit = (eventId: string, kind: AreaEventKind, minute: number, more: Partial<AreaEvent> = {}): OutgoingRecord => ({
    topic: topicName(space.prefix, 'area.events'),
    partition: partitionOf('beta-5', space.partitions),
    key: 'beta-5',
    value: JSON.stringify({
      eventId,
      workspace: 'beta',
      externalId: 'beta-5',
      areaId: AREA,
      areaRevision: 1,
      at: new Date(END + minute * 60_000).toISOString(),
      visitStartedAt: new Date(END).toISOString(),
      objectRevision: 1,
      ...more,
    } satisfies AreaEvent),
    headers: { ce_type: AREA_EVENT_TYPES[kind] },
  });

  it('count once and with their time, even after corrections', async () => {
    const areas = async (): Promise<Report['rows']> =>
      report('beta', `areas?${month('UTC')}&interval=hour&by=area&from=${new Date(END).toISOString()}`.replace(`from=${FROM}&`, ''));
    await producer.send([visit('a', 'entered', 0), visit('b', 'left', 70), visit('b', 'left', 70)]);
    await vi.waitFor(
      async () =>
        expect(await areas()).toMatchObject([
          { area: AREA, entered: 1, insideSeconds: 3600 },
          { entered: 0, insideSeconds: 600 },
        ]),
      { timeout: 30_000, interval: 20 },
    );
    await producer.send([visit('c', 'corrected', 70, { corrects: 'b', correctedKind: 'left', late: true }), visit('b', 'left', 70)]);
    // The visit continues: every hour since then is one inside.
    await vi.waitFor(
      async () =>
        expect((await areas()).slice(0, 3)).toMatchObject([
          { entered: 1, insideSeconds: 3600 },
          { entered: 0, insideSeconds: 3600 },
          { entered: 0, insideSeconds: 3600 },
        ]),
      { timeout: 30_000, interval: 20 },
    );
    await producer.send([visit('d', 'left', 20, { late: true }), visit('e', 'dwelt', 5)]);
    await vi.waitFor(
      async () =>
        expect((await areas()).filter(({ entered, insideSeconds }) => entered !== 0 || insideSeconds !== 0)).toMatchObject([
          { area: AREA, entered: 1, insideSeconds: 1200 },
        ]),
      { timeout: 30_000, interval: 20 },
    );
  });
});

describe('visits of 30 random days, with some corrected events', () => {
  it('are reported by day, area and category as a recount over the raw events finds', async () => {
    const log = randomVisits(random, { workspace: 'beta', objects: 12, visits: 300, end: END });
    await producer.send(
      log.map(({ type, value }) => ({
        topic: topicName(space.prefix, 'area.events'),
        partition: partitionOf(value.externalId, space.partitions),
        key: value.externalId,
        value: JSON.stringify(value),
        headers: { ce_type: type },
      })),
    );
    const status = new Map<string, string>();
    for (const { change } of [...beta].sort((a, b) => a.change.revision - b.change.revision)) {
      const value = change.fields?.['status']?.value as { categoryName: string } | undefined;
      if (value !== undefined && change.stale !== true) status.set(change.externalId, value.categoryName);
    }
    const wanted = recountVisits(log, 'beta', daysOf('Europe/Berlin'), ({ areaId, externalId }) => `${areaId} ${status.get(externalId)}`);
    const reported = async (): Promise<Map<string, object>> => {
      const rows = await report('beta', `areas?${month('Europe/Berlin')}&interval=day&by=area&by=category&field=status&area=one&area=two`);
      // Corrected events have left an empty row.
      return new Map(
        rows
          .filter(({ entered, insideSeconds }) => entered !== 0 || insideSeconds !== 0)
          .map(({ from, area, category, entered, insideSeconds }) => [
            `${String(from).slice(0, 10)} ${area} ${category}`,
            { entered, insideMs: Math.round((insideSeconds as number) * 1000) },
          ]),
      );
    };
    await vi.waitFor(async () => expect(await reported()).toEqual(wanted), { timeout: 30_000, interval: 50 });
    const inside = await report('beta', `tracking?${month('Europe/Berlin')}&interval=day&by=area&by=type&area=one&area=two`);
    const recounted = shown(recountInAreas(beta.map(rawEventOf), log, 'beta', daysOf('Europe/Berlin'))).map(
      ({ created: _, stale: __, ...row }) => row,
    );
    expect(recounted.length).toBeGreaterThan(20);
    expect(recounted.some(({ distanceMetres }) => distanceMetres > 0)).toBe(true);
    expect(
      inside
        .map(({ from, area, type, utilisation: _, ...row }) => ({ day: String(from).slice(0, 10), type: `${area} ${type}`, ...row }))
        .sort(byDayAndType),
    ).toEqual(recounted);
    expect((await report('beta', `areas?${month('UTC')}&interval=all&area=one&area=two&field=status&category=busy`))[0]).toMatchObject({
      entered: [...wanted].filter(([key]) => key.endsWith('busy')).reduce((sum, [, { entered }]) => sum + entered, 0),
    });
  });
});

describe('calls', () => {
  const line = (n: number, more: Partial<AccessLine>): AccessLine => ({
    at: new Date(END + n * 1000).toISOString(),
    subject: 'person:p',
    tokenId: 't',
    operation: 'readObject',
    status: 200,
    requestId: `r${n}`,
    address: '::1',
    ...more,
  });
  const write = (workspace: string, lines: AccessLine[]): Promise<void> =>
    producer.send([
      {
        topic: topicName(space.prefix, 'access.events'),
        partition: partitionOf(workspace, space.partitions),
        key: workspace,
        value: JSON.stringify({ v: 1, workspace, gateway: 'g', lines } satisfies AccessRecord),
      },
    ]);

  it('are counted once each, by caller, kind, operation and object', async () => {
    const lines = [
      line(1, { externalId: 'beta-1' }),
      line(2, { externalId: 'beta-1', subject: 'share-link:s' }),
      line(3, { operation: 'updateObjects', subject: 'token:a', status: 207 }),
      line(4, { operation: 'updateObjects', subject: 'token:a', status: 403 }),
      line(5, { operation: 'listObjects', status: 503 }),
      line(6, { operation: 'deleteWorkspace', status: 102 }),
    ];
    await write('beta', lines);
    // The same lines in another record, as after a send with an unknown outcome; and one of another workspace.
    await write('beta', [...lines.slice(1, 4), line(7, { externalId: 'beta-2' })]);
    await write('alpha', [line(8, {})]);
    await vi.waitFor(
      async () =>
        expect(await report('beta', `usage?${month('UTC')}&interval=all`)).toMatchObject([
          { calls: 6, succeeded: 4, refused: 1, failed: 1 },
        ]),
      { timeout: 30_000, interval: 20 },
    );
    expect(await report('beta', `access?${month('UTC')}&interval=all&by=kind&by=caller`)).toEqual(
      [
        ['changed', 'token:a', 1],
        ['looked', 'person:p', 2],
        ['scanned', 'share-link:s', 1],
      ].map(([kind, caller, calls]) => expect.objectContaining({ kind, caller, calls })),
    );
    const type = (await database.query<{ type: string }>(`select type from profile where external_id = 'beta-1'`)).rows[0]!.type;
    expect(await report('beta', `access?${month('UTC')}&interval=all&by=caller&by=type&externalId=beta-1`)).toMatchObject([
      { caller: 'person:p', type, calls: 1 },
      { caller: 'share-link:s', type, calls: 1 },
    ]);
    expect(await report('alpha', `access?${month('UTC')}&interval=all&externalId=beta-1`)).toEqual([]);
    const status = (
      await database.query<{ name: string | null }>(`select categories -> 'status' ->> 1 as name from profile where external_id = 'beta-1'`)
    ).rows[0]!.name;
    expect(await report('beta', `access?${month('UTC')}&interval=all&by=category&field=status&externalId=beta-1`)).toMatchObject([
      { category: status, calls: 2 },
    ]);
    expect(
      (await report('beta', `access?${month('UTC')}&interval=all&by=category&field=status`)).reduce(
        (sum, { calls }) => sum + (calls as number),
        0,
      ),
    ).toBe(3);
    // Callers with the same name in two workspaces request the same id within one unit.
    const both = ['gamma', 'delta'].map((workspace) => ({
      topic: topicName(space.prefix, 'access.events'),
      partition: 0,
      key: workspace,
      value: JSON.stringify({
        v: 1,
        workspace,
        gateway: 'g',
        lines: [line(9, { externalId: 'twin', subject: 'token:a' })],
      } satisfies AccessRecord),
    }));
    await producer.send(both);
    for (const workspace of ['gamma', 'delta'])
      await vi.waitFor(
        async () =>
          expect(await report(workspace, `access?${month('UTC')}&interval=all&by=caller&externalId=twin`)).toMatchObject([
            { caller: 'token:a', calls: 1 },
          ]),
        { timeout: 30_000, interval: 20 },
      );
    expect((await report('beta', `usage?${month('UTC')}&interval=all&by=caller`)).find(({ caller }) => caller === 'token:a')).toMatchObject(
      { calls: 2, succeeded: 1, refused: 1, elements: expect.any(Number) as number },
    );
  });
});

it.each([
  ['tracking?from=yesterday', 'from: It must be a day'],
  ['tracking?from=2026-11-01T00:05:00Z', 'from: It must be on a quarter'],
  ['tracking?from=2026-11-02&to=2026-11-01', 'from: It must be before to'],
  ['tracking?from=2025-01-01&to=2026-01-01&interval=hour', 'interval: From'],
  ['tracking?timeZone=Mars', 'timeZone: It must be a time zone'],
  ['tracking?by=category', 'field: With by=category'],
  ['tracking?by=colour', 'by: It must be one of type, category, caller, area'],
  ['usage?by=day', 'such as interval=day'],
  ['tracking?type=%00', 'type: It contains'],
  ['tracking?by=area', 'area: With by=area it must name the areas'],
  ['tracking?by=area&by=caller&area=one', 'by: Breakdowns by area and by caller cannot be combined'],
  ['tracking?area=one', 'area: It requires by=area'],
  ['usage?by=operation&by=type', 'by: A call can contain many objects'],
  ['access?by=area', 'area: With by=area it must name the areas'],
  ['usage?bY=caller', 'bY: This parameter does not exist here'],
])('explains the fault of %s', async (query, detail) => {
  const answer = await ask('alpha', query);
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as { detail: string }).detail).toContain(detail);
});

describe('data past its retention', () => {
  const nothingStops = new AbortController().signal;
  let pool: pg.Pool;
  const batches = (rows: number, until = Infinity): BatchedDeletes => new BatchedDeletes(pool, until, nothingStops, rows);
  const count = async (from: string): Promise<number> =>
    Number((await pool.query<{ n: string }>(`select count(*) as n from ${from}`)).rows[0]!.n);

  beforeAll(() => {
    pool = new pg.Pool({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.report}`, max: 1 });
  });
  afterAll(() => pool.end());

  it('heat of a finer resolution is counted once, by the coarser one that replaces it', async () => {
    const heat = async (): Promise<number> => {
      const answer = await fetch(`${service.url}/groups/beta/heatmap?from=${FROM}T00:00:00Z&to=${TO}T00:00:00Z&resolution=8`, {
        headers: { 'x-waymark-internal': space.installation.secrets.internalToken },
      });
      return ((await answer.json()) as { features: { properties: { observations: number } }[] }).features.reduce(
        (sum, { properties }) => sum + properties.observations,
        0,
      );
    };
    const before = await heat();
    const { rows } = await pool.query<{ id: string; at: string; revision: string; lat: number; lon: number }>(
      `select external_id as id, at, revision, lat, lon from observation where external_id like 'beta-%' and cell is not null limit 200`,
    );
    for (const { id, at, revision, lat, lon } of rows)
      await pool.query('update observation set cell = $4 where external_id = $1 and at = $2 and revision = $3', [
        id,
        at,
        revision,
        String(BigInt(`0x${latLngToCell(lat, lon, 9)}`)),
      ]);
    const fine = String(BigInt(`0x${latLngToCell(50, 8, 9)}`));
    const near = String(BigInt(`0x${cellToChildren(latLngToCell(50, 8, 8), 9).find((cell) => cell !== latLngToCell(50, 8, 9))}`));
    const hour = Math.floor(END / 3_600_000);
    await pool.query(
      `insert into heat_value (field, cell, hour, count, summed, micros, most)
        values (9999, $1, $3, 2, 2, 30, 4), (9999, $2, $3, 1, 1, 5, 7)`,
      [fine, near, hour],
    );
    const client = await pool.connect();
    // Like migrations, so that nobody has to wait for longer.
    await client.query('set lock_timeout = 20');
    const runner = { query: async (text: string, values?: unknown[]) => (await client.query(text, values)).rows };
    await database.query('begin');
    await database.query('select count(*) from heat_value');
    await database.query('update heat_value set count = count + 1 where field = 9999 and cell = $1', [near]);
    await mergeFineValues(runner);
    const values = async (): Promise<unknown[]> =>
      (await client.query('select cell, count, micros, most from heat_value where field = 9999 order by cell')).rows;
    const coarse = String(BigInt(`0x${latLngToCell(50, 8, 8)}`));
    expect(await values(), 'one is being written').toEqual([
      { cell: coarse, count: '2', micros: '30', most: 4 },
      { cell: near, count: '1', micros: '5', most: 7 },
    ]);
    await database.query('commit');
    await mergeFineValues(runner);
    expect(await values()).toEqual([{ cell: coarse, count: '4', micros: '35', most: 7 }]);
    await mergeFineValues(runner);
    await client.query('begin');
    await client.query(FORGET_FINE_HEAT);
    // Before the service, which reads the slices of time again, sees it.
    expect((await client.query('select from heat')).rowCount).toBe(0);
    await client.query('commit');
    expect(await values()).toEqual([{ cell: coarse, count: '4', micros: '35', most: 7 }]);
    await client.query('reset lock_timeout');
    client.release();
    // A cell extends beyond its coarser one: at the edge, an observation may be in the next one.
    expect([await heat(), before > 0]).toEqual([before, true]);
  });

  it('of a plan is deleted with its heat, in batches, until the time is up', async () => {
    const now = END;
    const copy = { knownWorkspaces: [{ id: 'beta' }], limitsOf: () => ({ historyDays: 10 }) } as never;
    // The service adds nothing in between: no slice of time is over.
    await pool.query('update heat_progress set upto = $1', [Math.ceil(Date.now() / 3_600_000) * 3_600_000 + DAY_MS]);
    await pool.query(
      `insert into heat select f.workspace, coalesce(o.cell, 0), o.at / 3600000, o.external_id, 1 from observation o
        join facet f on f.id = o.facet where f.workspace = 'beta' on conflict do nothing`,
    );
    const hour = Math.floor((now - 10 * DAY_MS) / 3_600_000);
    const [oldHeat, heat] = [await count(`heat where workspace = 'beta' and hour < ${hour}`), await count('heat')];
    expect(await pruneObservations(batches(50, 0), copy, 60, now)).toEqual({ rows: 0, complete: false });
    const { rows, complete } = await pruneObservations(batches(50), copy, 60, now);
    expect([complete, rows > oldHeat, oldHeat > 50]).toEqual([true, true, true]);
    expect([await count(`heat where workspace = 'beta' and hour < ${hour}`), await count('heat')]).toEqual([0, heat - oldHeat]);
    expect(await count(`observation where at < ${hour * 3_600_000} and external_id like 'beta-%'`)).toBe(0);
    expect(await count(`observation where external_id like 'beta-%'`)).toBeGreaterThan(0);
  });

  it('of a deleted workspace is deleted completely, and that of other workspaces stays', async () => {
    const others = async (): Promise<number[]> => Promise.all(['movement', 'observation', 'visit'].map((table) => count(table)));
    const workspaces = new DeletedWorkspaces({ deletedWorkspaces: new Map([['beta', {}]]) } as never);
    const kept = await count(`observation o join facet f on f.id = o.facet where f.workspace <> 'beta'`);
    expect(await workspaces.clear(batches(100))).toMatchObject({ complete: true });
    const { rows: tables } = await pool.query<{ name: string }>(
      `select distinct table_name as name from information_schema.columns where table_schema = current_schema()
        and column_name = 'workspace'`,
    );
    expect(tables.length).toBeGreaterThan(6);
    for (const { name } of tables) expect([name, await count(`${name} where workspace = 'beta'`)]).toEqual([name, 0]);
    for (const table of ['movement', 'arrival', 'change_count', 'value_sum', 'observation'])
      expect([table, await count(`${table} where facet not in (select id from facet)`)]).toEqual([table, 0]);
    expect(await count(`observation`)).toBe(kept);
    // Data that arrived after its numbers were deleted is still found, until a whole round finds nothing.
    await pool.query(`insert into area_sum values ('beta', 'late', '', 1, 1, 1)`);
    expect(await workspaces.clear(batches(100))).toEqual({ rows: 1, complete: true });
    expect([await workspaces.clear(batches(100)), (await others()).every((rows) => rows > 0)]).toEqual([{ rows: 0, complete: true }, true]);
  });
});
