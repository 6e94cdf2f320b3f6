import type { KafkaConnection } from '#kafka/connection.js';

/** First offset that the log of a topic still has, of each partition. */
export async function logStarts(kafka: KafkaConnection, topic: string): Promise<Map<number, number>> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    return new Map((await admin.fetchTopicOffsets(topic)).map(({ partition, low }) => [partition, Number(low)]));
  } finally {
    await admin.disconnect();
  }
}
