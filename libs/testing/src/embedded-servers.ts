import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrokerOptions, prepareBroker } from '#stack/broker/broker-command.js';
import { fetchBrokerJars } from '#stack/broker/broker-jars.js';
import { databaseUrl, prepareDatabase } from '#stack/database/database-command.js';
import type { DatabaseSizes } from '#stack/database/database-settings.js';
import { freePorts } from '#stack/processes/free-port.js';
import { ServerProcess } from '#stack/processes/server-process.js';
import { JARS_FOLDER } from '#stack/settings/stack-settings.js';
import { dieWithParent } from './die-with-parent.js';

/** A real broker and a real database, on free loopback ports. */
export interface EmbeddedServers {
  brokers: string[];
  databaseUrl: string;
  broker: ServerProcess;
  database: ServerProcess;
  stop(): Promise<void>;
}

/** Large limits, since many services of many tests share the database. */
const TEST_SIZES: DatabaseSizes = { maxConnections: 300, sharedBuffersMiB: 128, maxWalMiB: 2048 };

/**
 * Starts both servers at the same time, with the settings of the product. `directory` is for their data and logs; `sizes` of the database
 * default to those for tests; `fsync`: whether the broker writes each record to the disk before it acknowledges it; `shortLived`: see
 * `BrokerOptions`. They end with this process.
 */
export async function startEmbeddedServers(
  directory: string,
  { sizes = TEST_SIZES, fsync = false, shortLived = true }: { sizes?: DatabaseSizes; fsync?: boolean; shortLived?: boolean } = {},
): Promise<EmbeddedServers> {
  await mkdir(directory, { recursive: true });
  const [port, controllerPort, databasePort] = (await freePorts(3)) as [number, number, number];
  const password = randomBytes(12).toString('hex');
  const started = await Promise.allSettled([
    startBroker({ directory, port, controllerPort, fsync, shortLived }),
    prepareDatabase({
      directory: join(directory, 'database'),
      logFile: join(directory, 'database.log'),
      port: databasePort,
      password,
      sizes,
    }).then((command) => ServerProcess.start(dieWithParent(command))),
  ]);
  const [broker, database] = started;
  if (broker.status === 'rejected' || database.status === 'rejected') {
    await Promise.all(started.map((result) => (result.status === 'fulfilled' ? result.value.stop() : undefined)));
    throw broker.status === 'rejected' ? broker.reason : (database as PromiseRejectedResult).reason;
  }
  return {
    brokers: [`127.0.0.1:${port}`],
    databaseUrl: databaseUrl({ port: databasePort, password }),
    broker: broker.value,
    database: database.value,
    stop: async () => void (await Promise.all([broker.value.stop(), database.value.stop()])),
  };
}

async function startBroker({ directory, ...options }: Omit<BrokerOptions, 'jars' | 'logFile'>): Promise<ServerProcess> {
  await fetchBrokerJars(JARS_FOLDER);
  const command = await prepareBroker({
    ...options,
    directory: join(directory, 'broker'),
    jars: JARS_FOLDER,
    logFile: join(directory, 'broker.log'),
  });
  return ServerProcess.start(dieWithParent(command));
}
