import type { KafkaConnection } from '../connection/connection.js';
import { logDirectories, type LogDirectory } from './log-directories.js';

/** A disk that a broker writes to. */
export interface BrokerDisk extends LogDirectory {
  /** host:port */
  broker: string;
}

/** The disks; undefined if a broker does not report them (before Kafka 3.3). @throws Error if no broker answers within `kafka`'s limits */
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
