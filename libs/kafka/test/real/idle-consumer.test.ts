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
