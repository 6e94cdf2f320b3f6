import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { controlPointsOf, planToDegrees } from '#omlox-hub/site.js';
import { createLogger } from '#telemetry/logger.js';
import { Random } from '#testing/workload/random.js';
import { tries } from '#testing/workload/tries.js';
import { QUARANTINE_REASONS } from '../../../src/reading/source.js';
import { HubSocket, SOCKET_TIMES } from '../../../src/sources/omlox/hub/hub-socket.js';
import type { HubRest } from '../../../src/sources/omlox/hub/rest.js';
import { Knowledge } from '../../../src/sources/omlox/knowledge.js';
import { type Item, Workshop } from '../../../src/sources/omlox/workshop.js';
import { ZONE } from './plan-zone.js';

const INPUTS = tries(100_000);
const log = createLogger({ service: 'agent', instance: 'test', level: 'silent' });
const MOTION = {
  id: 'a',
  name: 'Lift',
  properties: { externalId: 'x' },
  location: {
    position: { type: 'Point', coordinates: [9.1, 48.7, 3] },
    source: 'zone-1',
    provider_type: 'uwb',
    provider_id: 't',
    crs: 'EPSG:4326',
    timestamp_generated: '2026-05-01T08:00:00Z',
    floor: 1,
    accuracy: 0.5,
    elevation_ref: 'wgs84',
  },
};
const EVENT = { id: 'e', fence_id: 'f', event_type: 'region_entry', trackable_id: 'a', entry_time: '2026-05-01T08:00:00Z' };
const ODD = [
  null,
  undefined,
  true,
  0,
  -0,
  -1,
  91,
  180.1,
  1e308,
  -1e308,
  NaN,
  Infinity,
  2 ** 53,
  '',
  'local',
  'EPSG:4326',
  'epsg:4326',
  'EPSG:32632',
  'zone-1',
  'wgs84',
  '\ud800',
  '\u0000',
  '2026-13-99T99:99:99Z',
  [],
  {},
  [[]],
  { toString: 1 },
  '__proto__',
  'constructor',
] as const;

/** Unlike JSON text, these values may contain undefined and NaN. */
function copied(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? (JSON.parse(JSON.stringify(value)) as unknown) : value;
}

/** Mutates members of a real message at random: replaced, left out, duplicated, moved, or renamed to names with a meaning in JavaScript. */
function mutated(random: Random, document: unknown): unknown {
  const copy = copied(document);
  for (let change = random.integer(1, 4); change > 0; change--) {
    let at = copy as Record<string, unknown>;
    for (let depth = random.integer(0, 3); depth > 0; depth--) {
      const inner = Object.values(at).filter((value): value is Record<string, unknown> => typeof value === 'object' && value !== null);
      if (inner.length > 0) at = random.pick(inner);
    }
    const keys = Object.keys(at);
    const key =
      keys.length > 0 && random.chance(0.9) ? random.pick(keys) : random.pick(['crs', 'id', '__proto__x', 'location', 'constructor']);
    if (random.chance(0.15)) delete at[key];
    else at[key] = random.chance(0.3) ? (random.next() - 0.5) * 10 ** random.integer(0, 9) : copied(random.pick(ODD));
  }
  return copy;
}

/** The message's position, computed independently of the code: undefined when it has no usable one. */
function expected(document: unknown): { lat: number; lon: number; local: boolean } | undefined {
  const location = (document as { location?: { crs?: unknown; source?: unknown; position?: { coordinates?: number[] } } } | null)?.location;
  const [x, y] = location?.position?.coordinates ?? [];
  if (typeof x !== 'number' || typeof y !== 'number') return undefined;
  const crs = location!.crs;
  if (typeof crs === 'string' && crs.toUpperCase() === 'EPSG:4326') return { lat: y, lon: x, local: false };
  if ((crs === undefined || crs === null || crs === 'local') && location!.source === 'zone-1')
    return { ...planToDegrees(ZONE, [x, y]), local: true };
  return undefined;
}

it(
  'reads 100,000 mutated messages: none crashes it, and no position differs from the message, ' + 'nor are local ones sent as degrees',
  async () => {
    const random = new Random(8);
    const options = {
      url: 'http://127.0.0.1:9/v2',
      properties: ['note'],
      zones: [{ source: 'zone-1', groundControlPoints: controlPointsOf(ZONE), floor: 2 }],
    };
    const rest = { get: () => Promise.resolve([]), put: () => Promise.resolve({}) } as unknown as HubRest;
    let positions = 0;
    let kept = 0;
    let local = 0;
    for (let round = 0; round < INPUTS / 10_000; round++) {
      // New each time, because known messages would be left out as repeats.
      const workshop = new Workshop(options, new Knowledge(rest, options, undefined, log), {
        name: 'hall',
        log,
        signal: new AbortController().signal,
      });
      const items = Array.from({ length: 10_000 }, (): Item => {
        const fence = random.chance(0.1);
        const base = copied(fence ? EVENT : MOTION) as typeof MOTION;
        if (!fence) base.id = `a${random.integer(0, 1e9)}`;
        if (!fence && random.chance(0.4)) delete (base.location as { crs?: string }).crs;
        if (!fence && random.chance(0.5)) base.location.position.coordinates = [random.next() * 360 - 180, random.next() * 180 - 90];
        return fence
          ? { kind: 'fence', document: mutated(random, base) }
          : { kind: 'position', document: mutated(random, base), bySnapshot: random.chance(0.2) };
      });
      for (const received of await workshop.read(items)) {
        if (received.quarantined) {
          kept++;
          if (received.reading || !QUARANTINE_REASONS.includes(received.quarantined.reason)) expect.fail(JSON.stringify(received));
        }
        const position = received.reading?.position;
        if (!position) continue;
        positions++;
        const wanted = expected(received.document);
        if (wanted?.local) local++;
        // A millionth of a degree is 11 cm; plans reach 10 km, where the difference between proj4's projection and the plane is smaller.
        if (
          wanted === undefined ||
          Math.abs(wanted.lat - position.lat) > 1e-6 ||
          Math.abs(wanted.lon - position.lon) > 1e-6 ||
          Math.abs(position.lat) > 90 ||
          Math.abs(position.lon) > 180
        ) {
          expect.fail(`${JSON.stringify(received.document)} became ${JSON.stringify(position)}`);
        }
        if (position.alt !== undefined && (received.document as typeof MOTION).location.elevation_ref !== 'wgs84')
          expect.fail(`${JSON.stringify(received.document)} has no altitude`);
      }
    }
    // Checks that the fuzzer reaches valid positions.
    expect(positions).toBeGreaterThan(INPUTS / 10);
    expect(local).toBeGreaterThan(INPUTS / 100);
    expect(kept).toBeGreaterThan(INPUTS / 10);
  },
  150_000,
);

it(
  'takes 100,000 frames of random bytes and broken JSON from a socket: none crashes or ends it, and ' + 'valid ones among them arrive',
  async () => {
    const random = new Random(9);
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    const accepted = once(server, 'connection') as Promise<[WebSocket]>;
    let whole = 0;
    let unreadable = 0;
    let others = 0;
    const socket = await HubSocket.open(
      { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
      { value: undefined, renewAt: undefined },
      {
        message: (_topic, payload) => void (payload[0] === 'whole' ? whole++ : others++),
        unreadable: () => void unreadable++,
        complaint: () => void others++,
      },
      SOCKET_TIMES,
      new AbortController().signal,
    );
    const [hub] = await accepted;
    const frame = JSON.stringify({ event: 'message', topic: 'trackable_motions', subscription_id: 1, payload: [MOTION] });
    let sent = 0;
    for (let input = 0; input < INPUTS; input++) {
      if (input % 1000 === 999) {
        hub.send(JSON.stringify({ event: 'message', topic: 'trackable_motions', payload: ['whole'] }));
        sent++;
        // Otherwise, all of them would wait in this process's memory at once.
        await expect.poll(() => whole, { timeout: 20_000, interval: 2 }).toBe(sent);
      }
      const kind = random.integer(0, 3);
      if (kind === 0) hub.send(Buffer.from(Array.from({ length: random.integer(0, 40) }, () => random.integer(0, 255))), { binary: true });
      else if (kind === 1) hub.send(frame.slice(0, random.integer(0, frame.length)));
      else if (kind === 2)
        hub.send(
          frame.replaceAll(/["{}[\]:,]/g, (sign) => (random.chance(0.05) ? random.pick(['"', '{', '}', '[', ']', ':', ',', '1']) : sign)),
        );
      else
        hub.send(
          JSON.stringify({
            event: random.pick(['message', 'subscribed', 'unsubscribed', 'error', 7, null]),
            code: random.pick([10000, 10002, 10003, 10005, 'x', null]),
            topic: random.pick(['trackable_motions', 'collision_events', 5, null]),
            payload: random.pick([[], {}, null, 'x', [1], [[]], '[']),
            subscription_id: random.pick([1, '1', null, {}]),
          }),
        );
    }
    expect(whole).toBe(sent);
    expect(unreadable).toBeGreaterThan(INPUTS / 4);
    expect(others).toBeGreaterThan(INPUTS / 100);
    socket.close();
    await socket.ended;
    server.close();
  },
  150_000,
);
