import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DocumentServer } from '#testing/tracking-systems/document-server.js';
import { GTFS_REALTIME_SOURCE } from '../../../src/sources/gtfs-realtime/gtfs-realtime-source.js';
import { readFeed } from '../../../src/sources/gtfs-realtime/read-feed.js';
import { feedOf } from './gtfs-feed.js';
import { RunningSource, silent, until } from './source-bench.js';

const TIME = 1_700_000_000;
let server: DocumentServer;
beforeEach(async () => {
  server = await DocumentServer.start();
});
afterEach(() => server.close());

describe('vehicles of a feed', () => {
  it('have the id, time and place that the standard gives them', () => {
    const items = readFeed(
      feedOf(
        [
          { id: 'bus-7', label: '14', trip: 'T1', lat: 53.4084, lon: -2.9916, timestamp: TIME, speed: 8.5, bearing: 271, occupancy: 2 },
          { trip: 'T2', lat: 1, lon: 2 },
          { id: 'gone', lat: 1, lon: 2, deleted: true },
          { id: 'nowhere' },
          { lat: 1, lon: 2 },
          { id: 'far', lat: 95, lon: 2 },
          { id: 'nan', lat: NaN, lon: 2 },
        ],
        TIME + 5,
      ),
    );
    expect(items.map(({ message: { reading, quarantined } }) => quarantined?.reason ?? reading)).toEqual([
      {
        id: 'bus-7',
        title: '14',
        observedAt: TIME * 1000,
        position: { lat: 53.4084, lon: -2.9916 },
        heading: 271,
        speed: 8.5,
        fields: {
          speed: { type: 'Number', value: 8.5 },
          course: { type: 'Number', value: 271 },
          route: { type: 'String', value: 'R14' },
          trip: { type: 'String', value: 'T1' },
          occupancy: { type: 'Category', value: 'FEW_SEATS_AVAILABLE' },
        },
      },
      {
        id: 'trip:20231114:T2',
        observedAt: (TIME + 5) * 1000,
        position: { lat: 1, lon: 2 },
        fields: { route: { type: 'String', value: 'R14' }, trip: { type: 'String', value: 'T2' } },
      },
      'no-position-known',
      'no-id',
      'impossible-position',
      'impossible-position',
    ]);
  });

  it('without any time are quarantined', () =>
    expect(readFeed(feedOf([{ id: 'a', lat: 1, lon: 2 }]))[0]!.message.quarantined?.reason).toBe('impossible-time'));

  it.each([
    ['nothing', ''],
    ['text', '<html>not here</html>'],
    ['JSON', '{"header":{}}'],
    ['half a feed', Buffer.from(feedOf([{ id: 'a', lat: 1, lon: 2, timestamp: TIME }])).subarray(0, 20)],
  ])('are not found in %s', (_name, bytes) =>
    expect(() => readFeed(Buffer.from(bytes))).toThrow(/no feed of GTFS Realtime|names no version/),
  );

  it('are read from bytes of another program: a feed written by hand according to the standard', () => {
    // header {version "2.0", timestamp}, entity {id "e", vehicle {position {lat 1.5, lon -2.5}, timestamp, vehicle {id "v"}}}
    const hex =
      '0a0b0a03322e301880e2cfaa06' + '121c' + '0a0165' + '2217' + '120a' + '0d0000c03f' + '15000020c0' + '2880e2cfaa06' + '4203' + '0a0176';
    const [item] = readFeed(Buffer.from(hex, 'hex'));
    expect(item!.message.reading).toEqual({ id: 'v', observedAt: 1_700_000_000_000, position: { lat: 1.5, lon: -2.5 }, fields: {} });
  });
});

it('a vehicle without a new measurement is not sent again, even after a restart', async () => {
  const options = { url: server.url, everySeconds: 0.02 };
  server.show(
    feedOf(
      [
        { id: 'a', lat: 1, lon: 2, timestamp: TIME },
        { id: 'b', lat: 3, lon: 4 },
      ],
      TIME,
    ),
  );
  const first = RunningSource.start(GTFS_REALTIME_SOURCE, options);
  await until(() => first.kept.length === 2);
  // b has no time, so it is unchanged in a newer feed.
  server.show(
    feedOf(
      [
        { id: 'a', lat: 1.1, lon: 2, timestamp: TIME + 10 },
        { id: 'b', lat: 3, lon: 4 },
      ],
      TIME + 10,
    ),
  );
  await until(() => first.kept.length === 3);
  await first.stop();
  const second = RunningSource.start(GTFS_REALTIME_SOURCE, options, first.place);
  server.show(
    feedOf(
      [
        { id: 'a', lat: 1.1, lon: 2, timestamp: TIME + 10 },
        { id: 'b', lat: 3, lon: 5 },
      ],
      TIME + 20,
    ),
  );
  await until(() => second.kept.length === 1);
  await second.stop();
  expect([...first.kept, ...second.kept].map(({ reading }) => [reading!.id, reading!.observedAt! / 1000 - TIME])).toEqual([
    ['a', 0],
    ['b', 0],
    ['a', 10],
    ['b', 20],
  ]);
});

it('check reports the contents of the feed', async () => {
  server.show(feedOf([{ id: 'a', lat: 1, lon: 2, timestamp: TIME }]));
  const { findings, samples } = await GTFS_REALTIME_SOURCE.check(
    { url: server.url, everySeconds: 15 },
    { name: 'test', log: silent, signal: new AbortController().signal },
  );
  expect([findings[0]!.level, samples[0]!.reading!.id]).toEqual(['fine', 'a']);
});
