import type { KafkaConnection } from '../connection/connection.js';

/** The first available offset and the one after the last record. */
export interface Bounds {
  low: number;
  high: number;
}

/** The bounds of all partitions of a topic. @throws Error when the broker does not answer */
export async function topicBounds(kafka: KafkaConnection, topic: string): Promise<Map<number, Bounds>> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    return new Map(
      (await admin.fetchTopicOffsets(topic)).map(({ partition, low, high }) => [partition, { low: Number(low), high: Number(high) }]),
    );
  } finally {
    await admin.disconnect();
  }
}

/** First available offset of each partition of a topic. @throws Error when the broker does not answer */
export async function logStarts(kafka: KafkaConnection, topic: string): Promise<Map<number, number>> {
  return new Map([...(await topicBounds(kafka, topic))].map(([partition, { low }]) => [partition, low]));
}

/** @throws Error if the partition does not exist or the broker does not answer */
export async function partitionBounds(kafka: KafkaConnection, topic: string, partition: number): Promise<Bounds> {
  const found = (await topicBounds(kafka, topic)).get(partition);
  if (!found) throw new Error(`Topic ${topic} has no partition ${partition}.`);
  return found;
}
