import { type TopicName, TOPICS } from '#contracts/topics.js';
import type { KafkaConnection } from '#kafka/connection/connection.js';
import { type Bounds, topicBounds } from '#kafka/topics/partition-bounds.js';
import { topicName } from '#kafka/topics/topics.js';

export type TopicBounds = ReadonlyMap<TopicName, ReadonlyMap<number, Bounds>>;

/**
 * The first available offset and the one after the last record, for each partition of each topic.
 * @throws Error when the broker does not answer
 */
export async function allBounds(kafka: KafkaConnection, prefix: string): Promise<TopicBounds> {
  const bounds = await Promise.all(TOPICS.map(async ({ name }) => [name, await topicBounds(kafka, topicName(prefix, name))] as const));
  return new Map(bounds);
}

export async function clusterId(kafka: KafkaConnection): Promise<string> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    return (await admin.describeCluster()).clusterId;
  } finally {
    await admin.disconnect();
  }
}
