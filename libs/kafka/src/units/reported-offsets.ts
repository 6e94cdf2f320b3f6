import type { Logger } from 'pino';
import type { KafkaConnection } from '../connection/connection.js';
import type { ConsumerMetrics } from '../consuming/consumer-metrics.js';
import type { PlaceKeeper } from '../consuming/log-places.js';
import type { PartitionStart } from '../consuming/partition-intake.js';

export interface ComparedConsumer {
  kafka: KafkaConnection;
  groupId: string;
  topic: string;
  places: Pick<PlaceKeeper, 'noteOlder'>;
  metrics: Pick<ConsumerMetrics, 'breaks'>;
  logger: Logger;
}

/**
 * Recognises a database that was restored from a backup: offsets are stored before they are reported to Kafka, so normally no reported
 * offset is above the stored one. One call per process is enough.
 * @returns whether the comparison was possible
 */
export async function comparedWithReports(
  { kafka, groupId, topic, places, metrics, logger }: ComparedConsumer,
  starts: ReadonlyMap<number, PartitionStart>,
): Promise<boolean> {
  try {
    const further = await readFurtherBefore(kafka, groupId, topic, starts);
    if (further.size === 0) return true;
    const partitions = [...further.keys()];
    metrics.breaks.inc({ topic, kind: 'older-database' }, partitions.length);
    const records = [...further.values()].reduce((sum, each) => sum + each, 0);
    logger.error(
      { partitions, records },
      'these partitions were read further once than this database says: it was restored from a backup, or ' +
        'has lost commits. What is missing is read again',
    );
    await places.noteOlder(partitions);
    return true;
  } catch (error) {
    logger.debug({ error: String(error) }, 'earlier reads could not be compared with the stored offsets');
    return false;
  }
}

/** Partitions that were read further than the stored offsets, with the number of records. */
async function readFurtherBefore(
  kafka: KafkaConnection,
  groupId: string,
  topic: string,
  starts: ReadonlyMap<number, PartitionStart>,
): Promise<Map<number, number>> {
  const further = new Map<number, number>();
  const admin = kafka.admin();
  try {
    await admin.connect();
    const [group] = await admin.fetchOffsets({ groupId, topics: [topic] });
    for (const { partition, offset } of group?.partitions ?? []) {
      const start = starts.get(partition);
      if (start === undefined) continue;
      const read = start.place.next - start.place.shift;
      const reported = Number(offset);
      // An offset after the end of the log belongs to a former log.
      if (reported > read && reported <= start.bounds.high) further.set(partition, reported - read);
    }
    return further;
  } finally {
    await admin.disconnect();
  }
}
