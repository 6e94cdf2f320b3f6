import type { KafkaConnection } from '../connection/connection.js';
import { logDirectories, type LogDirectory } from './log-directories.js';

/** A disk that a broker writes to. */
export interface BrokerDisk extends LogDirectory {
  /** host:port */
  broker: string;
}

/** Undefined: a broker does not report it (before Kafka 3.3). @throws when no broker answers in the time that `kafka` has for it */
export async function brokerDisks(kafka: KafkaConnection): Promise<BrokerDisk[] | undefined> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    const { brokers } = await admin.describeCluster();
    const disks = brokers.map(async ({ host, port }) =>
      (await logDirectories(host, port)).map((directory): BrokerDisk => ({ broker: `${host}:${port}`, ...directory })),
    );
    return await Promise.all(disks).then(
      (found) => found.flat(),
      () => undefined,
    );
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}
