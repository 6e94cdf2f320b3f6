import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import kafkajs, { CompressionTypes, type Consumer } from '#kafka-client';
import { createKafka, type KafkaConnection } from '#kafka/connection/connection.js';
import { ConsumerStoppedError } from '#kafka/consuming/consumer-errors.js';
import { DEAD_LETTER_HEADERS, DeadLetterWriter } from '#kafka/dead-letters/dead-letter.js';
import { consumerLag } from '#kafka/lag/lag.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { readPartition } from '#kafka/reading/read-partition.js';
import type { ConsumedRecord, UnitOfWork } from '#kafka/records/record.js';
import { createLedTopics } from '#kafka/topics/topics.js';
import { OwnershipLostError, PoisonError, type UnitProcessor } from '#kafka/units/unit-processor.js';
import type { UnitReading } from '#kafka/units/unit-transport-options.js';
import { UnitTransport } from '#kafka/units/unit-transport.js';
import { API } from '#testing/tcp-proxy.js';
import { type ProxiedSpace, proxiedSpace, silent, until } from './kafka-fixture.js';
import { Ledger } from './ledger.js';

let proxied: ProxiedSpace;
let topic: string;
let producer: CoalescingProducer;
let ledger: Ledger;
let fatal: Error[];
let group = 0;
const open: UnitTransport[] = [];

beforeAll(async () => {
  proxied = await proxiedSpace('units');
  producer = new CoalescingProducer({ kafka: proxied.space.kafka, maxQueuedBytes: 50_000_000, logger: silent });
  await producer.connect();
});
afterAll(async () => {
  await producer.close();
  await admin(async (each) =>
    each.deleteTopics({ topics: (await each.listTopics()).filter((name) => name.startsWith(`${proxied.space.prefix}units-`)) }),
  );
  await proxied.close();
});
beforeEach(async () => {
  ledger = new Ledger();
  fatal = [];
  group++;
  topic = `${proxied.space.prefix}units-${group}`;
  await admin((each) =>
    createLedTopics(each, [
      { topic, numPartitions: 3 },
      { topic: `${topic}.dead-letter`, numPartitions: 1 },
    ]),
  );
});
afterEach(async () => {
  vi.restoreAllMocks();
  proxied.proxy.thaw();
  proxied.proxy.restore();
  proxied.proxy.clearFaults();
  await Promise.all(open.splice(0).map((transport) => transport.close()));
});

async function admin<T>(work: (admin: ReturnType<KafkaConnection['admin']>) => Promise<T>): Promise<T> {
  const client = proxied.space.kafka.admin();
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.disconnect();
  }
}

async function transport(options: Partial<UnitReading & { processor: UnitProcessor }> = {}): Promise<UnitTransport> {
  const made = start(options);
  await until(() => made.ready(), 20_000);
  return made;
}

function start(options: Partial<UnitReading & { processor: UnitProcessor }> = {}): UnitTransport {
  const made = new UnitTransport({
    kafka: createKafka({ ...proxied.kafka.settings, clientId: `member-${open.length}` }),
    groupId: `${topic}-group`,
    topic,
    partitions: 3,
    processor: ledger,
    places: options.processor instanceof Ledger ? options.processor : ledger,
    maxUnitRecords: 500,
    maxUnitBytes: 4_000_000,
    deadLetters: new DeadLetterWriter(producer),
    fromBeginning: true,
    logger: silent,
    metrics: new Registry(),
    onFatal: (error) => fatal.push(error),
    ...options,
  });
  open.push(made);
  made.listen(() => undefined);
  return made;
}

function write(label: string, count: number, partitions = [0, 1, 2]): Promise<void> {
  return producer.send(
    partitions.flatMap((partition) =>
      Array.from({ length: count }, (_, index) => ({ topic, partition, key: null, value: `${label}-${partition}-${index}` })),
    ),
  );
}

function expected(label: string, count: number, partitions = [0, 1, 2]): string[] {
  return partitions.flatMap((partition) => Array.from({ length: count }, (_, index) => `${label}-${partition}-${index}`));
}

/** One uncompressed chunk of at most 256 bytes in snappy-java's framing. */
function snappyOf(bytes: Buffer): Buffer {
  const block = Buffer.concat([varint(bytes.length), Buffer.from([60 << 2, bytes.length - 1]), bytes]);
  const head = Buffer.from([0x82, ...Buffer.from('SNAPPY'), 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, block.length]);
  return Buffer.concat([head, block]);
}

function varint(value: number): Buffer {
  return value < 128 ? Buffer.from([value]) : Buffer.from([(value & 127) | 128, value >> 7]);
}

describe('a unit transport', () => {
  it('takes the waiting records of all partitions as one unit, in order, within its bounds', async () => {
    await write('first', 30);
    await transport({ maxUnitRecords: 60 });
    await until(() => ledger.values.length === 90);
    expect(ledger.units.length).toBeLessThanOrEqual(4);
    expect(Math.max(...ledger.units.map(({ batches }) => batches.length))).toBeGreaterThan(1);
    for (const { batches } of ledger.units) expect(batches.reduce((sum, { records }) => sum + records.length, 0)).toBeLessThanOrEqual(60);
    for (const partition of [0, 1, 2]) {
      expect(ledger.values.filter((value) => value.startsWith(`first-${partition}-`))).toEqual(expected('first', 30, [partition]));
    }
  });

  it('fetches the next unit during one, and takes records that came meanwhile in few further units', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    ledger.onProcess = () => held;
    await transport();
    await write('one', 1, [0]);
    await until(() => ledger.processing === 1);
    for (let index = 0; index < 5; index++) await write(`more${index}`, 1, [0, 1, 2]);
    await sleep(1500);
    ledger.onProcess = async () => undefined;
    release();
    await until(() => ledger.values.length === 16);
    expect(ledger.units.length).toBeGreaterThanOrEqual(2);
    expect(ledger.units.length).toBeLessThanOrEqual(3);
  });

  it('takes over the partitions of a former process of its name without waiting for the end of its session', async () => {
    await transport({ kafka: proxied.kafka, sessionTimeoutMs: 60_000 });
    await write('before', 5);
    await until(() => ledger.values.length === 15);
    proxied.proxy.cut();
    const { clientId } = proxied.kafka.settings;
    await transport({ kafka: createKafka({ ...proxied.space.kafka.settings, clientId }), sessionTimeoutMs: 60_000 });
    await write('after', 5);
    await until(() => ledger.values.length === 30);
    expect([...ledger.values].sort()).toEqual([...expected('before', 5), ...expected('after', 5)].sort());
  });

  it('shows its lag through the committed offsets of the group', async () => {
    await transport();
    await write('lag', 10);
    await until(() => ledger.values.length === 30);
    await expect
      .poll(() => admin((each) => consumerLag(each, `${topic}-group`, topic)))
      .toEqual([0, 1, 2].map((partition) => ({ partition, committed: 10, end: 10, lag: 0 })));
  });

  it('outlives a TypeError of its processor and does the unit again (rule 5)', async () => {
    let throws = 3;
    ledger.onProcess = async () => {
      if (throws-- > 0) (undefined as unknown as { boom(): void }).boom();
    };
    await transport();
    await write('type', 2);
    await until(() => ledger.values.length === 6);
    expect(new Set(ledger.values)).toEqual(new Set(expected('type', 2)));
    expect(fatal).toEqual([]);
  });

  it('counts uncommitted records as lag, even fetched ones', async () => {
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    ledger.onProcess = () => held;
    const metrics = new Registry();
    await transport({ metrics });
    await write('waiting', 5);
    const lag = async () => (await metrics.getSingleMetric('waymark_kafka_lag_records')!.get()).values.map(({ value }) => value);
    await until(async () => (await lag()).filter((each) => each === 5).length === 3, 10_000);
    release();
    await until(async () => (await lag()).every((each) => each === 0), 10_000);
  });

  it('drops a unit and the records fetched after it when another owner has committed', async () => {
    const passedOver: string[] = [];
    let losses = 2;
    ledger.onProcess = async ({ batches }) => {
      for (const { partition, firstOffset } of batches) {
        const stored = ledger.offsets.get(partition) ?? 0;
        if (firstOffset > stored) passedOver.push(`partition ${partition} went on at ${firstOffset}, stored ${stored}`);
      }
      if (losses-- <= 0) return;
      // Until more has been fetched after this unit.
      await write(`behind-${losses}`, 6);
      await sleep(1000);
      throw new OwnershipLostError('Another partition of the unit has moved.');
    };
    await transport();
    await write('first', 6);
    await until(() => ledger.values.length === 54, 30_000);
    expect(passedOver).toEqual([]);
    expect(new Set(ledger.values)).toEqual(new Set([...expected('first', 6), ...expected('behind-1', 6), ...expected('behind-0', 6)]));
  });

  it('notifies the service when the consumer crashes for good (rule 5)', async () => {
    await transport();
    const snappy = kafkajs.CompressionCodecs[CompressionTypes.Snappy];
    // The consumer is in the same process and must not be able to read before the codec is removed again.
    kafkajs.CompressionCodecs[CompressionTypes.Snappy] = () => ({
      compress: async ({ buffer }: { buffer: Buffer }) => snappyOf(buffer),
      decompress: async () => snappy?.(),
    });
    const raw = proxied.space.kafka.producer();
    await raw.connect();
    await raw.send({ topic, compression: CompressionTypes.Snappy, messages: [{ partition: 0, value: 'x' }] });
    kafkajs.CompressionCodecs[CompressionTypes.Snappy] = snappy;
    await raw.disconnect();
    await until(() => fatal.length > 0, 20_000);
    expect(fatal[0]).toBeInstanceOf(ConsumerStoppedError);
  });

  it('notifies the service when the consumer stopped without saying so (rule 5)', async () => {
    const made = await transport({ sessionTimeoutMs: 6000 });
    await made.unwrap<Consumer>().stop();
    await until(() => !made.ready(), 10_000);
    await until(() => fatal.length > 0, 30_000);
    expect(fatal[0]?.message).toMatch(/no (fetch|heartbeat)/);
  });

  it('does not commit work that is older than the last rebalance (rule 6)', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let calls = 0;
    ledger.onProcess = async () => {
      if (calls++ === 0) {
        await held;
        throw new Error('the database went away');
      }
    };
    await transport();
    await write('old', 5);
    await until(() => ledger.processing === 1);
    const other = new Ledger();
    other.offsets.set(0, 0);
    const second = start({ processor: other });
    await until(() => second.ready(), 20_000);
    const before = calls;
    release();
    await until(() => ledger.values.length + other.values.length === 15);
    // The current unit covered all three partitions; a retry would have covered those of the other owner as well.
    expect(before).toBe(1);
    for (const { batches } of ledger.units) for (const { partition } of batches) expect(ledger.assignments.at(-1)).toContain(partition);
    expect([...ledger.values, ...other.values].sort()).toEqual(expected('old', 5).sort());
  });

  it('begins at the stored offsets, above and below those in Kafka (rule 7)', async () => {
    await write('seek', 20);
    await admin(async (each) => {
      await each.setOffsets({
        groupId: `${topic}-group`,
        topic,
        partitions: [
          { partition: 0, offset: '15' },
          { partition: 1, offset: '3' },
          { partition: 2, offset: '0' },
        ],
      });
    });
    ledger.offsets.set(0, 4).set(1, 12).set(2, 20);
    await transport();
    await until(() => ledger.values.length >= 24);
    await sleep(400);
    expect([...ledger.values].sort()).toEqual([...expected('seek', 20, [0]).slice(4), ...expected('seek', 20, [1]).slice(12)].sort());
    expect(fatal).toEqual([]);
  });

  it('continues after records that are gone from the log, and reports how many (rule 8)', async () => {
    await write('gap', 10);
    await admin(async (each) => {
      await each.fetchTopicOffsets(topic);
      await each.deleteTopicRecords({ topic, partitions: [{ partition: 1, offset: '7' }] });
    });
    ledger.offsets.set(1, 2);
    const metrics = new Registry();
    await transport({ metrics });
    await until(() => ledger.values.length === 23);
    expect(ledger.values.filter((value) => value.startsWith('gap-1'))).toEqual(['gap-1-7', 'gap-1-8', 'gap-1-9']);
    expect(ledger.offsets.get(1)).toBe(10);
    expect((await metrics.getSingleMetric('waymark_kafka_missing_records_total')!.get()).values).toMatchObject([{ value: 5 }]);
    expect(fatal).toEqual([]);
  });

  it(
    'stays in its group while a unit takes longer than a session, and while the database is away (rule 9)',
    { timeout: 120_000 },
    async () => {
      let slow = true;
      ledger.onProcess = async () => {
        if (slow) await sleep(9000);
        slow = false;
      };
      vi.spyOn(ledger, 'assigned').mockImplementationOnce(async () => {
        await sleep(8000);
        throw new Error('the database is away');
      });
      const made = start({ sessionTimeoutMs: 6000, maxUnitRecords: 2 });
      await write('slow', 10);
      await until(() => made.ready(), 30_000);
      await until(() => ledger.values.length === 30, 40_000);
      // A removed member notices it with its next heartbeat.
      await sleep(3000);
      expect(ledger.assignments).toHaveLength(1);
      expect(proxied.proxy.requests(API.heartbeat)).toBeGreaterThan(3);
    },
  );

  it('sends heartbeats also when the clock of the machine is set back (rule 10)', async () => {
    await transport({ sessionTimeoutMs: 6000 });
    const real = Date.now.bind(Date);
    vi.spyOn(Date, 'now').mockImplementation(() => real() - 3_600_000);
    const before = proxied.proxy.requests(API.heartbeat);
    await until(() => proxied.proxy.requests(API.heartbeat) - before >= 2);
  });

  it('reads zstd and gzip (rule 13)', async () => {
    const raw = proxied.space.kafka.producer();
    await raw.connect();
    for (const compression of [CompressionTypes.ZSTD, CompressionTypes.GZIP]) {
      await raw.send({
        topic,
        compression,
        messages: Array.from({ length: 50 }, (_, index) => ({ partition: 0, value: `codec${compression}-0-${index}` })),
      });
    }
    await raw.disconnect();
    await transport();
    await until(() => ledger.values.length === 100);
    expect(ledger.values).toEqual([...expected('codec4', 50, [0]), ...expected('codec1', 50, [0])]);
  });

  it('passes over the control records of a transaction without taking them for a hole', async () => {
    const raw = proxied.space.kafka.producer({ transactionalId: `${topic}-tx`, idempotent: true, maxInFlightRequests: 1 });
    await raw.connect();
    await transport();
    for (let index = 0; index < 3; index++) {
      const transaction = await raw.transaction();
      await transaction.send({ topic, messages: [{ partition: 0, value: `tx-0-${index}` }] });
      await (index === 1 ? transaction.abort() : transaction.commit());
    }
    const last = await raw.transaction();
    await last.send({ topic, messages: [{ partition: 0, value: 'tx-0-3' }] });
    await last.abort();
    await raw.disconnect();
    // The offset advances although no further record is passed on: four records, four markers.
    await until(() => ledger.offsets.get(0) === 8);
    await write('after', 1, [0]);
    await until(() => ledger.values.includes('after-0-0'));
    expect(ledger.values).toEqual(['tx-0-0', 'tx-0-2', 'after-0-0']);
    expect(fatal).toEqual([]);
  });

  it('sets a record aside that can never be processed and continues', async () => {
    const bad = (unit: UnitOfWork): ConsumedRecord | undefined =>
      unit.batches.flatMap(({ records }) => records).find(({ value }) => String(value) === 'poison-1-1');
    ledger.onProcess = async (unit) => {
      const record = bad(unit);
      if (record) throw new PoisonError(record, 'not JSON at 1:1');
    };
    await transport({ headers: ['wanted'] });
    const headers = { wanted: 'a', 'not wanted': 'b' };
    await producer.send(
      expected('poison', 3).map((value) => ({ topic, partition: Number(value.split('-')[1]), key: null, value, headers })),
    );
    await until(() => ledger.values.length === 8);
    expect(ledger.offsets.get(1)).toBe(3);
    expect([...ledger.values].sort()).toEqual(
      expected('poison', 3)
        .filter((value) => value !== 'poison-1-1')
        .sort(),
    );
    const { kafka } = proxied.space;
    const letters: ConsumedRecord[] = [];
    await readPartition({
      kafka,
      logger: silent,
      topic: `${topic}.dead-letter`,
      partition: 0,
      onRecord: (record) => letters.push(record),
    });
    expect(letters.map(({ value }) => String(value))).toEqual(['poison-1-1']);
    expect(letters.map((letter) => [String(letter.headers['wanted']), String(letter.headers['not wanted'])])).toEqual([['a', 'b']]);
    expect(Object.values(DEAD_LETTER_HEADERS)).toHaveLength(7);
  });

  it('reads its offsets again when another owner moved them, and leaves out what that owner did', async () => {
    await transport();
    await write('first', 2, [0]);
    await until(() => ledger.values.length === 2);
    ledger.onProcess = async () => {
      ledger.onProcess = async () => undefined;
      ledger.offsets.set(0, 5);
      ledger.records.delete(0);
    };
    await write('second', 6, [0]);
    await until(() => ledger.values.length === 5);
    expect(ledger.values).toEqual(['first-0-0', 'first-0-1', 'second-0-3', 'second-0-4', 'second-0-5']);
  });

  it('continues after the broker was cut off, without a loss and without a repetition', async () => {
    await transport();
    await write('before', 5);
    await until(() => ledger.values.length === 15);
    proxied.proxy.cut();
    await write('during', 5);
    await sleep(3000);
    proxied.proxy.restore();
    await until(() => ledger.values.length >= 30, 40_000);
    expect([...ledger.values].sort()).toEqual([...expected('before', 5), ...expected('during', 5)].sort());
    expect(fatal).toEqual([]);
  }, 120_000);

  it('continues after a black hole', async () => {
    const made = await transport();
    proxied.proxy.freeze();
    await write('hole', 5);
    await until(() => !made.ready(), 30_000);
    proxied.proxy.thaw();
    await until(() => ledger.values.length === 15, 40_000);
    expect(fatal).toEqual([]);
  }, 120_000);

  it('finishes the unit in hand when it is closed, and leaves at once', async () => {
    const made = await transport();
    ledger.onProcess = () => sleep(500);
    await write('close', 2);
    await until(() => ledger.processing === 1);
    const begin = performance.now();
    await made.close();
    expect(performance.now() - begin).toBeLessThan(4000);
    expect(ledger.units).toHaveLength(1);
    const lag = await admin((each) => consumerLag(each, `${topic}-group`, topic));
    expect(lag.map(({ committed }) => committed)).toEqual([0, 1, 2].map((partition) => ledger.offsets.get(partition) ?? 0));
  });
});
