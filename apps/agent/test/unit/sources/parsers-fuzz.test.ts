import { describe, expect, it } from 'vitest';
import { Random } from '#testing/workload/random.js';
import type { Received } from '../../../src/reading/source.js';
import { readGpx } from '../../../src/sources/files/gpx.js';
import { csvReader, readNdjson } from '../../../src/sources/files/read-lines.js';
import { splitRecords } from '../../../src/sources/files/split-records.js';
import { readFeed } from '../../../src/sources/gtfs-realtime/read-feed.js';
import { readBody, readQuery } from '../../../src/sources/http-listener/read-request.js';
import { readItems } from '../../../src/sources/http-poll/read-items.js';
import { readRecord } from '../../../src/sources/kafka/read-record.js';
import { payloadReader } from '../../../src/sources/mqtt/payload-readers.js';
import { SPARKPLUG_PAYLOAD } from '../../../src/sources/mqtt/sparkplug/payload-description.js';
import { LineReader } from '../../../src/sources/nmea-ais/read-line.js';
import { earthPosition } from '../../../src/sources/reading-parts/earth-position.js';
import { parseHeader } from '../../../src/sources/reading-parts/parse-csv.js';
import { anyValue, damaged, faultOf, INPUTS, withAny } from './damaged.js';
import { feedOf } from './gtfs-feed.js';
import { sentence } from './nmea-sentence.js';

/** Calls a function this often with a random generator; anything thrown must be an Error with a message. */
function often(
  seed: number,
  read: (random: Random, index: number) => readonly Received[],
): { read: number; apart: number; refused: number } {
  const random = new Random(seed);
  const counts = { read: 0, apart: 0, refused: 0 };
  const faults = new Set<string>();
  for (let index = 0; index < INPUTS; index++) {
    let messages: readonly Received[];
    try {
      messages = read(random, index);
    } catch (error) {
      if (error instanceof TypeError || error instanceof RangeError || !(error instanceof Error) || error.message === '') throw error;
      counts.refused++;
      continue;
    }
    for (const message of messages) {
      const fault = faultOf(message);
      if (fault !== undefined) faults.add(fault);
      counts[message.quarantined ? 'apart' : 'read']++;
    }
  }
  expect([...faults]).toEqual([]);
  return counts;
}

const refuse = (reports: ReturnType<typeof readQuery>): readonly Received[] => {
  if ('fault' in reports) throw new Error(reports.fault);
  return reports.map(({ message }) => message);
};

const TIME = 1_700_000_000;
const OWNTRACKS = { _type: 'location', tst: TIME, lat: 53.4, lon: -2.9, acc: 12, alt: 30, vel: 36, cog: 90, batt: 81, tid: 'JJ' };
const CLIENT = {
  device_id: 'phone',
  location: {
    timestamp: TIME * 1000,
    coords: { latitude: 1, longitude: 2, accuracy: 3, speed: 4, heading: 5, altitude: 6 },
    battery: { level: 0.5 },
    activity: { type: 'still' },
  },
};
const FORWARDED = {
  position: {
    fixTime: '2023-11-14T22:13:20.000+00:00',
    valid: true,
    latitude: 3,
    longitude: 4,
    altitude: 5,
    speed: 6,
    course: 7,
    accuracy: 8,
    attributes: { batteryLevel: 9 },
  },
  device: { uniqueId: '86', name: 'Truck', category: 'truck' },
};
const FEATURE = {
  type: 'Feature',
  id: 1,
  geometry: { type: 'Point', coordinates: [1, 2, 3] },
  properties: { id: 'x', name: 'y', timestamp: TIME },
};
const FEED = feedOf(
  [
    { id: 'bus-7', label: '14', trip: 'T1', lat: 53.4084, lon: -2.9916, timestamp: TIME, speed: 8.5, bearing: 271, occupancy: 2 },
    { id: 'bus-8', lat: 53.41, lon: -2.98, timestamp: TIME },
  ],
  TIME,
);
const SPARKPLUG = SPARKPLUG_PAYLOAD.encode(
  SPARKPLUG_PAYLOAD.fromObject({
    timestamp: TIME * 1000,
    metrics: [
      { name: 'lat', alias: 1, datatype: 10, double_value: 53.4 },
      { name: 'n', alias: 2, datatype: 3, int_value: 4_294_967_289 },
      { name: 's', datatype: 12, string_value: 'x' },
    ],
  }),
).finish();
const GPX =
  '<?xml version="1.0"?><gpx version="1.1"><trk><name>a</name><trkseg><trkpt lat="53.4" ' +
  'lon="-2.9"><ele>4</ele><time>2023-11-14T22:13:20Z</time></trkpt></trkseg></trk></gpx>';
const AIS = [
  '!AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5C',
  '!AIVDM,2,1,3,B,55P5TL01VIaAL@7WKO@mBplU@<PDhh000000001S;AJ::4A80?4i@E53,0*3E',
  '!AIVDM,2,2,3,B,1@0000000000000,2*55',
];
const RMC = 'GPRMC,123519.50,A,4807.038,N,01131.000,W,022.4,084.4,020126,003.1,W';

/** Each takes 2 to 6 s of CPU time. */
const TIMEOUT = { timeout: 180_000 };

describe('100,000 damaged or strange inputs crash nothing and give no impossible position', TIMEOUT, () => {
  it('OwnTracks', () => {
    const reader = payloadReader({ url: '', topics: [], format: 'owntracks' }, undefined);
    const read = (payload: Buffer) => reader.read({ topic: 'owntracks/a/b', payload, retained: false, properties: {} });
    const counts = often(1, (random, index) =>
      read(
        index % 2 ? damaged(Buffer.from(JSON.stringify(OWNTRACKS)), random) : Buffer.from(JSON.stringify(withAny(OWNTRACKS, random)) ?? ''),
      ),
    );
    expect(Math.min(counts.read, counts.apart)).toBeGreaterThan(INPUTS / 100);
  });

  it('JSON over MQTT', () => {
    const reader = payloadReader({ url: '', topics: [], format: 'json' }, undefined);
    const counts = often(2, (random) =>
      reader.read({
        topic: 'a/b',
        payload: damaged(Buffer.from(JSON.stringify(OWNTRACKS)), random),
        retained: random.chance(0.1),
        properties: {},
      }),
    );
    expect(Math.min(counts.read, counts.apart)).toBeGreaterThan(INPUTS / 100);
  });

  it('Sparkplug B', () => {
    const reader = payloadReader({ url: '', topics: [], format: 'sparkplug-b' }, undefined);
    const types = ['NBIRTH', 'DBIRTH', 'NDATA', 'DDATA', 'NDEATH', 'x'];
    const counts = often(3, (random) =>
      reader.read({
        topic: `spBv1.0/g/${random.pick(types)}/n${random.integer(0, 50)}/d`,
        payload: damaged(SPARKPLUG, random),
        retained: false,
        properties: {},
      }),
    );
    expect(Math.min(counts.read, counts.apart)).toBeGreaterThan(INPUTS / 100);
  });

  it('OsmAnd queries', () => {
    const names = ['id', 'deviceid', 'lat', 'lon', 'location', 'timestamp', 'altitude', 'accuracy', 'speed', 'bearing', 'batt'];
    const counts = often(4, (random, index) => {
      if (index % 2)
        return refuse(
          readQuery(
            damaged(
              Buffer.from('id=van-1&lat=53.4&lon=-2.9&timestamp=1700000000&altitude=12.5&accuracy=4&speed=10&bearing=90&batt=87'),
              random,
            ).toString('latin1'),
          ),
        );
      return refuse(
        readQuery(
          new URLSearchParams([
            ['id', '1'],
            ['lat', '1'],
            ['lon', '2'],
            ...Array.from({ length: 3 }, (): [string, string] => [random.pick(names), String(anyValue(random, 0))]),
          ] as [string, string][]).toString(),
        ),
      );
    });
    expect(Math.min(counts.read, counts.refused)).toBeGreaterThan(INPUTS / 100);
  });

  it('JSON of Traccar', () => {
    const counts = often(5, (random, index) =>
      refuse(
        readBody(
          'application/json',
          index % 2
            ? damaged(Buffer.from(JSON.stringify(index % 4 === 1 ? CLIENT : FORWARDED)), random).toString()
            : (JSON.stringify(withAny(index % 4 ? CLIENT : FORWARDED, random)) ?? ''),
        ),
      ),
    );
    expect(Math.min(counts.read, counts.refused)).toBeGreaterThan(INPUTS / 100);
  });

  it('GeoJSON', () => {
    const options = { url: '', everySeconds: 1, format: 'geojson' as const };
    const counts = often(6, (random, index) =>
      readItems(
        options,
        index % 2
          ? damaged(Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: [FEATURE] })), random)
          : Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: [withAny(FEATURE, random)] })),
      ).map(({ message }) => message),
    );
    expect(Math.min(counts.read, counts.apart, counts.refused)).toBeGreaterThan(INPUTS / 100);
  });

  it('GTFS Realtime', () => {
    const counts = often(7, (random) => readFeed(damaged(FEED, random)).map(({ message }) => message));
    expect(Math.min(counts.read, counts.apart, counts.refused)).toBeGreaterThan(INPUTS / 1000);
  });

  it('CSV', () => {
    const text = Buffer.from('1,53.4084,"quoted ""x"""\n');
    const read = csvReader(parseHeader('id,lat,note\n'), ',');
    const counts = often(8, (random) => read('a.csv', splitRecords(damaged(text, random), true).records));
    expect(Math.min(counts.read, counts.apart)).toBeGreaterThan(INPUTS / 100);
  });

  it('NDJSON, and records of Kafka', () => {
    const counts = often(9, (random, index) => {
      const bytes = damaged(Buffer.from(`${JSON.stringify(OWNTRACKS)}\n1\n`), random);
      return index % 2
        ? readNdjson('a.ndjson', splitRecords(bytes, false).records)
        : [
            readRecord({
              topic: 't',
              partition: 0,
              offset: index,
              timestamp: 1,
              key: damaged(bytes, random),
              headers: { a: bytes, b: undefined },
              value: bytes.subarray(0, bytes.indexOf(10) + 1),
            }),
          ];
    });
    expect(Math.min(counts.read, counts.apart)).toBeGreaterThan(INPUTS / 100);
  });

  it('GPX', () => {
    const counts = often(10, (random) => readGpx(damaged(Buffer.from(GPX), random).toString(), 'a.gpx', 'a'));
    expect(Math.min(counts.read, counts.apart, counts.refused)).toBeGreaterThan(INPUTS / 100);
  });

  it('NMEA and AIS, with valid checksums over damaged content', () => {
    const reader = new LineReader('own');
    const counts = often(11, (random) => {
      const whole = random.pick([...AIS, `$${RMC}*00`]);
      const body = damaged(Buffer.from(whole.slice(1, -3)), random).toString('latin1');
      return reader.read(random.chance(0.8) ? sentence(body, whole[0]) : body, TIME * 1000);
    });
    expect(Math.min(counts.read, counts.apart)).toBeGreaterThan(INPUTS / 100);
  });
});

describe('truncated input never gives another position', TIMEOUT, () => {
  it('a sentence with one changed character gives nothing', () => {
    const lines = [...AIS.slice(0, 1), sentence(RMC)];
    const random = new Random(20);
    for (let index = 0; index < INPUTS; index++) {
      const line = random.pick(lines);
      const at = random.integer(1, line.length - 4);
      const other = String.fromCharCode(random.integer(0x20, 0x7e));
      if (other === line[at]) continue;
      const messages = new LineReader('own').read(line.slice(0, at) + other + line.slice(at + 1), TIME * 1000);
      expect(messages[0]?.reading).toBeUndefined();
    }
  });

  it('a truncated document gives nothing that is not in the whole one', () => {
    const whole = readFeed(FEED).map(({ message }) => JSON.stringify(message.reading));
    for (let length = 0; length < FEED.length; length++) {
      let items: ReturnType<typeof readFeed>;
      try {
        items = readFeed(FEED.subarray(0, length));
      } catch {
        continue;
      }
      for (const { message } of items) expect(whole).toContain(JSON.stringify(message.reading));
    }
    for (let length = 0; length < GPX.length; length++) expect(() => readGpx(GPX.slice(0, length), 'a.gpx', 'a')).toThrow();
    const json = JSON.stringify({ type: 'FeatureCollection', features: [FEATURE] });
    for (let length = 0; length < json.length; length++)
      expect(() => readItems({ url: '', everySeconds: 1, format: 'geojson' }, Buffer.from(json.slice(0, length)))).toThrow();
  });

  it('a coordinate is read as written, or rejected', () => {
    const random = new Random(21);
    for (let index = 0; index < INPUTS; index++) {
      const lat = (random.next() - 0.5) * 180;
      const found = earthPosition(
        index % 2 ? lat : String(lat).includes('e') ? lat : String(lat),
        random.pick(['1', 1, '01.5', '1,5', '', null, {}, '1e0', ' 1 ', '0x1']),
      );
      if ('position' in found) expect(Math.abs(found.position.lat - lat) < 1e-14 && found.position.lon === 1).toBe(true);
    }
  });
});
