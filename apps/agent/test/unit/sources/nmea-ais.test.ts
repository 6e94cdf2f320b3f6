import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { NMEA_AIS_SOURCE } from '../../../src/sources/nmea-ais/nmea-ais-source.js';
import { LineReader } from '../../../src/sources/nmea-ais/read-line.js';
import { readSentence } from '../../../src/sources/nmea-ais/sentence.js';
import { LineSplitter } from '../../../src/sources/nmea-ais/split-lines.js';
import { sentence } from './nmea-sentence.js';
import { RunningSource, silent, until } from './source-bench.js';

const AT = Date.UTC(2026, 0, 2, 12, 30, 40);
const read = (lines: readonly string[], ownId?: string, at = AT) => {
  const reader = new LineReader(ownId);
  return lines.flatMap((line) => reader.read(line, at));
};

/** Published examples of AIS, with the results of other decoders. */
const MOORED = '!AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5C';
const NAMED = ['!AIVDM,2,1,3,B,55P5TL01VIaAL@7WKO@mBplU@<PDhh000000001S;AJ::4A80?4i@E53,0*3E', '!AIVDM,2,2,3,B,1@0000000000000,2*55'];

const CLASS_B_NAME = '!AIVDM,1,1,,A,H42O55i18tMET00000000000000,2*6D';

/** Type 1 of a ship at 53, 9, without any other data. */
function positionOf(mmsi: number): string {
  const place = (9 * 600_000).toString(2).padStart(28, '0') + (53 * 600_000).toString(2).padStart(27, '0');
  const bits =
    '000001' +
    '00' +
    mmsi.toString(2).padStart(30, '0') +
    '1111' +
    '10000000' +
    '1111111111' +
    '0' +
    place +
    (3600).toString(2).padStart(12, '0') +
    '111111111' +
    '111100' +
    '0'.repeat(25);
  const payload = bits
    .match(/.{6}/g)!
    .map((six) => Number.parseInt(six, 2))
    .map((value) => String.fromCharCode(value + 48 + (value > 39 ? 8 : 0)))
    .join('');
  return sentence(`AIVDM,1,1,,A,${payload},0`, '!');
}

describe('AIS', () => {
  it('positions of ships of class A are read, at the second that they contain', () => {
    expect(read([MOORED])[0]!.reading).toEqual({
      id: '477553000',
      title: '477553000',
      type: 'vessel',
      observedAt: Date.UTC(2026, 0, 2, 12, 30, 15),
      position: { lat: 47.5828333, lon: -122.3458333 },
      heading: 51,
      speed: 0,
      fields: {
        speed: { type: 'Number', value: 0 },
        course: { type: 'Number', value: 51 },
        heading: { type: 'Number', value: 181 },
        status: { type: 'Category', value: 'moored' },
      },
    });
    expect(read([MOORED], undefined, Date.UTC(2026, 0, 2, 12, 30, 5))[0]!.reading!.observedAt).toBe(Date.UTC(2026, 0, 2, 12, 29, 15));
  });

  it('names and destinations come in two sentences, which must follow each other, and wait for the first position', () => {
    expect(read([...NAMED, positionOf(369_190_000)]).map(({ reading }) => reading)).toMatchObject([
      {
        id: '369190000',
        title: 'MT.MITCHELL',
        position: { lat: 53, lon: 9 },
        fields: {
          name: { value: 'MT.MITCHELL' },
          callSign: { value: 'WDA9674' },
          destination: { value: 'SEATTLE' },
          imo: { value: '6710932' },
        },
      },
    ]);
    const apart = read([NAMED[1]!, NAMED[0]!, positionOf(369_190_000)]);
    expect(apart.map(({ reading }) => [reading!.title, reading!.fields.callSign])).toEqual([['369190000', undefined]]);
    expect(read([NAMED[0]!, MOORED, NAMED[1]!, positionOf(369_190_000)]).length).toBe(2);
    expect(read(NAMED)).toEqual([]);
  });

  it('a name after the first position is sent once, as a field, and becomes the title of a new object', () => {
    const [first, named, next] = read([positionOf(369_190_000), ...NAMED, positionOf(369_190_000)]).map(({ reading }) => reading!);
    expect(first).toMatchObject({ title: '369190000', fields: {} });
    expect([named!.position, named!.title, named!.fields.name]).toEqual([
      undefined,
      'MT.MITCHELL',
      { type: 'String', value: 'MT.MITCHELL' },
    ]);
    expect([next!.title, next!.fields.name]).toEqual(['MT.MITCHELL', undefined]);
    // Part A of type 24 contains only the name.
    expect(read([positionOf(271_041_815), CLASS_B_NAME]).map(({ reading }) => reading!.fields.name)).toEqual([
      undefined,
      { type: 'String', value: 'PROGUY' },
    ]);
    expect(read([CLASS_B_NAME])).toEqual([]);
  });

  it('class B is read', () => {
    expect(read(['!AIVDM,1,1,,A,B5NJ;PP005l4ot5Isbl03wsUkP06,0*76'])[0]!.reading).toMatchObject({
      id: '367430530',
      position: { lat: 37.785035, lon: -122.26732 },
    });
    expect(read(['!AIVDM,1,1,,B,C5N3SRgPEnJGEBT>NhWAwwo862PaLELTBJ:V00000000S0D:R220,0*0B'])[0]!.reading).toMatchObject({
      id: '367059850',
      title: 'CAPT.J.RIMES',
      position: { lat: 29.543695, lon: -88.8103917 },
      fields: { speed: { value: 4.476 }, course: { value: 335.9 } },
    });
  });

  it('values that are not available are left out', () => {
    // Type 1 with longitude 181, latitude 91, no speed, course, heading or second.
    const bits =
      '000001' +
      '00' +
      (211_000_001).toString(2).padStart(30, '0') +
      '1111' +
      '10000000' +
      '1111111111' +
      '0' +
      (181 * 600_000).toString(2).padStart(28, '0') +
      (91 * 600_000).toString(2).padStart(27, '0') +
      (3600).toString(2).padStart(12, '0') +
      '111111111' +
      '111100' +
      '0'.repeat(25);
    const payload = bits
      .match(/.{6}/g)!
      .map((six) => Number.parseInt(six, 2))
      .map((value) => String.fromCharCode(value + 48 + (value > 39 ? 8 : 0)))
      .join('');
    expect(bits.length).toBe(168);
    expect(read([sentence(`AIVDM,1,1,,A,${payload},0`, '!')])).toEqual([]);
  });
});

describe('the receiver itself', () => {
  it.each([
    [
      'GPRMC,123519.50,A,4807.038,N,01131.000,W,022.4,084.4,020126,003.1,W',
      {
        observedAt: Date.UTC(2026, 0, 2, 12, 35, 19, 500),
        position: { lat: 48.1173, lon: -11.51666667 },
        heading: 84.4,
        speed: 11.524,
        fields: { speed: { type: 'Number', value: 11.524 }, course: { type: 'Number', value: 84.4 } },
      },
    ],
    [
      'GNGGA,123039,4807.038,S,01131.000,E,1,08,0.9,545.4,M,46.9,M,,',
      {
        observedAt: Date.UTC(2026, 0, 2, 12, 30, 39),
        position: { lat: -48.1173, lon: 11.51666667, alt: 545.4 },
        satellites: 8,
        fields: {},
      },
    ],
    [
      'GPGLL,4916.45,N,12311.12,W,235959,A',
      { observedAt: Date.UTC(2026, 0, 2, 23, 59, 59), position: { lat: 49.27416667, lon: -123.18533333 }, fields: {} },
    ],
  ])('%s', (body, expected) => expect(read([sentence(body)], 'tug')[0]!.reading).toEqual({ id: 'tug', ...expected }));

  it('a time of day gets the nearest date', () => {
    const line = sentence('GPGLL,4916.45,N,12311.12,W,235959,A');
    expect(read([line], 'tug', Date.UTC(2026, 0, 3, 0, 0, 1))[0]!.reading!.observedAt).toBe(Date.UTC(2026, 0, 2, 23, 59, 59));
    expect(read([sentence('GPGLL,4916.45,N,12311.12,W,000001,A')], 'tug', Date.UTC(2026, 0, 2, 23, 59, 59))[0]!.reading!.observedAt).toBe(
      Date.UTC(2026, 0, 3, 0, 0, 1),
    );
  });

  it.each([
    'GPRMC,123519,V,4807.038,N,01131.000,E,022.4,084.4,020126,003.1,W',
    'GPRMC,123519,A,4867.038,N,01131.000,E,022.4,084.4,020126,003.1,W',
    'GPRMC,123519,A,9107.038,N,01131.000,E,022.4,084.4,020126,003.1,W',
    'GPRMC,123519,A,4807.038,X,01131.000,E,022.4,084.4,020126,003.1,W',
    'GPRMC,123519,A,4807.038,N,,,022.4,084.4,020126,003.1,W',
    'GPRMC,253519,A,4807.038,N,01131.000,E,022.4,084.4,020126,003.1,W',
    'GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,310226,003.1,W',
    'GPGGA,123039,4807.038,N,01131.000,E,0,08,0.9,545.4,M,46.9,M,,',
    'GPGGA,123039,4807.038,N,01131.000,E,8,08,0.9,545.4,M,46.9,M,,',
    'GPGSV,3,1,11,03,03,111,00',
  ])('%s has no position', (body) => expect(read([sentence(body)], 'tug')).toEqual([]));

  it('is left out without ownId', () => expect(read([sentence('GPGLL,4916.45,N,12311.12,W,123039,A')])).toEqual([]));
});

it('a wrong or missing checksum is quarantined; a tag block is skipped', () => {
  for (const line of [MOORED.replace('*5C', '*5D'), MOORED.slice(0, -3), 'text'])
    expect(read([line])[0]!.quarantined?.reason).toBe('unreadable');
  expect(readSentence(`\\s:station,c:1700000000*5F\\${MOORED}\r`)?.formatter).toBe('VDM');
});

it('proprietary sentences, such as the wrapper of AIS receivers, are skipped', () => {
  // The example in gpsd's documentation of AIVDM.
  const wrapped = sentence('PGHP,1,2008,5,9,0,0,0,10,338,2,,1,09');
  expect(read([wrapped, sentence('PGLL,4916.45,N,12311.12,W,123039,A')], 'tug')).toEqual([]);
  expect(read([wrapped.slice(0, -2) + '00'])[0]!.quarantined?.reason).toBe('unreadable');
});

it('lines are split from a stream wherever it breaks; one without an end is dropped', () => {
  const splitter = new LineSplitter();
  expect(['ab', 'c\r\nd', 'e\n', '\nf'].map((text) => splitter.add(Buffer.from(text)))).toEqual([[], ['abc'], ['de'], ['']]);
  expect(splitter.add(Buffer.alloc(5000, 0x78))).toEqual([]);
  expect(splitter.add(Buffer.from('xx'))).toEqual([]);
  expect(splitter.add(Buffer.from('x\nnext\n'))).toEqual(['next']);
});

describe('connections', () => {
  let source: RunningSource;
  afterEach(async () => {
    source.release();
    await source.stop();
  });

  it('over TCP: waits while the disk does, and reconnects', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      sockets.push(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    source = RunningSource.start(NMEA_AIS_SOURCE, { transport: 'tcp', host: '127.0.0.1', port });
    await until(() => source.connected && sockets.length === 1);
    source.hold();
    const text = `${MOORED}\r\n`.repeat(50_000);
    sockets[0]!.write(text);
    await until(() => source.calls.length === 1);
    source.release();
    await until(() => source.kept.length === 50_000, 60_000);
    expect(Math.max(...source.calls)).toBeLessThanOrEqual(3000);
    sockets[0]!.destroy();
    await until(() => sockets.length === 2);
    await until(() => source.connected);
    sockets[1]!.write(`${MOORED}\r\n`);
    await until(() => source.kept.length === 50_001);
    expect(await source.stop()).toBeLessThan(5000);
    server.close();
    for (const socket of sockets) socket.destroy();
  });

  it('over UDP', async () => {
    source = RunningSource.start(NMEA_AIS_SOURCE, { transport: 'udp', host: '127.0.0.1', port: 0 });
    await until(() => source.connected);
    const port = Number(/port (\d+)/.exec(source.states[0]!)![1]);
    const client = createSocket('udp4');
    await until(async () => {
      await new Promise((resolve) => client.send([...NAMED, positionOf(369_190_000)].join('\r\n'), port, '127.0.0.1', resolve));
      return source.kept.length > 0;
    });
    client.close();
    expect(source.kept[0]!.reading!.title).toBe('MT.MITCHELL');
  });

  it('check reports a missing receiver', async () => {
    source = RunningSource.start(NMEA_AIS_SOURCE, { transport: 'udp', host: '127.0.0.1', port: 0 });
    const { findings } = await NMEA_AIS_SOURCE.check(
      { transport: 'tcp', host: '127.0.0.1', port: 1 },
      { name: 'test', log: silent, signal: new AbortController().signal },
    );
    expect(findings).toEqual([{ level: 'fault', text: expect.stringMatching(/ECONNREFUSED.*Check transport/) as string }]);
  });
});
