import type { KafkaConnection } from '../connection/connection.js';

/** The first offset that is still there and the one after the last. */
export interface Bounds {
  low: number;
  high: number;
}

/** Of all partitions of a topic. @throws Error when the broker does not answer */
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

/** First offset that the log of a topic still has, of each partition. @throws Error when the broker does not answer */
export async function logStarts(kafka: KafkaConnection, topic: string): Promise<Map<number, number>> {
  return new Map([...(await topicBounds(kafka, topic))].map(([partition, { low }]) => [partition, low]));
}

/** @throws Error when the partition is not there or the broker does not answer */
export async function partitionBounds(kafka: KafkaConnection, topic: string, partition: number): Promise<Bounds> {
  const found = (await topicBounds(kafka, topic)).get(partition);
  if (!found) throw new Error(`Topic ${topic} has no partition ${partition}.`);
  return found;
}
