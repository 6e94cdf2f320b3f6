import { changeOf } from '#directory/directory-follower.js';
import type { KafkaConnection } from '#kafka/connection.js';
import { readPartition } from '#kafka/read-partition.js';
import { topicName } from '#kafka/topics.js';
import type { Logger } from '#telemetry/logger.js';

/** The revisions that `directory.state` holds, by key. */
export async function heldRecords(kafka: KafkaConnection, topicPrefix: string, logger: Logger): Promise<Map<string, number>> {
  const held = new Map<string, number>();
  await readPartition({
    kafka,
    topic: topicName(topicPrefix, 'directory.state'),
    partition: 0,
    logger,
    onRecord: (record) => {
      const { key, revision } = changeOf(record);
      held.set(key, Math.max(revision, held.get(key) ?? 0));
    },
  });
  return held;
}
