import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createKafka } from '#kafka/connection/connection.js';
import { TcpProxy } from '#testing/tcp-proxy.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { KAFKA_SOURCE } from '../../src/sources/kafka/kafka-source.js';
import type { KafkaOptions } from '../../src/sources/kafka/options.js';
import { RunningSource, silent, until } from '../unit/sources/source-bench.js';

let space: TestSpace;
let proxy: TcpProxy;
let topics = 0;
const running: RunningSource[] = [];

beforeAll(async () => {
  space = await createTestSpace('agent-kafka', { topics: false });
  proxy = await TcpProxy.start(space.brokers[0]!, { kafka: true });
});
afterEach(async () => {
  for (const each of running.splice(0)) {
    each.release();
    await each.stop();
  }
});
afterAll(async () => {
  await proxy.close();
  await space.close();
});

async function topic(partitions = 3): Promise<string> {
  const name = `${space.prefix}customer-${topics++}`;
  const admin = space.kafka.admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic: name, numPartitions: partitions, replicationFactor: 1 }], waitForLeaders: false });
  // The client's own wait gives up if a broker does not know the topic yet, and a leader is named before it accepts records. It accepts
  // them once it returns offsets of every partition.
  const deadline = performance.now() + 30_000;
  for (;;) {
    try {
      if ((await admin.fetchTopicOffsets(name)).length === partitions) break;
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await sleep(100);
  }
  await admin.disconnect();
  return name;
}

async function send(name: string, from: number, to: number): Promise<void> {
  // A new topic may refuse one partition of a request; without idempotence, the producer would then send the others twice.
  const producer = space.kafka.producer({ idempotent: true });
  await producer.connect();
  await producer.send({
    topic: name,
    messages: Array.from({ length: to - from }, (_, n) => ({
      key: `k${(from + n) % 7}`,
      value: JSON.stringify({ n: from + n }),
      headers: { unit: 'm' },
    })),
  });
  await producer.disconnect();
}

const options = (name: string, more: Partial<KafkaOptions> = {}): KafkaOptions => ({
  brokers: [proxy.address],
  topic: name,
  groupId: `${name}-agent`,
  ...more,
});
const numbers = (...sources: RunningSource[]): number[] =>
  sources.flatMap(({ kept }) => kept).map(({ document }) => (document as { value: { n: number } }).value.n);
const sorted = (given: number[]): number[] => [...given].sort((a, b) => a - b);
const range = (to: number): number[] => Array.from({ length: to }, (_, n) => n);

function start(given: KafkaOptions, place?: unknown): RunningSource {
  const source = RunningSource.start(KAFKA_SOURCE, given, place);
  running.push(source);
  return source;
}

it('each record arrives once, in the order of its partition, over restarts at any point', async () => {
  const name = await topic();
  await send(name, 0, 3000);
  const first = start(options(name));
  first.holdAt(2);
  await until(() => first.calls.length === 2, 50_000);
  // In the middle: no record of this call is on disk, and its offsets have not moved.
  await first.stop();
  const second = start(options(name), first.place);
  await until(() => first.kept.length + second.kept.length >= 3000, 50_000);
  await second.stop();
  await send(name, 3000, 3500);
  const third = start(options(name), second.place);
  await until(() => third.kept.length >= 500, 50_000);
  expect(sorted(numbers(first, second, third))).toEqual(range(3500));
  for (const key of range(7)) {
    const ofKey = [first, second, third]
      .flatMap(({ kept }) => kept)
      .filter(({ document }) => (document as { key: string }).key === `k${key}`);
    const order = ofKey.map(({ document }) => (document as { value: { n: number } }).value.n);
    expect(order).toEqual(sorted(order));
  }
  expect(third.kept[0]!.document).toMatchObject({
    topic: name,
    headers: { unit: 'm' },
    timestamp: expect.any(Number) as number,
    offset: expect.any(Number) as number,
    partition: expect.any(Number) as number,
  });
}, 240_000);

it('continues after the broker was away, and waits for a slow disk without losing its place', async () => {
  const name = await topic();
  await send(name, 0, 10);
  const source = start(options(name));
  await until(() => source.kept.length === 10, 50_000);
  source.hold();
  await send(name, 10, 20);
  await until(() => source.calls.reduce((sum, count) => sum + count, 0) > 10, 50_000);
  proxy.cut();
  source.release();
  await proxy.restore();
  await send(name, 20, 30);
  await until(() => new Set(numbers(source)).size >= 30, 60_000);
  expect(sorted(numbers(source))).toEqual(range(30));
}, 240_000);

it('finds added partitions and reads them from their beginning, even when it started at the end', async () => {
  const name = await topic(1);
  await send(name, 0, 10);
  const source = start(options(name, { begin: 'latest' }));
  await until(() => source.connected, 50_000);
  await send(name, 10, 20);
  await until(() => source.kept.length === 10, 50_000);
  const admin = space.kafka.admin();
  await admin.connect();
  await admin.createPartitions({ topicPartitions: [{ topic: name, count: 4 }] });
  await admin.disconnect();
  await send(name, 20, 120);
  await until(() => source.kept.length >= 110, 100_000);
  expect(sorted(numbers(source))).toEqual(range(120).slice(10));
}, 240_000);

it('stores a record once that is delivered again because the group changed during a slow write', async () => {
  const name = await topic();
  await send(name, 0, 10);
  const source = start(options(name));
  await until(() => source.kept.length === 10, 50_000);
  source.hold();
  const calls = source.calls.length;
  await send(name, 10, 20);
  await until(() => source.calls.length > calls, 50_000);
  const other = space.kafka.consumer({ groupId: `${name}-agent` });
  let joined = false;
  other.on('consumer.group_join', () => void (joined = true));
  await other.connect();
  await other.subscribe({ topics: [name] });
  void other.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: () => Promise.resolve() });
  await until(() => joined, 50_000);
  await other.disconnect();
  source.release();
  await until(() => new Set(numbers(source)).size === 20, 50_000);
  await send(name, 20, 30);
  await until(() => new Set(numbers(source)).size === 30, 50_000);
  expect(sorted(numbers(source))).toEqual(range(30));
}, 240_000);

it('agent tail takes no partition from the running agent, and moves no offsets', async () => {
  const name = await topic();
  await send(name, 0, 10);
  const admin = space.kafka.admin();
  await admin.connect();
  const groups = async (): Promise<string[]> =>
    (await admin.listGroups()).groups.map(({ groupId }) => groupId).filter((groupId) => groupId.startsWith(`${name}-agent`));
  const source = start(options(name));
  await until(() => source.kept.length === 10, 50_000);
  const { states } = source;
  const before = states.length;
  const look = RunningSource.look(KAFKA_SOURCE, options(name));
  running.push(look);
  await until(() => look.kept.length === 10, 50_000);
  expect((await groups()).sort()).toEqual([`${name}-agent`, expect.stringMatching(/-agent-look-[0-9a-f]{8}$/)]);
  const [looking] = (await groups()).filter((groupId) => groupId.includes('-look-'));
  await send(name, 10, 20);
  await until(() => source.kept.length === 20 && look.kept.length === 20, 50_000);
  for (const groupId of await groups())
    expect(await admin.fetchOffsets({ groupId, topics: [name] })).toEqual([
      { topic: name, partitions: range(3).map((partition) => ({ partition, offset: '-1', metadata: null })) },
    ]);
  await look.stop();
  await until(async () => (await admin.describeGroups([looking!])).groups[0]!.members.length === 0, 50_000);
  await admin.disconnect();
  await send(name, 20, 30);
  await until(() => source.kept.length >= 30, 50_000);
  expect(sorted(numbers(source))).toEqual(range(30));
  expect(states.length).toBe(before);
}, 240_000);

it('reads a recreated topic from its beginning', async () => {
  const name = await topic(1);
  await send(name, 0, 5);
  const source = start(options(name), { topic: name, offsets: { 0: 1000 } });
  await until(() => source.kept.length === 5, 50_000);
  expect(source.place).toEqual({ topic: name, offsets: { 0: 5 } });
}, 120_000);

it('quarantines records that are not JSON', async () => {
  const name = await topic(1);
  const producer = space.kafka.producer({ idempotent: true });
  await producer.connect();
  await producer.send({ topic: name, messages: [{ value: 'text' }, { value: '{"n":1}' }, { key: 'gone', value: null }] });
  await producer.disconnect();
  const source = start(options(name));
  await until(() => source.kept.length === 3, 50_000);
  expect(source.kept.map(({ quarantined, document }) => quarantined?.reason ?? (document as { value: unknown }).value)).toEqual([
    'unreadable',
    { n: 1 },
    null,
  ]);
}, 120_000);

it('check reports the contents of the topic, and faults', async () => {
  const name = await topic(2);
  await send(name, 0, 5);
  const context = { name: 'test', log: silent, signal: new AbortController().signal };
  expect((await KAFKA_SOURCE.check(options(name), context)).findings).toEqual([
    { level: 'fine', text: `${name} has 2 partitions with at most 5 records.` },
  ]);
  expect((await KAFKA_SOURCE.check(options(`${name}-none`), context)).findings[0]!.level).toBe('fault');
  expect(createKafka({ brokers: ['127.0.0.1:1'], clientId: 'x', logger: silent }).settings.ssl).toBeUndefined();
}, 120_000);
