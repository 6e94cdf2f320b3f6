import type { Logger } from 'pino';
import type { KafkaConnection } from '../connection/connection.js';
import { readPartition } from './read-partition.js';

/** The last record of a key in a topic of states. */
export interface LastRecord {
  revision: number;
  /** Whether it is a tombstone. */
  removed: boolean;
  /** Header `ce_workspace`, if present. */
  workspace?: string;
  /** The value, for keys whose values are requested; null for a tombstone. */
  value?: string | null;
}

/**
 * The last record of each key in a topic of states with one partition: the ones that compaction keeps, even if they are not the newest.
 * @param revisionHeader name of the header with the revision; records without it are skipped
 * @param wantsValue selects keys whose values are kept in memory; default: none
 */
export async function lastRecords(
  kafka: KafkaConnection,
  topic: string,
  revisionHeader: string,
  logger: Logger,
  wantsValue?: (key: string) => boolean,
): Promise<Map<string, LastRecord>> {
  const last = new Map<string, LastRecord>();
  await readPartition({
    kafka,
    topic,
    partition: 0,
    logger,
    onRecord: ({ key: bytes, value, headers }) => {
      const revision = Number(headers[revisionHeader]?.toString());
      if (bytes === null || !Number.isSafeInteger(revision)) return;
      const key = bytes.toString();
      const workspace = headers['ce_workspace']?.toString();
      last.set(key, {
        revision,
        removed: value === null,
        ...(workspace !== undefined && { workspace }),
        ...(wantsValue?.(key) && { value: value && value.toString() }),
      });
    },
  });
  return last;
}
