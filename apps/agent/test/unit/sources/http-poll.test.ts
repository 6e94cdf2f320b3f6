import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DocumentServer } from '#testing/tracking-systems/document-server.js';
import { HTTP_POLL_SOURCE } from '../../../src/sources/http-poll/http-poll-source.js';
import { resolvePointer } from '../../../src/sources/http-poll/json-pointer.js';
import type { HttpPollOptions } from '../../../src/sources/http-poll/options.js';
import { readItems } from '../../../src/sources/http-poll/read-items.js';
import { RunningSource, silent, until } from './source-bench.js';

let server: DocumentServer;
const running: RunningSource[] = [];

beforeEach(async () => {
  server = await DocumentServer.start();
});
afterEach(async () => {
  for (const each of running.splice(0)) {
    each.release();
    await each.stop();
  }
  await server.close();
});

/** Polls as often as the code allows, which is more often than the schema does. */
const options = (more: Partial<HttpPollOptions> = {}): HttpPollOptions => ({
  url: server.url,
  everySeconds: 0.02,
  format: 'json',
  ...more,
});

function start(given: HttpPollOptions, place?: unknown): RunningSource {
  const source = RunningSource.start(HTTP_POLL_SOURCE, given, place);
  running.push(source);
  return source;
}

const documents = (source: RunningSource): unknown[] => source.kept.map(({ document }) => document);
const polls = (more: number): (() => boolean) =>
  (
    (last) => () =>
      server.statuses.length >= last + more
  )(server.statuses.length);

it('sends new items of the document, and none twice that stays in it', async () => {
  server.show(JSON.stringify([{ id: 1 }, { id: 2 }, { id: 2 }]));
  const source = start(options());
  await until(() => source.kept.length === 2);
  server.show(JSON.stringify([{ id: 2 }, { id: 3 }]));
  await until(() => source.kept.length === 3);
  server.show(JSON.stringify([{ id: 1 }, { id: 3 }]));
  await until(() => source.kept.length === 4);
  await until(polls(3));
  expect(documents(source)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 1 }]);
  expect(server.statuses.slice(-2)).toEqual([304, 304]);
});

it('continues after its place on a restart: nothing is repeated or left out', async () => {
  server.show(JSON.stringify([{ id: 1 }, { id: 2 }]));
  const first = start(options());
  await until(() => first.kept.length === 2);
  await first.stop();
  const second = start(options(), first.place);
  await until(polls(3));
  expect(second.kept).toEqual([]);
  server.show(JSON.stringify([{ id: 2 }, { id: 4 }]));
  await until(() => second.kept.length === 1);
  expect(documents(second)).toEqual([{ id: 4 }]);
});

it('advances only when its items are on disk: otherwise they are read again', async () => {
  server.show(JSON.stringify([{ id: 1 }]));
  const first = start(options());
  first.hold();
  await until(() => first.calls.length === 1);
  await first.stop();
  expect(first.kept).toEqual([]);
  const second = start(options(), first.place);
  await until(() => second.kept.length === 1);
});

it('hands over a large document in parts, and repeats none of them when it is stopped between two', async () => {
  server.show(JSON.stringify(Array.from({ length: 12_000 }, (_, id) => ({ id }))));
  const first = start(options());
  first.holdAt(2);
  await until(() => first.calls.length === 2);
  await first.stop();
  expect(first.kept.length).toBe(5000);
  const second = start(options(), first.place);
  await until(() => first.kept.length + second.kept.length >= 12_000);
  await until(polls(2));
  expect([...documents(first), ...documents(second)].map((document) => (document as { id: number }).id)).toEqual(
    Array.from({ length: 12_000 }, (_, id) => id),
  );
});

describe('a failure is reported, and polling continues', () => {
  it.each<[string, (response: import('node:http').ServerResponse) => void, RegExp]>([
    ['a server error', (response) => void response.writeHead(500).end('secret stack'), /^disconnected: The server answered 500\.$/],
    ['a wrong secret', (response) => void response.writeHead(401).end(), /Check the secret/],
    [
      'a redirect',
      (response) => void response.writeHead(302, { location: 'http://user:pw@other.example/?key=1' }).end(),
      /redirects \(302\).*: http:\/\/other\.example\/\.$/,
    ],
    ['no JSON', (response) => void response.writeHead(200).end('<html>'), /The document is no JSON/],
    ['no list', (response) => void response.writeHead(200).end('"text"'), /There is no list at the top/],
    ['no UTF-8', (response) => void response.writeHead(200).end(Buffer.from([0x22, 0xff, 0x22])), /no UTF-8/],
    [
      'too many bytes after decompression',
      (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(200_000, 0x20))),
      /more than 100000 bytes/,
    ],
    [
      'an answer that is cut off',
      (response) => void response.writeHead(200, { 'content-length': '100' }).write('[', () => response.destroy()),
      /terminated|other side|socket|aborted/i,
    ],
  ])('%s', async (_name, answer, expected) => {
    server.show('[{"id":"after"}]');
    server.next.push(answer);
    const source = start(options({ maxBytes: 100_000 }));
    await until(() => source.kept.length === 1);
    expect(source.states[0]).toMatch(expected);
    expect(source.states[0]).not.toMatch(/secret stack|pw|key=1/);
    expect(source.connected).toBe(true);
  });

  it('respects the pause that a server requests', async () => {
    server.show('[1]');
    server.next.push((response) => void response.writeHead(429, { 'retry-after': '1' }).end());
    const begun = performance.now();
    const source = start(options());
    await until(() => source.kept.length === 1);
    expect(performance.now() - begun).toBeGreaterThan(950);
  });

  it('a missing answer ends after the timeout, and the source with the signal', async () => {
    server.show('[1]');
    server.next.push(() => undefined);
    const source = start(options({ timeoutSeconds: 0.2 }));
    await until(() => source.kept.length === 1);
    server.show('[2]');
    server.next.push(() => undefined);
    await until(() => server.next.length === 0);
    expect(await source.stop()).toBeLessThan(5000);
  });
});

it('sends the configured headers', async () => {
  server.show('[]');
  start(options({ headers: { authorization: 'Bearer abc' } }));
  await until(() => server.requests.length > 0);
  expect(server.requests[0]!.authorization).toBe('Bearer abc');
});

describe('items', () => {
  const read = (given: Partial<HttpPollOptions>, text: string) =>
    readItems(options(given), Buffer.from(text)).map(({ message }) => message);

  it('are found by a pointer', () => {
    expect(read({ items: '/data/a~1b' }, '{"data":{"a/b":[1,2]}}').map(({ document }) => document)).toEqual([1, 2]);
    expect(() => read({ items: '/data' }, '{"data":{}}')).toThrow('There is no list at /data.');
    expect(resolvePointer([1], '/01')).toBeUndefined();
    expect(resolvePointer({}, '/__proto__')).toBeUndefined();
  });

  it('of CSV are its records by the header; an invalid one is quarantined', () => {
    const messages = read({ format: 'csv', delimiter: ';' }, '\ufeffid;lat\n1;53.4\n2\n"3";"5;4"\n');
    expect(messages.map(({ document, quarantined }) => quarantined?.reason ?? document)).toEqual([
      { id: '1', lat: '53.4' },
      { id: '3', lat: '5;4' },
      'unreadable',
    ]);
    expect(() => read({ format: 'csv' }, 'id,id\n1,2\n')).toThrow('The header has "id" twice.');
  });

  it('of GeoJSON are its points', () => {
    const feature = (geometry: unknown, properties: unknown, id?: unknown, more = {}) => ({
      type: 'Feature',
      geometry,
      properties,
      ...(id !== undefined && { id }),
      ...more,
    });
    const point = (...coordinates: unknown[]) => ({ type: 'Point', coordinates });
    const messages = read(
      { format: 'geojson' },
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          feature(point(-2.9, 53.4, 10), { name: 'Boat', timestamp: '2023-11-14T22:13:20Z' }, 7),
          feature(point(1, 2), { id: 'in-properties' }),
          feature(point(1, 2), {}),
          feature(point(1, 95), {}, 'a'),
          feature(point('1', 2), {}, 'a'),
          feature(
            {
              type: 'LineString',
              coordinates: [
                [1, 2],
                [3, 4],
              ],
            },
            {},
            'a',
          ),
          feature(point(1, 2), {}, 'a', { crs: { type: 'name' } }),
          'text',
        ],
      }),
    );
    expect(messages.map(({ reading, quarantined }) => quarantined?.reason ?? reading)).toEqual([
      { id: '7', title: 'Boat', observedAt: 1_700_000_000_000, position: { lat: 53.4, lon: -2.9, alt: 10 }, fields: {} },
      { id: 'in-properties', position: { lat: 2, lon: 1 }, fields: {} },
      undefined,
      'impossible-position',
      'impossible-position',
      'no-position-known',
      'unknown-reference-system',
      'unreadable',
    ]);
    expect(() => read({ format: 'geojson' }, '{}')).toThrow('no FeatureCollection');
  });
});

it('check reports the contents of the document', async () => {
  const context = { name: 'test', log: silent, signal: new AbortController().signal };
  server.show('[{"id":1},{"id":2}]');
  const { findings, samples } = await HTTP_POLL_SOURCE.check(options(), context);
  expect([findings[0]!.level, samples.length]).toEqual(['fine', 2]);
  server.next.push((response) => void response.writeHead(404).end());
  expect((await HTTP_POLL_SOURCE.check(options(), context)).findings).toEqual([
    { level: 'fault', text: 'The server answered 404. Check the url.' },
  ]);
});
