import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DeadLetterWriter } from '#kafka/dead-letters/dead-letter.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { PartitionReader } from '#kafka/reading/partition-reader.js';
import { createLedTopics } from '#kafka/topics/topics.js';
import { UnitTransport } from '#kafka/units/unit-transport.js';
import { type ProxiedSpace, proxiedSpace, silent, until } from './kafka-fixture.js';
import { Ledger } from './ledger.js';

/** The same record has the same time in each log; a recent one, since retention would delete an old record. */
const WRITTEN_AT = Date.now();

let proxied: ProxiedSpace;
let deadLetters: CoalescingProducer;
let ledger: Ledger;
let topic: string;
let metrics: Registry;
let fatal: Error[];
let count = 0;
const open: UnitTransport[] = [];

beforeAll(async () => {
  proxied = await proxiedSpace('lost-records');
  deadLetters = new CoalescingProducer({ kafka: proxied.space.kafka, maxQueuedBytes: 1_000_000, logger: silent });
});
afterAll(async () => {
  await deadLetters.close();
  await proxied.close();
});
beforeEach(() => {
  ledger = new Ledger();
  fatal = [];
  topic = `${proxied.space.prefix}lost-${++count}`;
});
afterEach(async () => {
  proxied.proxy.restore();
  await Promise.all(open.splice(0).map((transport) => transport.close()));
  await withAdmin((admin) => admin.deleteTopics({ topics: [topic] }));
});

async function withAdmin<T>(work: (admin: ReturnType<ProxiedSpace['kafka']['admin']>) => Promise<T>): Promise<T> {
  const admin = proxied.space.kafka.admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

/** Replaces the log, as after a power failure or with a restored disk. */
async function logIs(values: readonly string[], made = false): Promise<void> {
  await withAdmin(async (admin) => {
    if (!made) {
      await admin.deleteTopics({ topics: [topic] });
      await until(async () => !(await admin.listTopics()).includes(topic));
    }
    await createLedTopics(admin, [{ topic, numPartitions: 1 }]);
  });
  await append(values);
}

async function append(values: readonly string[]): Promise<void> {
  if (values.length === 0) return;
  const producer = proxied.space.kafka.producer();
  await producer.connect();
  await producer.send({ topic, messages: values.map((value) => ({ partition: 0, value, timestamp: String(WRITTEN_AT) })) });
  await producer.disconnect();
}

async function read(until_: number): Promise<UnitTransport> {
  metrics = new Registry();
  const transport = new UnitTransport({
    kafka: proxied.kafka,
    groupId: `${topic}-group`,
    topic,
    partitions: 1,
    processor: ledger,
    places: ledger,
    maxUnitRecords: 500,
    maxUnitBytes: 4_000_000,
    deadLetters: new DeadLetterWriter(deadLetters),
    fromBeginning: true,
    logger: silent,
    metrics,
    onFatal: (error) => fatal.push(error),
  });
  open.push(transport);
  transport.listen(() => undefined);
  await until(() => transport.ready() && ledger.values.length >= until_, 30_000);
  return transport;
}

const breaks = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await metrics.getSingleMetric('waymark_kafka_log_breaks_total')!.get()).values.map(({ labels, value }) => [labels['kind'], value]),
  );
const numbered = (name: string, from: number, to: number): string[] => Array.from({ length: to - from }, (_, n) => `${name}-${from + n}`);

describe('a log that has lost records which were read', () => {
  const READ = numbered('read', 0, 10);

  /** Reads the first ten records, with a mark after the first four. */
  async function readTen(): Promise<void> {
    await logIs(READ.slice(0, 4), true);
    const transport = await read(4);
    await ledger.mark([0]);
    await append(READ.slice(4));
    await until(() => ledger.values.length === 10);
    await transport.close();
    open.splice(0);
    ledger.values.splice(0);
  }

  it.each([
    ['is shorter', READ.slice(0, 7), READ.slice(4, 7)],
    [
      'has grown again to less than was read',
      [...READ.slice(0, 6), ...numbered('new', 6, 9)],
      [...READ.slice(4, 6), ...numbered('new', 6, 9)],
    ],
    [
      'has grown again to as much as was read',
      [...READ.slice(0, 6), ...numbered('new', 6, 10)],
      [...READ.slice(4, 6), ...numbered('new', 6, 10)],
    ],
    [
      'has grown again beyond what was read',
      [...READ.slice(0, 6), ...numbered('new', 6, 30)],
      [...READ.slice(4, 6), ...numbered('new', 6, 30)],
    ],
    [
      'has lost what lies before the mark, too',
      [...READ.slice(0, 2), ...numbered('new', 2, 5)],
      [...READ.slice(0, 2), ...numbered('new', 2, 5)],
    ],
    ['is empty', [], []],
    ['is another one', numbered('other', 0, 12), numbered('other', 0, 12)],
  ])('and %s is read from the newest place that is still the same', async (_text, log, expected) => {
    await readTen();
    await logIs(log);
    await read(expected.length);
    await append(['afterwards']);
    await until(() => ledger.values.at(-1) === 'afterwards', 20_000);
    expect(ledger.values).toEqual([...expected, 'afterwards']);
    expect(await breaks()).toEqual({ 'other-log': 1 });
    // Stored offsets never go back.
    expect(ledger.offsets.get(0)).toBe(11 + expected.length + 1);
    expect(fatal).toEqual([]);
  });

  it('while the reader was connected to it is read again as well', async () => {
    await readTen();
    await read(0);
    proxied.proxy.cut();
    await logIs([...READ.slice(0, 6), ...numbered('new', 6, 30)]);
    proxied.proxy.restore();
    await until(() => ledger.values.length >= 26, 40_000);
    await sleep(500);
    expect(ledger.values).toEqual([...READ.slice(4, 6), ...numbered('new', 6, 30)]);
    expect(fatal).toEqual([]);
  }, 90_000);

  it('and is the same after a lost connection is read on without a repetition', async () => {
    await readTen();
    await read(0);
    proxied.proxy.cut();
    await append(numbered('more', 0, 3));
    proxied.proxy.restore();
    await until(() => ledger.values.length >= 3, 40_000);
    await sleep(500);
    expect(ledger.values).toEqual(numbered('more', 0, 3));
    expect(ledger.shifts.get(0)).toBeUndefined();
  }, 90_000);
});

describe('a reader of one partition', () => {
  let values: string[];
  let reader: PartitionReader;

  async function readPartition(): Promise<void> {
    values = [];
    metrics = new Registry();
    reader = new PartitionReader({
      kafka: proxied.kafka,
      topic,
      partition: 0,
      groupId: `${topic}-alone`,
      from: 0,
      onRecords: (records) => void values.push(...records.map(({ value }) => String(value))),
      logger: silent,
      metrics,
      onFatal: (error) => fatal.push(error),
    });
    reader.start();
    await until(() => values.length === 10, 20_000);
  }
  afterEach(() => reader.close());

  it.each([
    ['is shorter', numbered('read', 0, 6)],
    ['has grown again', [...numbered('read', 0, 6), ...numbered('new', 6, 30)]],
    ['is another one', numbered('other', 0, 12)],
  ])(
    'reads a log again that %s after a lost connection',
    async (_text, log) => {
      await logIs(numbered('read', 0, 10), true);
      await readPartition();
      proxied.proxy.cut();
      await logIs(log);
      proxied.proxy.restore();
      await append(['afterwards']);
      await until(() => values.at(-1) === 'afterwards', 40_000);
      expect(values).toEqual([...numbered('read', 0, 10), ...log, 'afterwards']);
      expect((await breaks())['other-log']).toBeGreaterThanOrEqual(1);
      expect(fatal).toEqual([]);
    },
    90_000,
  );

  it('reads on without a repetition where the log is the same', async () => {
    await logIs(numbered('read', 0, 10), true);
    await readPartition();
    proxied.proxy.cut();
    await append(['more']);
    proxied.proxy.restore();
    await until(() => values.at(-1) === 'more', 40_000);
    await sleep(300);
    expect(values).toEqual([...numbered('read', 0, 10), 'more']);
    expect(await breaks()).toEqual({});
  }, 90_000);
});
