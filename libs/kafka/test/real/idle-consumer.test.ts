import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { createLedTopics } from '#kafka/topics/topics.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

/** A fetch wait that is longer than any test. */
const IDLE_MS = 50_000;
let space: TestSpace;
let topic: string;

beforeAll(async () => {
  space = await createTestSpace('idle-consumer', { topics: false });
  topic = `${space.prefix}idle`;
  const admin = space.kafka.admin();
  await admin.connect();
  await createLedTopics(admin, [{ topic, numPartitions: 1 }]);
  await admin.disconnect();
  const producer = new CoalescingProducer({ kafka: space.kafka, maxQueuedBytes: 1_000_000, logger: space.logger });
  await producer.connect();
  await producer.send([{ topic, partition: 0, key: 'a', value: 'there', headers: {} }]);
  await producer.close();
});
afterAll(() => space?.close());

it('a consumer whose partitions are paused fetches as soon as they are resumed, and stops without waiting', async () => {
  const seen: string[] = [];
  let joined = false;
  const consumer = space.kafka.consumer({ groupId: `${topic}-test`, sessionTimeout: 30_000, maxWaitTimeInMs: IDLE_MS });
  consumer.on(consumer.events.GROUP_JOIN, () => {
    consumer.pause([{ topic }]);
    joined = true;
  });
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    eachMessage: ({ message, pause }) => {
      seen.push(String(message.value));
      pause();
      return Promise.resolve();
    },
  });
  await expect.poll(() => joined, { timeout: 30_000 }).toBe(true);
  // Long enough for a fetch that finds no records.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(seen).toEqual([]);
  const resumed = performance.now();
  consumer.resume([{ topic }]);
  await expect.poll(() => seen, { timeout: IDLE_MS }).toEqual(['there']);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await consumer.disconnect();
  expect(performance.now() - resumed).toBeLessThan(IDLE_MS / 2);
}, 120_000);

it('a consumer with nothing to read stops without waiting for its fetch', async () => {
  const consumer = space.kafka.consumer({ groupId: `${topic}-empty`, sessionTimeout: 30_000, maxWaitTimeInMs: IDLE_MS });
  let fetches = 0;
  consumer.on(consumer.events.FETCH_START, () => fetches++);
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: false });
  await consumer.run({ autoCommit: false, eachMessage: () => Promise.resolve() });
  await expect.poll(() => fetches, { timeout: 30_000 }).toBeGreaterThan(0);
  // The first fetch may only find the end of the log.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const stopped = performance.now();
  await consumer.disconnect();
  expect(performance.now() - stopped).toBeLessThan(IDLE_MS / 10);
}, 120_000);

it('a consumer that gathers records fetches seldom while it is idle, but gets the first record and resumed partitions soon', async () => {
  const [gatherMs, idleMs] = [50, 3_000];
  const pair = `${space.prefix}pair`;
  const admin = space.kafka.admin();
  await admin.connect();
  await createLedTopics(admin, [{ topic: pair, numPartitions: 2 }]);
  await admin.disconnect();
  const producer = new CoalescingProducer({ kafka: space.kafka, maxQueuedBytes: 1_000_000, logger: space.logger });
  await producer.connect();
  const send = (partition: number, value: string): Promise<void> =>
    producer.send([{ topic: pair, partition, key: 'a', value, headers: {} }]);
  const consumer = space.kafka.consumer({
    groupId: `${pair}-test`,
    sessionTimeout: 30_000,
    minBytes: 100_000,
    maxWaitTimeInMs: gatherMs,
    idleWaitTimeInMs: idleMs,
  });
  let fetches = 0;
  const seen: string[] = [];
  consumer.on(consumer.events.FETCH_START, () => fetches++);
  const fetchesIn = async (ms: number): Promise<number> => {
    const before = fetches;
    await sleep(ms);
    return fetches - before;
  };
  await consumer.connect();
  await consumer.subscribe({ topics: [pair], fromBeginning: true });
  await consumer.run({ autoCommit: false, eachMessage: ({ message }) => Promise.resolve(void seen.push(String(message.value))) });
  await send(0, 'first');
  await expect.poll(() => seen).toEqual(['first']);
  await sleep(1_000);
  expect(await fetchesIn(1_500)).toBeLessThan(4);

  const sentAt = performance.now();
  await send(1, 'second');
  await expect.poll(() => seen, { interval: 10 }).toEqual(['first', 'second']);
  expect(performance.now() - sentAt).toBeLessThan(idleMs / 2);

  consumer.pause([{ topic: pair, partitions: [0] }]);
  // The fetch that was under way ends first.
  await send(1, 'third');
  await expect.poll(() => seen).toHaveLength(3);
  expect(await fetchesIn(2_000)).toBeGreaterThan(5);
  await send(0, 'fourth');
  const resumedAt = performance.now();
  consumer.resume([{ topic: pair, partitions: [0] }]);
  await expect.poll(() => seen, { interval: 10 }).toHaveLength(4);
  expect(performance.now() - resumedAt).toBeLessThan(idleMs / 2);
  await consumer.disconnect();
  await producer.close();
}, 120_000);
