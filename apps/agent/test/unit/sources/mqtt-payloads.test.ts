import { describe, expect, it } from 'vitest';
import type { MqttOptions } from '../../../src/sources/mqtt/options.js';
import { payloadReader } from '../../../src/sources/mqtt/payload-readers.js';
import { SPARKPLUG_PAYLOAD } from '../../../src/sources/mqtt/sparkplug/payload-description.js';

const options = (format: MqttOptions['format'], more: Partial<MqttOptions> = {}): MqttOptions => ({
  url: 'mqtt://broker.example',
  topics: ['#'],
  format,
  ...more,
});
const message = (topic: string, payload: unknown, retained = false) => ({
  topic,
  payload: Buffer.isBuffer(payload) ? payload : Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)),
  retained,
  properties: {},
});

describe('OwnTracks', () => {
  const reader = payloadReader(options('owntracks'), undefined);
  const read = (payload: unknown, topic = 'owntracks/jane/phone', retained = false) => reader.read(message(topic, payload, retained));
  const LOCATION = { _type: 'location', tst: 1_700_000_000, lat: 53.4, lon: -2.9, acc: 12, alt: 30, vel: 36, cog: 90, batt: 81, tid: 'JJ' };

  it('locations are read, with km/h converted to metres per second, including retained ones', () => {
    expect(read(LOCATION, undefined, true)[0]!.reading).toEqual({
      id: 'jane/phone',
      title: 'jane/phone',
      observedAt: 1_700_000_000_000,
      position: { lat: 53.4, lon: -2.9, alt: 30 },
      accuracy: 12,
      heading: 90,
      speed: 10,
      fields: {
        battery: { type: 'Number', value: 81 },
        speed: { type: 'Number', value: 10 },
        course: { type: 'Number', value: 90 },
        tracker: { type: 'String', value: 'JJ' },
      },
    });
    expect(read({ ...LOCATION, vel: -1, cog: -1, acc: -1, batt: undefined, tid: undefined })[0]!.reading).toMatchObject({
      fields: {},
      accuracy: undefined,
    });
  });

  it.each([
    [{ ...LOCATION, lat: 91 }, 'impossible-position'],
    [{ ...LOCATION, lon: undefined }, 'impossible-position'],
    [{ ...LOCATION, tst: undefined }, 'impossible-time'],
    [{ ...LOCATION, tst: 12 }, 'impossible-time'],
    [{ _type: 'encrypted', data: 'x' }, 'unreadable'],
    [{ lat: 1, lon: 2, tst: 1_700_000_000 }, 'unreadable'],
    ['{', 'unreadable'],
    [[LOCATION], 'unreadable'],
    [Buffer.from([0xff]), 'unreadable'],
    [Buffer.alloc(1024 * 1024 + 1, 0x20), 'unreadable'],
  ])('%j is quarantined: %s', (payload, reason) => expect(read(payload)[0]!.quarantined?.reason).toBe(reason));

  it('without a position, other types are left out', () => {
    for (const _type of ['lwt', 'waypoint', 'transition', 'card', 'status']) expect(read({ _type })).toEqual([]);
    expect(read(LOCATION, 'owntracks')[0]!.reading!.id).toBe('JJ');
    expect(read({ ...LOCATION, tid: undefined }, 'owntracks')[0]!.quarantined?.reason).toBe('no-id');
  });
});

describe('Sparkplug B', () => {
  const NODE = 'spBv1.0/plant/NBIRTH/press-1';
  const encode = (payload: object): Buffer => Buffer.from(SPARKPLUG_PAYLOAD.encode(SPARKPLUG_PAYLOAD.fromObject(payload)).finish());
  const birth = {
    timestamp: 1_700_000_000_000,
    metrics: [
      { name: 'gps/lat', alias: 1, datatype: 10, double_value: 53.4 },
      { name: 'gps/lon', alias: 2, datatype: 10, double_value: -2.9 },
      { name: 'temperature', alias: 3, datatype: 3, int_value: 4_294_967_289 },
    ],
  };
  const data = {
    timestamp: 1_700_000_001_000,
    metrics: [
      { alias: 1, double_value: 53.5 },
      { alias: 3, int_value: 4_294_967_294 },
    ],
  };

  it('births and data become documents by the names of metrics, signed according to their type', () => {
    const reader = payloadReader(options('sparkplug-b'), undefined);
    expect(reader.read(message(NODE, encode(birth)))[0]!.document).toEqual({
      topic: NODE,
      group: 'plant',
      node: 'press-1',
      type: 'NBIRTH',
      retained: false,
      timestamp: 1_700_000_000_000,
      metrics: { 'gps/lat': 53.4, 'gps/lon': -2.9, temperature: -7 },
    });
    expect(reader.read(message('spBv1.0/plant/NDATA/press-1', encode(data)))[0]!.document).toMatchObject({
      type: 'NDATA',
      timestamp: 1_700_000_001_000,
      metrics: { 'gps/lat': 53.5, temperature: -2 },
    });
    expect(
      reader.read(
        message(
          'spBv1.0/plant/DBIRTH/press-1/scale',
          encode({
            timestamp: 1,
            metrics: [
              { name: 'load', alias: 9, datatype: 4, long_value: '18446744073709551615' },
              { name: 'none', is_null: true, datatype: 9 },
              { name: 'big', datatype: 8, long_value: '18446744073709551615' },
            ],
          }),
        ),
      )[0]!.document,
    ).toMatchObject({ device: 'scale', metrics: { load: -1, none: null, big: '18446744073709551615' } });
    for (const type of ['NDEATH', 'DDEATH', 'NCMD', 'DCMD'])
      expect(reader.read(message(`spBv1.0/plant/${type}/press-1`, encode(data)))).toEqual([]);
    expect(reader.read(message('spBv1.0/STATE/host', '{"online":true}'))).toEqual([]);
  });

  it('aliases survive a restart, separately for each node, until its next birth', () => {
    const first = payloadReader(options('sparkplug-b'), undefined);
    first.read(message(NODE, encode(birth)));
    const place = JSON.parse(JSON.stringify(first.place!())) as unknown;
    expect(first.place!()).toBeUndefined();
    const second = payloadReader(options('sparkplug-b'), place);
    expect(second.read(message('spBv1.0/plant/NDATA/press-1', encode(data)))[0]!.document).toMatchObject({ metrics: { temperature: -2 } });
    const [unknown] = second.read(message('spBv1.0/plant/NDATA/press-2', encode(data)));
    expect(unknown!.quarantined).toEqual({
      reason: 'unreadable',
      detail: expect.stringMatching(/\(1 is one\).*press-2 be born again/) as string,
    });
    second.read(message(NODE, encode({ timestamp: 1, metrics: [{ name: 'other', alias: 7, datatype: 9, float_value: 1 }] })));
    expect(second.read(message('spBv1.0/plant/NDATA/press-1', encode(data)))[0]!.quarantined?.reason).toBe('unreadable');
  });

  it('bytes of another program are read: a payload written by hand according to the standard', () => {
    // timestamp 1700000000000, metrics {name "t", datatype 9 (Float), float_value 1.5}, seq 0
    const payload = Buffer.from('0880d095ffbc31' + '120a' + '0a0174' + '2009' + '65' + '0000c03f' + '1800', 'hex');
    expect(payloadReader(options('sparkplug-b'), undefined).read(message(NODE, payload))[0]!.document).toMatchObject({
      timestamp: 1_700_000_000_000,
      metrics: { t: 1.5 },
    });
  });

  it('retained ones are quarantined, and so are invalid payloads', () => {
    const reader = payloadReader(options('sparkplug-b'), undefined);
    expect(reader.read(message(NODE, encode(birth), true))[0]!.quarantined?.reason).toBe('impossible-time');
    expect(reader.read(message(NODE, Buffer.from([0x12, 0xff, 0x01])))[0]!.quarantined?.reason).toBe('unreadable');
    expect(reader.read(message('other/topic', encode(birth)))[0]!.quarantined?.reason).toBe('unreadable');
  });
});
