import { setTimeout as sleep } from 'node:timers/promises';
import { cloudEventHeaders } from '#contracts/cloud-event.js';
import { STATE_TYPE } from '#contracts/event-types.js';
import { partitionOf } from '#kafka/records/partition.js';
import { createLedTopics } from '#kafka/topics/topics.js';
import type { Measurement, Row } from '../measure/measurement.js';
import type { LimitContext } from './context.js';
import { sampleChange } from './sample-change.js';

const PARTITIONS = 6;
const BATCH = 1_000;
const BATCHES_MADE = 20;

type TopicMessages = { topic: string; messages: { partition: number; key: string; value: string; headers: Record<string, string> }[] }[];

/** Public records, one per object, serialised before the measurement begins. */
function batch(topic: string, first: number, objects: number): TopicMessages {
  const messages = Array.from({ length: BATCH }, (_unused, index) => {
    const change = sampleChange(first + index, objects);
    return {
      partition: partitionOf(change.externalId, PARTITIONS),
      key: change.externalId,
      value: JSON.stringify(change),
      headers: { ...cloudEventHeaders(STATE_TYPE, change, change.observedAt) },
    };
  });
  return [{ topic, messages }];
}

/** Produces for some time, and reads everything back; with acks from all and one batch in flight, like the product. */
async function produceAndConsume({ space, seconds, objects }: LimitContext): Promise<{ produced: Measurement; consumed: Measurement }> {
  const topic = `${space.prefix}bench-limit-${Date.now()}`;
  const admin = space.kafka.admin();
  await admin.connect();
  await createLedTopics(admin, [{ topic, numPartitions: PARTITIONS }]);
  try {
    const batches = Array.from({ length: BATCHES_MADE }, (_unused, index) => batch(topic, index * BATCH, objects));
    const producer = space.kafka.producer({ idempotent: true, maxInFlightRequests: 1 });
    await producer.connect();
    let sent = 0;
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    for (let turn = 0; performance.now() - startedAt < seconds * 1000; turn++) {
      await producer.sendBatch({ topicMessages: batches[turn % BATCHES_MADE]!, acks: -1 });
      sent += BATCH;
    }
    const elapsed = performance.now() - startedAt;
    const cpu = process.cpuUsage(cpuBefore);
    await producer.disconnect();
    const produced = { value: (sent * 1000) / elapsed, cpu: { client: (cpu.user + cpu.system) / sent } };
    return { produced, consumed: await consume(space, topic, sent) };
  } finally {
    await admin.deleteTopics({ topics: [topic] });
    await admin.disconnect();
  }
}

async function consume(space: LimitContext['space'], topic: string, expected: number): Promise<Measurement> {
  const consumer = space.kafka.consumer({ groupId: `${topic}-reader`, maxBytesPerPartition: 4 * 1024 * 1024 });
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  let read = 0;
  let firstAt = 0;
  const cpuBefore = process.cpuUsage();
  await consumer.run({
    autoCommit: false,
    eachBatch: async ({ batch: { messages } }) => {
      firstAt ||= performance.now();
      read += messages.length;
    },
  });
  while (read < expected) await sleep(1);
  const elapsed = performance.now() - firstAt;
  const cpu = process.cpuUsage(cpuBefore);
  await consumer.disconnect();
  return { value: (read * 1000) / elapsed, cpu: { client: (cpu.user + cpu.system) / read } };
}

export const kafkaRows: readonly Row<LimitContext>[] = [
  {
    id: 'limit-produce',
    what: 'client alone: produce, one record an object, 6 partitions, acks from all',
    unit: 'records/s',
    measure: async (context) => (await produceAndConsume(context)).produced,
  },
  {
    id: 'limit-consume',
    what: 'client alone: consume the same',
    unit: 'records/s',
    measure: async (context) => (await produceAndConsume(context)).consumed,
  },
];
