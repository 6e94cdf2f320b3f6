import type { KafkaConnection } from './connection.js';

/** The first offset that is still there and the one after the last. @throws Error when the partition is not there or the broker does not answer */
export async function partitionBounds(kafka: KafkaConnection, topic: string, partition: number): Promise<{ low: number; high: number }> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    const found = (await admin.fetchTopicOffsets(topic)).find((each) => each.partition === partition);
    if (!found) throw new Error(`Topic ${topic} has no partition ${partition}.`);
    return { low: Number(found.low), high: Number(found.high) };
  } finally {
    await admin.disconnect();
  }
}
