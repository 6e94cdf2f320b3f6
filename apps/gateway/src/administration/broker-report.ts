import { broken, type Finding, fine, warning } from '#contracts/directory/diagnosis.js';
import type { KafkaConnection } from '#kafka/connection/connection.js';
import { consumersLag } from '#kafka/lag/consumers-lag.js';
import { type BrokerDisk, brokerDisks } from '#kafka/topics/broker-disks.js';

const MIB = 1024 * 1024;
const LITTLE_FREE = 0.1;
const NO_FREE = 0.02;
/** Less than this is normal for a moment while a service starts or during a burst. */
const MUCH_LAG = 1000;

interface GroupLag {
  /** Number of unprocessed records in all partitions. */
  records: number;
  /** Number of partitions with unprocessed records. */
  partitions: number;
}

/** Free space on the broker's disks, and the lag of the services. Empty if the broker does not answer: `examineTopics` reports that. */
export async function examineBroker(kafka: KafkaConnection, prefix: string): Promise<Finding[]> {
  const state = await Promise.all([brokerDisks(kafka), consumersLag(kafka, prefix)]).catch(() => undefined);
  if (state === undefined) return [];
  const [disks, consumers] = state;
  return [...ofDisks(disks), ...consumers.flatMap(({ consumer, partitions }) => ofLag(consumer, partitions && sumOf(partitions)))];
}

const sumOf = (partitions: readonly { lag: number }[]): GroupLag => ({
  records: partitions.reduce((sum, { lag }) => sum + lag, 0),
  partitions: partitions.filter(({ lag }) => lag > 0).length,
});

/** @param disks undefined: the broker does not report them */
export function ofDisks(disks: readonly BrokerDisk[] | undefined): Finding[] {
  if (disks === undefined) return [fine('broker.disk', 'the broker does not report its free space')];
  return disks.map(({ broker, usableBytes, totalBytes }) => {
    const share = usableBytes / totalBytes;
    const found = `${Math.floor(usableBytes / MIB)} MiB are free (${Math.floor(share * 100)} %) at ${broker}`;
    if (share >= LITTLE_FREE) return fine('broker.disk', found);
    const remedy = 'Free space on the disk of the broker: when it is full, the broker stops and no updates are accepted.';
    return share < NO_FREE ? broken('broker.disk', found, remedy) : warning('broker.disk', found, remedy);
  });
}

export function ofLag(service: string, lag: GroupLag | undefined): Finding[] {
  if (lag === undefined) return [];
  const { records, partitions } = lag;
  if (records <= MUCH_LAG)
    return [fine(`${service}.lag`, records === 0 ? 'has read everything' : `${records} records have not been read yet`)];
  return [
    warning(
      `${service}.lag`,
      `${records} records have not been read yet, on ${partitions} partitions`,
      'Check again in a moment; if the number grows, read the log of the service, or start another copy of it.',
    ),
  ];
}
