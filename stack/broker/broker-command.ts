import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { ServerCommand } from '../processes/server-command.js';
import { brokerAnswers } from './api-versions-probe.js';
import { type BrokerProperties, brokerProperties } from './broker-properties.js';
import { classArchiveOptions } from './class-archive.js';

/**
 * When the disk is full, Kafka may write records to a log and fail to write to its index, which is a sparse file in memory. From then on it
 * refuses all records of that partition, because the index already has their offsets, also when there is room again. A restart helps.
 */
const REFUSES_RECORDS = {
  line: /InvalidOffsetException: Attempt to append an offset/,
  meaning: 'refuses the records of a partition, as Kafka does after its disk was full',
};

/**
 * A young generation of 32 MiB: Java would choose 170, and touches all of it. 90 MiB less when idle, 120 under load, for 0.7 % of all CPU
 * (docs/performance.md).
 */
const YOUNG_GENERATION = '-Xmn32m';
/** For programs that end before better compiled code would be worth its cost. */
const FIRST_COMPILER_ONLY = '-XX:TieredStopAtLevel=1';

export interface BrokerOptions {
  /** Folder for the log segments and the properties file. */
  directory: string;
  /** Folder with the jars from `fetchBrokerJars`. */
  jars: string;
  logFile: string;
  port: number;
  controllerPort: number;
  /** See `BrokerPlace`. */
  fsync?: boolean;
  /** Largest Java heap in MiB. */
  heapMiB?: number;
  /** Compiles quickly, for a broker that runs for minutes: it is ready in half the time, but slower under lasting load. */
  shortLived?: boolean;
  /** Cluster id of new storage; random by default. */
  clusterId?: string;
  /** See `brokerProperties`. */
  others?: BrokerProperties;
  /**
   * Users for SCRAM logins, created with new storage, in the format of `kafka-storage format --add-scram`:
   * `SCRAM-SHA-512=[name=…,password=…]`.
   */
  scramUsers?: readonly string[];
}

/** Writes the broker's settings and formats new storage. @returns the command that runs the broker */
export async function prepareBroker({
  directory,
  jars,
  logFile,
  port,
  controllerPort,
  fsync,
  heapMiB = 512,
  shortLived = false,
  clusterId = randomBytes(16).toString('base64url'),
  others,
  scramUsers = [],
}: BrokerOptions): Promise<ServerCommand> {
  const dataDir = join(directory, 'log');
  const propertiesFile = join(directory, 'server.properties');
  await mkdir(dataDir, { recursive: true });
  await writeFile(propertiesFile, brokerProperties({ dataDir, port, controllerPort, fsync }, others));
  const archived = await classArchiveOptions(jars);
  if (!existsSync(join(dataDir, 'meta.properties')))
    await format([...archived, '-cp', join(jars, '*')], propertiesFile, clusterId, scramUsers);

  return {
    name: 'broker',
    file: 'java',
    args: [
      // Starts small, so that the old generation is collected before it has grown to its limit.
      '-Xms96m',
      `-Xmx${heapMiB}m`,
      YOUNG_GENERATION,
      // On two shared cores, one collector thread costs less than G1's concurrent ones, and pauses of a small heap are short.
      '-XX:+UseSerialGC',
      '-XX:+ExitOnOutOfMemoryError',
      ...(shortLived ? [FIRST_COMPILER_ONLY] : []),
      ...archived,
      '-Djava.awt.headless=true',
      '-Dorg.slf4j.simpleLogger.showDateTime=true',
      "-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
      '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
      '-Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info',
      '-cp',
      join(jars, '*'),
      'kafka.Kafka',
      propertiesFile,
    ],
    environment: { PATH: process.env.PATH ?? '', ...(process.env.JAVA_HOME ? { JAVA_HOME: process.env.JAVA_HOME } : {}) },
    logFile,
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 20_000,
    isReady: () => brokerAnswers(port),
    readyTimeoutMs: 60_000,
    restartAfter: REFUSES_RECORDS,
  };
}

async function format(java: readonly string[], propertiesFile: string, clusterId: string, scramUsers: readonly string[]): Promise<void> {
  // The id is joined with "=", since it may begin with a dash.
  const users = scramUsers.flatMap((user) => ['--add-scram', user]);
  await execa(
    'java',
    [FIRST_COMPILER_ONLY, ...java, 'kafka.tools.StorageTool', 'format', `--cluster-id=${clusterId}`, '-c', propertiesFile, ...users],
    {
      timeout: 60_000,
    },
  );
}
