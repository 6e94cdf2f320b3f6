import type { KafkaConnection } from './connection.js';
import { consumerLag } from './lag.js';
import { type LogDirectory, logDirectories } from './log-directories.js';

/** A disk that a broker writes to. */
export interface BrokerDisk extends LogDirectory {
  /** host:port */
  broker: string;
}

export interface GroupLag {
  /** Not yet processed, over all partitions. */
  records: number;
  /** That have any. */
  partitions: number;
}

export interface BrokerState {
  /** Undefined: a broker does not tell (before Kafka 3.3). */
  disks: BrokerDisk[] | undefined;
  /** In the order of what was asked; undefined: not known. */
  lags: (GroupLag | undefined)[];
}

/** @throws when no broker answers in the time that `kafka` has for it */
export async function askBroker(kafka: KafkaConnection, readers: readonly { group: string; topic: string }[]): Promise<BrokerState> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    const { brokers } = await admin.describeCluster();
    const lags = readers.map(async ({ group, topic }): Promise<GroupLag | undefined> => {
      const partitions = await consumerLag(admin, group, topic).catch(() => undefined);
      return partitions && { records: partitions.reduce((sum, { lag }) => sum + lag, 0), partitions: partitions.filter(({ lag }) => lag > 0).length };
    });
    const disks = brokers.map(async ({ host, port }) => (await logDirectories(host, port)).map((directory): BrokerDisk => ({ broker: `${host}:${port}`, ...directory })));
    return { disks: await Promise.all(disks).then((found) => found.flat(), () => undefined), lags: await Promise.all(lags) };
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}
