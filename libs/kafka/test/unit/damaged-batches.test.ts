import { createRequire } from 'node:module';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { brokerAccess, brokerSettings } from '#kafka/connection/broker-settings.js';
import { DamageWatch } from '#kafka/consuming/damage-watch.js';
import { PartitionIntake } from '#kafka/consuming/partition-intake.js';
import { damageFindings, standingPartitions } from '#kafka/records/damaged-batches.js';
import { readSettings } from '#settings/settings.js';
import { createLogger } from '#telemetry/logger.js';

// The patches under `patches/` are applied by the install script; without them these fail.
const require = createRequire(import.meta.url);
const { writeRecordBatch } = require('kafkajs/src/protocol/recordBatch/v0') as {
  writeRecordBatch(messages: readonly object[], batch: object): Buffer;
};
const Decoder = require('kafkajs/src/protocol/decoder') as new (bytes: Buffer) => object;
const decodeMessages = require('kafkajs/src/protocol/requests/fetch/v4/decodeMessages.js') as (
  decoder: object,
) => Promise<{ offset: string }[] & { damaged?: { reason: string; next?: number } }>;
const { parse } = require('kafkajs/src/protocol/requests/fetch/v11/response.js') as {
  parse(data: object): Promise<{ responses: { partitions: { errorCode: number; messages: object[] & { damaged?: object } }[] }[] }>;
};

const TIME = 1_795_000_000_000;
const HEADER = 61;

/** Two records, as a broker stores them from that offset. */
function batchAt(offset: number): Buffer {
  const records = [0, 1].map((n) => ({ key: `key-${offset + n}`, value: 'x'.repeat(50), headers: { h: 'v' }, timestamp: TIME }));
  const bytes = writeRecordBatch(records, {
    firstTimestamp: TIME,
    maxTimestamp: TIME,
    now: TIME,
    producerId: 7,
    producerEpoch: 3,
    firstSequence: 1,
    transactional: false,
  });
  bytes.writeBigInt64BE(BigInt(offset));
  return bytes;
}

async function decoded(log: Buffer): Promise<{ offsets: number[]; damaged: { reason: string; next?: number } | undefined }> {
  const length = Buffer.alloc(4);
  length.writeInt32BE(log.length);
  const messages = await decodeMessages(new Decoder(Buffer.concat([length, log])));
  return { offsets: messages.map(({ offset }) => Number(offset)), damaged: messages.damaged };
}

const flipped = (bytes: Buffer, at: number, bit: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 1 << bit;
  return copy;
};

describe('a fetched batch', () => {
  const before = batchAt(10);
  const hit = batchAt(12);
  const after = batchAt(14);

  it('is all taken when it is whole', async () => {
    expect(await decoded(Buffer.concat([before, hit, after]))).toEqual({ offsets: [10, 11, 12, 13, 14, 15], damaged: undefined });
  });

  it('ends before a batch of which any bit behind its length has changed, except for the leader epoch, which nobody reads', async () => {
    for (let at = 12; at < hit.length; at++) {
      const { offsets, damaged } = await decoded(Buffer.concat([before, flipped(hit, at, at % 8), after]));
      if (at < 16) expect([at, offsets, damaged]).toEqual([at, [10, 11, 12, 13, 14, 15], undefined]);
      else expect([at, offsets, damaged?.next]).toEqual([at, [10, 11], 14]);
    }
  });

  it('never brings records of a batch whose length has changed, and is not taken for the end of the log', async () => {
    for (let at = 8; at < 12; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const { offsets, damaged } = await decoded(Buffer.concat([flipped(hit, at, bit), after]));
        expect([at, bit, offsets, damaged === undefined]).toEqual([at, bit, [], false]);
      }
    }
  });

  it('brings no records of a batch whose offset runs into the next one', async () => {
    const { offsets, damaged } = await decoded(Buffer.concat([before, flipped(hit, 6, 0), after]));
    expect([offsets, damaged?.reason]).toEqual([[10, 11], 'its offsets are not between those around it']);
  });

  it('reports how far a damaged last batch goes, unless its header makes no sense', async () => {
    expect((await decoded(Buffer.concat([before, flipped(hit, HEADER + 9, 2)]))).damaged?.next).toBe(14);
    expect((await decoded(Buffer.concat([before, flipped(hit, 23, 5)]))).damaged?.next).toBeUndefined();
  });

  it('is checked as well where messages are of the formats before record batches', async () => {
    const old = (offset: number): Buffer => {
      const value = Buffer.from(`old-${offset}`);
      const message = Buffer.concat([
        Buffer.from([1, 0]),
        Buffer.alloc(8),
        Buffer.from([255, 255, 255, 255, 0, 0, 0, value.length]),
        value,
      ]);
      const head = Buffer.alloc(16);
      head.writeBigInt64BE(BigInt(offset));
      head.writeInt32BE(4 + message.length, 8);
      head.writeUInt32BE(crc32(message), 12);
      return Buffer.concat([head, message]);
    };
    expect(await decoded(Buffer.concat([old(3), old(4)]))).toEqual({ offsets: [3, 4], damaged: undefined });
    const { offsets, damaged } = await decoded(Buffer.concat([old(3), flipped(old(4), 36, 1)]));
    expect([offsets, damaged?.reason]).toEqual([[3], 'its checksum (CRC-32) does not fit its contents']);
  });

  it('is not refused whole because the broker cannot read one of its partitions', async () => {
    const CORRUPT_MESSAGE = 2;
    const { responses } = await parse({
      responses: [
        {
          topicName: 't',
          partitions: [
            { partition: 0, errorCode: 0, messages: [] },
            { partition: 1, errorCode: CORRUPT_MESSAGE, messages: [] },
          ],
        },
      ],
    });
    expect(responses[0]!.partitions.map(({ errorCode, messages }) => [errorCode, messages.damaged])).toEqual([
      [0, undefined],
      [0, { reason: 'the broker cannot read it' }],
    ]);
  });
});

describe('a reader of a damaged partition', () => {
  const TOPIC = 'object.commands';
  const DAMAGE = { reason: 'its checksum (CRC-32C) does not fit its contents', next: 25 };
  const lines: string[] = [];
  const logger = createLogger({ service: 'test', instance: 'test', level: 'silent' });
  let calls: string[];
  let intake: PartitionIntake;
  let assignment: AbortController;

  beforeEach(() => {
    vi.useFakeTimers();
    calls = [];
    lines.splice(0);
    vi.spyOn(logger, 'error').mockImplementation((_fields: unknown, message?: string) => void lines.push(message ?? ''));
    assignment = new AbortController();
    intake = new PartitionIntake(TOPIC, false);
    intake.begin(new Map([[3, { place: { next: 120, shift: 100, record: null, marks: [] }, begin: 120, bounds: { low: 0, high: 40 } }]]));
  });
  afterEach(() => {
    assignment.abort();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const watch = (options: Partial<ConstructorParameters<typeof DamageWatch>[0]> = {}): DamageWatch =>
    new DamageWatch({
      topic: TOPIC,
      logger,
      consumer: {
        pause: ([at]) => void calls.push(`pause ${at!.partitions}`),
        resume: ([at]) => void calls.push(`resume ${at!.partitions}`),
      } as Pick<import('kafkajs').Consumer, 'pause' | 'resume'>,
      ...options,
    });

  async function meetTimes(reader: DamageWatch, times: number): Promise<unknown[]> {
    const intakes: unknown[] = [];
    for (let n = 0; n < times; n++) {
      intakes.push(reader.meet(3, DAMAGE, intake, assignment.signal));
      await vi.advanceTimersByTimeAsync(2000);
    }
    return intakes;
  }

  it('fetches it again four times, then stands still and says so once, and continues when it is whole', async () => {
    const reader = watch();
    expect(await meetTimes(reader, 4)).toEqual([undefined, undefined, undefined, undefined]);
    expect(calls).toEqual(Array.from({ length: 4 }, () => ['pause 3', 'resume 3']).flat());
    expect([lines.length, standingPartitions().length]).toEqual([0, 0]);
    calls.splice(0);
    reader.meet(3, DAMAGE, intake, assignment.signal);
    await vi.advanceTimersByTimeAsync(9_900);
    expect(calls).toEqual(['pause 3']);
    await vi.advanceTimersByTimeAsync(200);
    expect(calls).toEqual(['pause 3', 'resume 3']);
    reader.meet(3, DAMAGE, intake, assignment.signal);
    expect(lines).toEqual([expect.stringContaining(`KAFKA_SKIP_DAMAGED=${TOPIC}/3/20-24`)]);
    expect(standingPartitions()).toEqual([expect.objectContaining({ topic: TOPIC, partition: 3, offset: 20 })]);
    expect(damageFindings('object-service')).toEqual([expect.objectContaining({ about: 'object-service.logs', state: 'broken' })]);
    reader.read(3);
    expect(standingPartitions()).toEqual([]);
  });

  it('leaves the partition paused for the next assignment to decide, and stands still nowhere then', async () => {
    const reader = watch();
    await meetTimes(reader, 5);
    assignment.abort();
    calls.splice(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toEqual([]);
    reader.forget();
    expect(standingPartitions()).toEqual([]);
  });

  it('passes over records that were given up, in stored offsets, and over no others', async () => {
    const given = (from: number, to: number, partition = 3): DamageWatch => watch({ givenUp: [{ topic: TOPIC, partition, from, to }] });
    for (const other of [given(21, 24), given(10, 19), given(20, 24, 2)]) {
      expect((await meetTimes(other, 5)).at(-1)).toBeUndefined();
      other.forget();
    }
    expect((await meetTimes(given(20, 24), 5)).at(-1)).toEqual({
      batch: { topic: TOPIC, partition: 3, firstOffset: 120, nextOffset: 125, records: [] },
      missing: 0,
    });
    expect(intake.wanted(3)).toBe(25);
  });

  it('skips damage that nobody waits for as far as its end is known', async () => {
    expect((await meetTimes(watch({ passesOver: true }), 5)).at(-1)).toEqual(expect.objectContaining({ missing: 0 }));
    expect(intake.wanted(3)).toBe(25);
  });

  it('believes a record that was read when it cannot be compared any more', () => {
    intake.begin(new Map([[3, { place: { next: 120, shift: 100, record: 77, marks: [] }, begin: 120, bounds: { low: 0, high: 40 } }]]));
    expect(intake.wanted(3)).toBe(19);
    expect(intake.passOver(3, 20)).toEqual({ seek: 20 });
    expect(intake.wanted(3)).toBe(20);
  });
});

describe('KAFKA_SKIP_DAMAGED', () => {
  const read = (value: string) => readSettings(brokerSettings, { KAFKA_BROKERS: 'a:1', KAFKA_SKIP_DAMAGED: value });

  it('names records by topic, partition and offsets', () => {
    expect(brokerAccess(read('w.object.events/2/10-14, object.state/0/7-7'))).toEqual({
      brokers: ['a:1'],
      givenUp: [
        { topic: 'w.object.events', partition: 2, from: 10, to: 14 },
        { topic: 'object.state', partition: 0, from: 7, to: 7 },
      ],
    });
    expect(brokerAccess(read(''))).toEqual({ brokers: ['a:1'] });
  });

  it.each(['object.events', 'object.events/1', 'object.events/1/5', 'object.events/1/9-5', 'a b/1/1-2'])('refuses %s', (value) => {
    expect(() => read(value)).toThrow('topic/partition/first-last');
  });
});
