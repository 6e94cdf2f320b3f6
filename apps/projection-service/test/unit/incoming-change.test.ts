import { describe, expect, it } from 'vitest';
import type { ConsumedRecord } from '#kafka/records/record.js';
import { PoisonError } from '#kafka/units/unit-processor.js';
import { decodeChange } from '../../src/changes/incoming-change.js';

const TIME = '2026-11-21T08:00:00.000Z';

function record(members: Record<string, unknown>): ConsumedRecord {
  const change = {
    externalId: 'a',
    workspace: 'w',
    revision: 1,
    observedAt: TIME,
    receivedAt: TIME,
    position: { lat: 1, lon: 2 },
    ...members,
  };
  const headers = { ce_type: Buffer.from('waymark.object.updated.v1') };
  return {
    topic: 'object.events',
    partition: 0,
    offset: 0,
    timestamp: 0,
    key: Buffer.from('a'),
    value: Buffer.from(JSON.stringify(change)),
    headers,
  };
}

const note = (value: string) => ({ fields: { note: { type: 'String', value } } });

describe('a record of object.events', () => {
  it.each(['C:\\u0000', '\\\\u0000', '\\', 'u0000'])('may hold the text %j, which only looks like the escape of NUL', (text) => {
    expect(decodeChange(record(note(text))).change.fields).toEqual(note(text).fields);
  });

  it.each(['\0', '\\\0', '\\\\\0', 'a\0b'])('is poison with the text %j, which Postgres cannot store', (text) => {
    expect(() => decodeChange(record(note(text)))).toThrow(PoisonError);
  });

  it.each([
    '2026-02-30T00:00:00.000Z',
    '2026-02-29T00:00:00.000Z',
    '1900-02-29T00:00:00.000Z',
    '2026-04-31T00:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
    '2026-11-21T24:00:00.000Z',
    '2026-11-21T08:00:00Z',
  ])('is poison with the time %s, which Postgres would refuse or read as another', (time) => {
    expect(() => decodeChange(record({ observedAt: time }))).toThrow(PoisonError);
    expect(() => decodeChange(record({ receivedAt: time }))).toThrow(PoisonError);
  });

  it('may have any day that exists', () => {
    for (let at = Date.UTC(1899, 11, 30); at < Date.UTC(2101, 0, 2); at += 24 * 3600 * 1000) {
      const time = new Date(at).toISOString();
      expect(decodeChange(record({ observedAt: time })).change.observedAt).toBe(time);
    }
    expect(decodeChange(record({ observedAt: '0004-02-29T00:00:00.000Z' })).kind).toBe('updated');
  });
});
