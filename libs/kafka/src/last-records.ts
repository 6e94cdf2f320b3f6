import type { Logger } from 'pino';
import type { KafkaConnection } from './connection.js';
import { readPartition } from './read-partition.js';

/** The last record of a key in a topic of states. */
export interface LastRecord {
  revision: number;
  /** It is a tombstone. */
  removed: boolean;
  /** Header `ce_workspace`, where there is one. */
  workspace?: string;
}

/**
 * The last record of each key in a topic of states, of one partition: what compaction keeps, whether it is the newest or not.
 * @param revisionHeader name of the header that says the revision; records without are passed over
 */
export async function lastRecords(kafka: KafkaConnection, topic: string, revisionHeader: string, logger: Logger): Promise<Map<string, LastRecord>> {
  const last = new Map<string, LastRecord>();
  await readPartition({
    kafka,
    topic,
    partition: 0,
    logger,
    onRecord: ({ key, value, headers }) => {
      const revision = Number(headers[revisionHeader]?.toString());
      if (key === null || !Number.isSafeInteger(revision)) return;
      const workspace = headers['ce_workspace']?.toString();
      last.set(key.toString(), { revision, removed: value === null, ...(workspace !== undefined && { workspace }) });
    },
  });
  return last;
}
