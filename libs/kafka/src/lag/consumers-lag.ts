import type { TopicName } from '#contracts/topics.js';
import type { KafkaConnection } from '../connection/connection.js';
import { topicName } from '../topics/topics.js';
import { consumerLag } from './lag.js';

/** Lag of a consumer. */
export interface ConsumerLag {
  /** Group of the consumer, without the prefix. */
  consumer: string;
  topic: TopicName;
  /** Its partitions, with the records not yet processed; undefined: unknown. */
  partitions: readonly { partition: number; lag: number }[] | undefined;
}

/** Consumers whose groups outlive their processes; a group is named after its service (and, for a second topic, after that). */
const CONSUMERS = [
  { consumer: 'object-service', topic: 'object.commands' },
  { consumer: 'projection-service', topic: 'object.events' },
  { consumer: 'report-service', topic: 'object.events' },
  { consumer: 'report-service-access', topic: 'access.events' },
  { consumer: 'report-service-areas', topic: 'area.events' },
  { consumer: 'area-service', topic: 'object.events' },
] as const;

/** Of each service that consumes in a lasting group. @throws Error when the broker does not answer */
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
