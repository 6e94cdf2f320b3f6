import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HTTP_LISTENER_SOURCE } from '../../../src/sources/http-listener/http-listener-source.js';
import type { HttpListenerOptions } from '../../../src/sources/http-listener/options.js';
import { RunningSource, silent, until } from './source-bench.js';

let source: RunningSource;
let url: string;

async function start(options: Partial<HttpListenerOptions> = {}): Promise<void> {
  source = RunningSource.start(HTTP_LISTENER_SOURCE, { host: '127.0.0.1', port: 0, ...options });
  await until(() => source.connected);
  url = `http://127.0.0.1:${/port (\d+)/.exec(source.states[0]!)![1]}`;
}

beforeEach(() => start());
afterEach(async () => {
  source.release();
  await source.stop();
});

const get = (query: string, init: RequestInit = {}) => fetch(`${url}/?${query}`, init);
const post = (body: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  fetch(url, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
const POSITION = 'id=van-1&lat=53.4&lon=-2.9&timestamp=1700000000';

describe('OsmAnd', () => {
  it('is read from a query, with knots converted to metres per second', async () => {
    expect((await get(`${POSITION}&altitude=12.5&accuracy=4&speed=10&bearing=90&batt=87`)).status).toBe(200);
    expect(source.kept).toEqual([
      {
        document: {
          id: 'van-1',
          lat: '53.4',
          lon: '-2.9',
          timestamp: '1700000000',
          altitude: '12.5',
          accuracy: '4',
          speed: '10',
          bearing: '90',
          batt: '87',
        },
        reading: {
          id: 'van-1',
          observedAt: 1_700_000_000_000,
          position: { lat: 53.4, lon: -2.9, alt: 12.5 },
          accuracy: 4,
          heading: 90,
          speed: 5.144,
          fields: {
            speed: { type: 'Number', value: 5.144 },
            course: { type: 'Number', value: 90 },
            battery: { type: 'Number', value: 87 },
          },
        },
      },
    ]);
  });

  it('is read from a form, with locations and times of every kind', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await post('deviceid=7&location=1.5,2.5&timestamp=1700000000123', form)).status).toBe(200);
    expect((await post('id=7&lat=1.5&lon=2.5&timestamp=2023-11-14T22:13:20Z', form)).status).toBe(200);
    expect((await get('id=7&lat=1.50000000000000001&lon=2.5')).status).toBe(200);
    expect(source.kept.map(({ reading }) => [reading!.id, reading!.position, reading!.observedAt])).toEqual([
      ['7', { lat: 1.5, lon: 2.5 }, 1_700_000_000_123],
      ['7', { lat: 1.5, lon: 2.5 }, 1_700_000_000_000],
      ['7', { lat: 1.5, lon: 2.5 }, undefined],
    ]);
  });

  it.each([
    ['lat=1&lon=2', /id \(or deviceid\) is missing/],
    ['id=7&lat=91&lon=2', /latitude must be a number from -90 to 90, not "91"/],
    ['id=7&lat=1', /longitude must be a number from -180 to 180, not absent/],
    ['id=7&lat=1&lon=2&timestamp=yesterday', /timestamp must be/],
    ['id=7&location=1', /longitude/],
  ])('%s is refused with its fault', async (query, expected) => {
    const answer = await get(query);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(expected)]);
    expect(source.calls).toEqual([]);
  });
});

describe('JSON', () => {
  const client = {
    device_id: 'phone-1',
    location: {
      timestamp: '2023-11-14T22:13:20.000Z',
      coords: { latitude: 1, longitude: 2, accuracy: 5, speed: -1, heading: 30, altitude: 7 },
      battery: { level: 0.875 },
      activity: { type: 'walking' },
    },
  };
  const forwarded = {
    position: {
      fixTime: '2023-11-14T22:13:20.000+0000',
      valid: true,
      latitude: 3,
      longitude: 4,
      altitude: 0,
      speed: 1,
      course: 10,
      accuracy: 0,
      attributes: { batteryLevel: 60, sat: 11 },
    },
    device: { uniqueId: '86', name: 'Truck', category: 'truck' },
  };

  it('of Traccar Client and of a forwarding server is read, single and as a list', async () => {
    expect((await post(client)).status).toBe(200);
    expect((await post([forwarded, client])).status).toBe(200);
    expect(source.kept.map(({ reading }) => reading)).toEqual([
      {
        id: 'phone-1',
        observedAt: 1_700_000_000_000,
        position: { lat: 1, lon: 2, alt: 7 },
        accuracy: 5,
        heading: 30,
        fields: {
          course: { type: 'Number', value: 30 },
          battery: { type: 'Number', value: 87.5 },
          activity: { type: 'Category', value: 'walking' },
        },
      },
      {
        id: '86',
        title: 'Truck',
        type: 'truck',
        observedAt: 1_700_000_000_000,
        position: { lat: 3, lon: 4, alt: 0 },
        heading: 10,
        speed: 0.514,
        satellites: 11,
        fields: { speed: { type: 'Number', value: 0.514 }, course: { type: 'Number', value: 10 }, battery: { type: 'Number', value: 60 } },
      },
      expect.objectContaining({ id: 'phone-1' }),
    ]);
  });

  it('that a server marks as invalid is quarantined', async () => {
    expect((await post({ ...forwarded, position: { ...forwarded.position, valid: false } })).status).toBe(200);
    expect(source.kept[0]!.quarantined?.reason).toBe('no-position-known');
  });

  it('is refused as a whole when one entry is wrong, which is named', async () => {
    const answer = await post([client, { device_id: 'x', location: { coords: { latitude: 'north' } } }]);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(/^Entry 1: location\.coords: the latitude/)]);
    expect(source.calls).toEqual([]);
    expect((await post('{')).status).toBe(400);
    expect((await post('[]')).status).toBe(400);
    expect((await post('['.repeat(5000))).status).toBe(400);
    expect((await post(`"${'x'.repeat(1024 * 1024 + 1)}"`)).status).toBe(413);
  });
});

describe('the answer', () => {
  it('comes only when the report is on disk, and several share one transaction', async () => {
    source.hold();
    let answered = 0;
    const first = get(POSITION).then(() => answered++);
    await until(() => source.calls.length === 1);
    const others = Array.from({ length: 20 }, () => get(POSITION).then(() => answered++));
    // The server accepted them without an answer: a refused request overtakes them.
    while ((await get('id=')).status !== 400);
    expect(answered).toBe(0);
    source.release();
    await Promise.all([first, ...others]);
    expect(source.kept.length).toBe(21);
    expect(source.calls.length).toBeLessThan(21);
  });

  it('is 503 with Retry-After when the disk does not accept it', { timeout: 60_000 }, async () => {
    source.hold();
    const answer = await get(POSITION);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
    expect(source.kept).toEqual([]);
  });

  it('is 503 at once when too many wait', async () => {
    source.hold();
    const entry = { device_id: 'd', location: { timestamp: 1_700_000_000_000, coords: { latitude: 1, longitude: 2 } } };
    const answers: number[] = [];
    const all = Array.from({ length: 6 }, async () => answers.push((await post(Array.from({ length: 1000 }, () => entry))).status));
    await until(() => answers.length === 1);
    expect(answers).toEqual([503]);
    source.release();
    await Promise.all(all);
    expect(answers.slice(1)).toEqual([200, 200, 200, 200, 200]);
    expect(source.kept.length).toBe(5000);
  });

  it('is given to a connection that never completes its request: the source still ends', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n1');
    socket.on('error', () => undefined);
    expect(await source.stop()).toBeLessThan(5000);
    socket.destroy();
  });
});

describe('secrets', () => {
  it('let one device report only for itself, and the common one for all', async () => {
    await source.stop();
    await start({ secret: 'for-everyone', keys: { 'van-1': 'only-van-1' } });
    const status = async (query: string, bearer?: string) =>
      (await get(query, { headers: bearer ? { authorization: `Bearer ${bearer}` } : {} })).status;
    expect(await status(POSITION)).toBe(401);
    expect(await status(POSITION, 'wrong')).toBe(401);
    expect(await status(`${POSITION}&key=only-van-1`)).toBe(200);
    expect(await status(POSITION, 'only-van-1')).toBe(200);
    expect(await status(POSITION.replace('van-1', 'van-2'), 'only-van-1')).toBe(401);
    expect(await status(POSITION.replace('van-1', 'van-2'), 'for-everyone')).toBe(200);
    expect(JSON.stringify(source.kept)).not.toContain('only-van-1');
  });
});

it('check reports whether the port is free', async () => {
  const context = { name: 'test', log: silent, signal: new AbortController().signal };
  const { findings } = await HTTP_LISTENER_SOURCE.check({ host: '127.0.0.1', port: Number(new URL(url).port) }, context);
  expect(findings[0]!.level).toBe('warning');
  expect((await HTTP_LISTENER_SOURCE.check({ host: '127.0.0.1', port: 0 }, context)).findings[0]!.level).toBe('fine');
});
