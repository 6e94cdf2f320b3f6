import { describe, expect, it } from 'vitest';
import { controlPointsOf, planToDegrees } from '#omlox-hub/site.js';
import { createLogger } from '#telemetry/logger.js';
import type { Received } from '../../../src/reading/source.js';
import { Zones } from '../../../src/sources/omlox/coordinates/zones.js';
import { HubWeb } from '../../../src/sources/omlox/hub/hub-web.js';
import { HubRest } from '../../../src/sources/omlox/hub/rest.js';
import { tokensFor } from '../../../src/sources/omlox/hub/tokens.js';
import { Knowledge } from '../../../src/sources/omlox/knowledge.js';
import type { OmloxOptions } from '../../../src/sources/omlox/options.js';
import { Workshop } from '../../../src/sources/omlox/workshop.js';
import { ZONE } from './plan-zone.js';

const LOCATION = {
  position: { type: 'Point', coordinates: [9.1, 48.7] },
  source: 'gps',
  provider_type: 'gps',
  provider_id: 'tag',
  crs: 'EPSG:4326',
  timestamp_generated: '2026-05-01T08:00:00Z',
};
const log = createLogger({ service: 'agent', instance: 'test', level: 'silent' });

/** The hub receives no requests: the message contains everything. */
async function read(document: unknown, options: Partial<OmloxOptions> = {}): Promise<Received> {
  const all = {
    url: 'http://127.0.0.1:9/v2',
    zones: [{ source: 'zone-1', groundControlPoints: controlPointsOf(ZONE), floor: 2 }],
    ...options,
  };
  const rest = { get: () => Promise.resolve([]), put: () => Promise.resolve({}) } as unknown as HubRest;
  const knowledge = new Knowledge(rest, all, undefined, log);
  const [received] = await new Workshop(all, knowledge, { name: 'hall', log, signal: new AbortController().signal }).read([
    { kind: 'position', document, bySnapshot: false },
  ]);
  return received!;
}
const motion = (location: object, rest: object = {}): object => ({
  id: 'a',
  name: 'Lift A',
  properties: {},
  ...rest,
  location: { ...LOCATION, ...location },
});

describe('a motion', () => {
  it('is read member by member', async () => {
    const document = motion(
      { accuracy: 0.4, floor: 3, speed: 1.5, course: 270 },
      { properties: { externalId: 'erp-1', battery: 80, article: 'x', blocked: false, secret: 's', nothing: null, deep: { a: 1 } } },
    );
    expect(await read(document, { properties: ['battery', 'article', 'blocked', 'nothing', 'deep', 'missing'] })).toEqual({
      document,
      reading: {
        id: 'a',
        externalId: 'erp-1',
        title: 'Lift A',
        observedAt: Date.UTC(2026, 4, 1, 8),
        position: { lat: 48.7, lon: 9.1 },
        accuracy: 0.4,
        heading: 270,
        speed: 1.5,
        floor: 3,
        fields: {
          battery: { type: 'Number', value: 80 },
          article: { type: 'String', value: 'x' },
          blocked: { type: 'String', value: 'false' },
          nothing: { type: 'String', value: null },
          floor: { type: 'Number', value: 3 },
          accuracy: { type: 'Number', value: 0.4 },
          speed: { type: 'Number', value: 1.5 },
          provider_type: { type: 'Category', value: 'gps' },
        },
      },
    });
  });

  it('is identified by the hub and its id if it has no externalId, and by the name of the hub in the configuration', async () => {
    expect((await read(motion({}))).reading!.externalId).toBe('omlox:hall:a');
    expect((await read(motion({}), { hub: 'plant' })).reading!.externalId).toBe('omlox:plant:a');
    expect((await read(motion({}, { properties: { externalId: 4711 } }))).reading!.externalId).toBe('4711');
    expect((await read(motion({}, { properties: { externalId: '' } }))).reading!.externalId).toBe('omlox:hall:a');
  });

  it.each([[{ externalId: 'x\u0000y' }], [{ externalId: 'x'.repeat(257) }], [{ externalId: ['a'] }], [{ externalId: '  ' }]])(
    'with an externalId that no object can have is quarantined, not sent under another: %j',
    async (properties) => {
      expect((await read(motion({}, { properties }))).quarantined).toMatchObject({ reason: 'no-id' });
    },
  );

  it('does not lose its position because of a name or a value that the gateway refuses', async () => {
    const { reading } = await read(
      motion({ accuracy: -1, speed: 'fast', floor: 'one', provider_type: 7 }, { name: 'a\u0007b', properties: { note: 'n'.repeat(5000) } }),
      { properties: ['note'] },
    );
    expect(reading).toEqual({
      id: 'a',
      externalId: 'omlox:hall:a',
      observedAt: Date.UTC(2026, 4, 1, 8),
      position: { lat: 48.7, lon: 9.1 },
      fields: {},
    });
  });

  it('has an altitude only for elevation_ref wgs84', async () => {
    const position = { type: 'Point', coordinates: [9.1, 48.7, 12.5] };
    expect((await read(motion({ position, elevation_ref: 'wgs84' }))).reading!.position).toEqual({ lat: 48.7, lon: 9.1, alt: 12.5 });
    expect((await read(motion({ position, elevation_ref: 'floor' }))).reading!.position).toEqual({ lat: 48.7, lon: 9.1 });
    expect((await read(motion({ position }))).reading!.position).toEqual({ lat: 48.7, lon: 9.1 });
  });

  it("is local without crs, or with crs local, and converted to degrees by its zone, with the zone's floor", async () => {
    const { lat, lon } = planToDegrees(ZONE, [10, 20]);
    for (const crs of [undefined, 'local', null]) {
      const { reading } = await read(motion({ crs, source: 'zone-1', position: { type: 'Point', coordinates: [10, 20] } }));
      expect(reading).toMatchObject({ floor: 2, fields: { floor: { type: 'Number', value: 2 } } });
      expect(reading!.position!.lat).toBeCloseTo(lat, 7);
      expect(reading!.position!.lon).toBeCloseTo(lon, 7);
    }
    expect((await read(motion({ crs: 'local', source: 'zone-1', floor: 0 }))).reading!.floor).toBe(0);
  });

  it('takes its time from timestamp_sent if it has no other, and has none without both', async () => {
    expect(
      (await read(motion({ timestamp_generated: undefined, timestamp_sent: '2026-05-01T10:00:00.5+01:00' }))).reading!.observedAt,
    ).toBe(Date.UTC(2026, 4, 1, 9, 0, 0, 500));
    expect((await read(motion({ timestamp_generated: undefined }))).reading!.observedAt).toBeUndefined();
  });

  it.each([
    ['local-coordinates', { crs: undefined, source: 'elsewhere' }],
    ['local-coordinates', { crs: undefined, source: undefined }],
    ['local-coordinates', { crs: 'local', source: 'zone-1', position: { type: 'Point', coordinates: [1e7, 0] } }],
    ['unknown-reference-system', { crs: 'EPSG:32632' }],
    ['unknown-reference-system', { crs: 'urn:ogc:def:crs:EPSG::4326' }],
    ['unknown-reference-system', { crs: 4326 }],
    ['impossible-position', { position: { type: 'Point', coordinates: [9.1, 91] } }],
    ['impossible-position', { position: { type: 'Point', coordinates: [512_000, 5_400_000] } }],
    ['impossible-position', { position: { type: 'Point', coordinates: [9.1, 48.7, 1e9] }, elevation_ref: 'wgs84' }],
    ['unreadable', { position: { type: 'Point', coordinates: ['9.1', '48.7'] } }],
    ['unreadable', { position: { type: 'Polygon', coordinates: [9.1, 48.7] } }],
    ['unreadable', { position: [9.1, 48.7] }],
    ['unreadable', { position: undefined }],
    ['impossible-time', { timestamp_generated: 'yesterday' }],
    ['impossible-time', { timestamp_generated: '2026-05-01T08:00:00' }],
    ['impossible-time', { timestamp_generated: 1777622400 }],
  ])('is quarantined as %s: %j', async (reason, location) => {
    const received = await read(motion(location));
    expect(received.reading).toBeUndefined();
    expect(received.quarantined).toMatchObject({ reason, detail: expect.stringMatching(/./) as string });
  });

  it.each([
    ['no-id', { location: LOCATION }],
    ['no-position-known', { id: 'a' }],
    ['unreadable', 'text'],
    ['unreadable', null],
    ['unreadable', [LOCATION]],
  ])('without required data is quarantined as %s: %j', async (reason, document) => {
    expect((await read(document)).quarantined).toMatchObject({ reason });
  });

  it('nested too deep is quarantined without its content', async () => {
    const document = motion({}, { properties: JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown });
    expect(await read(document)).toEqual({
      document: {},
      quarantined: { reason: 'unreadable', detail: expect.stringMatching(/deeper than 32/) as string },
    });
  });
});

describe('a location from a hub without trackables', () => {
  it('is identified by its provider', async () => {
    expect((await read({ ...LOCATION, properties: { battery: 5 } }, { use: 'locations', properties: ['battery'] })).reading).toMatchObject({
      id: 'tag',
      externalId: 'omlox:hall:tag',
      position: { lat: 48.7, lon: 9.1 },
      fields: { battery: { type: 'Number', value: 5 } },
    });
    expect((await read({ ...LOCATION, properties: { externalId: 'van-3' } }, { use: 'locations' })).reading!.externalId).toBe('van-3');
    expect((await read({ ...LOCATION, provider_id: undefined }, { use: 'locations' })).quarantined).toMatchObject({ reason: 'no-id' });
  });
});

it('a zone that declares itself incomplete is not fitted: its control points may be anything', () => {
  const zones = new Zones([]);
  const points = controlPointsOf(ZONE);
  zones.replace([{ id: 'z', ground_control_points: points, incomplete_configuration: true }]);
  expect(zones.all()).toMatchObject([{ id: 'z', fit: undefined, unusable: expect.stringMatching(/incomplete/) as string }]);
  zones.replace([{ id: 'z', ground_control_points: points, incomplete_configuration: false }]);
  expect(zones.all()[0]!.fit).toBeDefined();
});

it('unusable zones of the configuration are a fault of the configuration', () => {
  const web = new HubWeb(undefined);
  const rest = new HubRest('http://127.0.0.1:9', tokensFor(undefined, web), web, new AbortController().signal);
  const zones = [
    {
      source: 'z',
      groundControlPoints: [
        [9, 48],
        [0, 0],
        [9, 48],
        [5, 5],
        [9, 48],
        [10, 10],
      ],
    },
  ];
  expect(() => new Knowledge(rest, { url: 'http://127.0.0.1:9', zones }, undefined, log)).toThrow(
    /Zone z of the configuration: its ground control points lie in a line/,
  );
});
