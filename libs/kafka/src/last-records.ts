import type { Logger } from 'pino';
import type { KafkaConnection } from './connection.js';
import { readPartition } from './read-partition.js';

/**
 * The revision of the last record of each key in a topic of states, of one partition: what compaction keeps, whether it is the newest or not.
 * @param revisionHeader name of the header that says the revision; records without are passed over
 */
export async function lastRevisions(kafka: KafkaConnection, topic: string, revisionHeader: string, logger: Logger): Promise<Map<string, number>> {
  const last = new Map<string, number>();
  await readPartition({
    kafka,
    topic,
    partition: 0,
    logger,
    onRecord: ({ key, headers }) => {
      const revision = Number(headers[revisionHeader]?.toString());
      if (key !== null && Number.isSafeInteger(revision)) last.set(key.toString(), revision);
    },
  });
  return last;
}
