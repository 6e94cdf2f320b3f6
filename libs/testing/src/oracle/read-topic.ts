import { randomUUID } from 'node:crypto';
import type { KafkaConnection } from '#kafka/connection/connection.js';

export interface RawRecord {
  partition: number;
  offset: number;
  key: string | null;
  value: Buffer | null;
  headers: Record<string, string>;
}

/**
 * Reads a topic from its first record to its present end, in the order of each partition. The oracle's own simple reader, without the
 * offsets, dead letters and transport of the services.
 * @throws Error if the end is not reached within `withinMs`
 */
export async function readTopic(kafka: KafkaConnection, topic: string, withinMs = 30_000): Promise<RawRecord[]> {
  const admin = kafka.admin();
  await admin.connect();
  const open = new Map<number, number>();
  try {
    for (const { partition, low, high } of await admin.fetchTopicOffsets(topic))
      if (Number(high) > Number(low)) open.set(partition, Number(high));
  } finally {
    await admin.disconnect();
  }
  if (open.size === 0) return [];
  const records: RawRecord[] = [];
  const consumer = kafka.consumer({ groupId: `oracle-${randomUUID()}`, sessionTimeout: 30_000 });
  await consumer.connect();
  try {
    await consumer.subscribe({ topic, fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${topic}: the end was not reached in ${withinMs} ms; partitions left: ${[...open.keys()].join(', ')}`)),
        withinMs,
      );
      const done = () => (clearTimeout(timer), resolve());
      consumer
        .run({
          autoCommit: false,
          eachBatch: async ({ batch }) => {
            const end = open.get(batch.partition);
            if (end === undefined) return;
            for (const message of batch.messages) {
              if (Number(message.offset) >= end) continue;
              const headers = Object.entries(message.headers ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
              records.push({
                partition: batch.partition,
                offset: Number(message.offset),
                key: message.key?.toString() ?? null,
                value: message.value,
                headers: Object.fromEntries(headers),
              });
            }
            if (Number(batch.lastOffset()) >= end - 1) open.delete(batch.partition);
            if (open.size === 0) done();
          },
        })
        .catch(reject);
    });
  } finally {
    await consumer.disconnect();
  }
  return records.sort((a, b) => a.partition - b.partition || a.offset - b.offset);
}
