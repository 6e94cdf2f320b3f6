import { describe, expect, it } from 'vitest';
import { partitionOf } from '#kafka/records/partition.js';
import type { ConsumedRecord } from '#kafka/records/record.js';
import { PoisonError } from '#kafka/units/unit-processor.js';
import { CommandDecoder } from '../../src/commands/command-decoder.js';
import { leastOperationId, operationTime } from '../../src/commands/operation-time.js';

const PARTITIONS = 6;
const partition = partitionOf('crane', PARTITIONS);
const decoder = new CommandDecoder(PARTITIONS, 4);
const idAt = (time: number) => leastOperationId(time).replace('-0000-0000', '-7000-8000');

const good = {
  v: 1,
  operationId: idAt(Date.now()),
  workspace: 'alpha',
  receivedAt: new Date().toISOString(),
  subject: 'erp',
  reply: 3,
  partitions: [partition],
  total: 1,
  elements: [[0, { externalId: 'crane', locationUpdate: { newPosition: { lat: 1, lon: 2 } } }]],
};
const record = (value: string | Buffer | null, on = partition): ConsumedRecord => ({
  topic: 'object.commands',
  partition: on,
  offset: 7,
  timestamp: 0,
  key: null,
  value: value === null ? null : Buffer.from(value),
  headers: {},
});
const element = (command: object) => ({ ...good, elements: [[0, command]] });

describe('the decoder', () => {
  it('accepts what a gateway writes', () => {
    const consumed = record(JSON.stringify(good));
    expect(decoder.decode(consumed)).toEqual({ partition, record: consumed, command: good });
    const edit = element({ op: 'edit', externalId: 'crane', set: { title: null, contentElements: [] }, ifRevision: 3 });
    expect(decoder.decode(record(JSON.stringify(edit))).command).toEqual(edit);
  });

  const at = (aheadMs: number): string => new Date(Date.now() + aheadMs).toISOString();
  const receiptOf = (receivedAt: string): number =>
    Date.parse(decoder.decode(record(JSON.stringify({ ...good, receivedAt }))).command.receivedAt) - Date.now();

  it('limits the time of a command from a gateway with a slow clock to the seven days that commands are kept', () => {
    const weekMs = 7 * 24 * 3600 * 1000;
    for (const long of ['1970-01-01T00:00:00.000Z', at(-2 * weekMs)]) {
      expect(receiptOf(long)).toBeGreaterThan(-weekMs - 1000);
      expect(receiptOf(long)).toBeLessThanOrEqual(-weekMs);
    }
    const waited = at(-weekMs + 60_000);
    expect(decoder.decode(record(JSON.stringify({ ...good, receivedAt: waited }))).command.receivedAt).toBe(waited);
  });

  it('limits the time of a command from a gateway with a fast clock to five minutes ahead', () => {
    expect(receiptOf(at(3_600_000))).toBeGreaterThan(299_000);
    expect(receiptOf(at(3_600_000))).toBeLessThanOrEqual(300_000);
    const near = at(240_000);
    expect(decoder.decode(record(JSON.stringify({ ...good, receivedAt: near }))).command.receivedAt).toBe(near);
  });

  it('accepts a command of a gateway whose clock is days ahead, since it was acknowledged', () => {
    const operationId = idAt(Date.now() + 7 * 24 * 3600 * 1000);
    expect(decoder.decode(record(JSON.stringify({ ...good, operationId }))).command.operationId).toBe(operationId);
  });

  const poison: Record<string, string | Buffer | null | object> = {
    'no value': null,
    'no JSON': '{',
    'an array': [],
    'another version': { ...good, v: 2 },
    'no UUID': { ...good, operationId: 'x' },
    'a UUIDv4': { ...good, operationId: 'f47ac10b-58cc-4372-a567-0e02b2c3d479' },
    'no elements': { ...good, elements: undefined },
    'an unknown command': element({ op: 'explode', externalId: 'crane' }),
    'an unknown property': element({ externalId: 'crane', locationUpdates: {} }),
    'a position without longitude': element({ externalId: 'crane', locationUpdate: { newPosition: { lat: 1 } } }),
    'a NUL in an id': element({ externalId: 'crane\0', locationUpdate: { newPosition: { lat: 1, lon: 1 } } }),
    'a lone surrogate in an id': element({ externalId: '\ud800', locationUpdate: { newPosition: { lat: 1, lon: 1 } } }),
    'a NUL in the workspace': { ...good, workspace: 'a\0' },
    'a reply partition that is not there': { ...good, reply: 4 },
    'a partition that is not there': { ...good, partitions: [partition, PARTITIONS] },
    'a partition list without its own': { ...good, partitions: [(partition + 1) % PARTITIONS] },
    'a total beyond all bounds': { ...good, total: 2 ** 31 },
  };
  it.each(Object.entries(poison))('refuses %s', (_, value) => {
    const consumed = record(value === null || typeof value === 'string' ? value : JSON.stringify(value));
    expect(() => decoder.decode(consumed)).toThrow(PoisonError);
    try {
      decoder.decode(consumed);
    } catch (error) {
      expect((error as PoisonError).record).toBe(consumed);
      expect((error as PoisonError).message).toMatch(/^\S.*\.?$/);
    }
  });

  it('refuses an id that belongs on another partition', () => {
    const other = (partition + 1) % PARTITIONS;
    expect(() => decoder.decode(record(JSON.stringify({ ...good, partitions: [other] }), other))).toThrow(/another partition/);
  });

  it('reads the time of a UUIDv7 and derives bounds from it', () => {
    const now = Date.now();
    expect(operationTime(idAt(now))).toBe(now);
    expect(operationTime(idAt(now).toUpperCase())).toBeUndefined();
    expect(leastOperationId(now) < idAt(now) && idAt(now) < leastOperationId(now + 1)).toBe(true);
  });
});
