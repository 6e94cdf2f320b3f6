import type { TopicName } from '#contracts/topics.js';
import type { KafkaConnection } from '../connection/connection.js';
import { topicName } from '../topics/topics.js';
import { consumerLag } from './lag.js';

/** Lag of a consumer. */
export interface ConsumerLag {
  /** Group of the consumer, without the prefix. */
  consumer: string;
  topic: TopicName;
  /** Its partitions with the number of unprocessed records; undefined if unknown. */
  partitions: readonly { partition: number; lag: number }[] | undefined;
}

/** Consumers with permanent groups. A group has the name of its service, and of the topic if the service reads several. */
const CONSUMERS = [
  { consumer: 'object-service', topic: 'object.commands' },
  { consumer: 'projection-service', topic: 'object.events' },
  { consumer: 'report-service', topic: 'object.events' },
  { consumer: 'report-service-access', topic: 'access.events' },
  { consumer: 'report-service-areas', topic: 'area.events' },
  { consumer: 'area-service', topic: 'object.events' },
] as const;

/** The lag of these consumers. @throws Error when the broker does not answer */
export async function consumersLag(kafka: KafkaConnection, prefix: string): Promise<ConsumerLag[]> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    return await Promise.all(
      CONSUMERS.map(async ({ consumer, topic }) => {
        const partitions = await consumerLag(admin, prefix + consumer, topicName(prefix, topic)).catch(() => undefined);
        return { consumer, topic, partitions: partitions?.map(({ partition, lag }) => ({ partition, lag })) };
      }),
    );
  } finally {
    await admin.disconnect();
  }
}
