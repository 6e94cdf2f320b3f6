import type { Pool } from 'pg';
import { changeOf } from '#directory/directory-follower.js';
import type { KafkaConnection } from '#kafka/connection.js';
import { readPartition } from '#kafka/read-partition.js';
import { topicName } from '#kafka/topics.js';
import type { Logger } from '#telemetry/logger.js';

/**
 * Marks for publishing what the topic does not hold in its present revision: after a broker was lost, or replaced by a new one.
 * @returns how many records
 */
export async function markMissing(pool: Pool, kafka: KafkaConnection, topicPrefix: string, logger: Logger): Promise<number> {
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
  const { rowCount } = await pool.query(
    `update state_record s set published = false
     where published and body is not null
       and not exists (select 1 from unnest($1::text[], $2::bigint[]) as h(key, revision) where h.key = s.key and h.revision >= s.revision)`,
    [[...held.keys()], [...held.values()]],
  );
  return rowCount ?? 0;
}
