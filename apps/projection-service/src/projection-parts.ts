import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { PatientFollower } from '#directory/patient-follower.js';
import { CoalescingProducer } from '#kafka/coalescing-producer.js';
import { createKafka, type KafkaConnection } from '#kafka/connection.js';
import { createPool } from '#postgres/pool.js';
import { createLogger, type Logger } from '#telemetry/logger.js';
import { createMetrics, type Registry } from '#telemetry/metrics.js';
import { checkedSchemaName } from '#postgres/schema-name.js';
import type { Config } from './config.js';
import { DataUpkeep } from './erasing/data-upkeep.js';
import { CommitListener } from './feed/commit-listener.js';
import { CommitSignal } from './feed/commit-signal.js';
import { WaitingReaders } from './feed/waiting-readers.js';
import { IndexUpkeep } from './indexing/index-upkeep.js';
import { PieceKeeper } from './tables/piece-keeper.js';
import { RebuildProcess } from './rebuilding/rebuild-process.js';
import { RebuildRuns } from './rebuilding/rebuild-runs.js';
import { createProjectionDataSource } from './tables/projection-data-source.js';
import { partitionedTables } from './tables/time-partitions.js';

/** What lives as long as the process and is shared by its rooms. */
export interface ProjectionParts {
  config: Config;
  logger: Logger;
  registry: Registry;
  kafka: KafkaConnection;
  producer: CoalescingProducer;
  /** Readers and writers have pools of their own: a crowd of readers must not hold up the projection. */
  readPool: Pool;
  writePool: Pool;
  upkeepPool: Pool;
  dataSource: DataSource;
  signal: CommitSignal;
  listener: CommitListener;
  waiting: WaitingReaders;
  pieces: PieceKeeper;
  directory: PatientFollower;
  dataUpkeep: DataUpkeep;
  rebuilds: RebuildProcess;
  indexPool: Pool;
  indexUpkeep: IndexUpkeep;
}

const WRITE_CONNECTIONS = 2;
const UPKEEP_CONNECTIONS = 2;
const INDEX_CONNECTIONS = 2;
/** Counting a large projection anew, or making the index of words, takes its time. */
const INDEX_TIMEOUT_MS = 30 * 60_000;
/** Dead letters only. */
const MAX_QUEUED_BYTES = 32 * 1024 * 1024;

export function createParts(config: Config): ProjectionParts {
  const logger = createLogger({ service: 'projection-service', instance: config.instanceId, level: config.logLevel });
  const registry = createMetrics('projection-service');
  const kafka = createKafka({ brokers: [...config.kafkaBrokers], clientId: config.instanceId, logger });
  const pool = (max: number, applicationName: string, plansByKey: boolean, statementTimeoutMs?: number): Pool =>
    createPool({
      url: config.databaseUrl,
      schema: config.databaseSchema,
      max,
      applicationName,
      plansByKey,
      statementTimeoutMs,
      onIdleError: (error) => logger.warn({ err: error }, 'An idle database connection broke; it is replaced.'),
    });
  const writePool = pool(WRITE_CONNECTIONS, 'waymark-projection', true);
  const upkeepPool = pool(UPKEEP_CONNECTIONS, 'waymark-projection-upkeep', true);
  const indexPool = pool(INDEX_CONNECTIONS, 'waymark-projection-index', false, INDEX_TIMEOUT_MS);
  const tables = partitionedTables({ historyDays: config.historyRetentionDays, feedDays: config.feedRetentionDays });
  const copy = new DirectoryCopy();
  const followerId = `${config.topicPrefix}projection-service-${config.instanceId}-directory`;
  const signal = new CommitSignal();
  return {
    config,
    logger,
    registry,
    kafka,
    producer: new CoalescingProducer({ kafka, maxQueuedBytes: MAX_QUEUED_BYTES, logger, metrics: registry, name: 'dead-letters' }),
    readPool: pool(Math.max(1, config.databasePool - WRITE_CONNECTIONS), 'waymark-projection-reads', false),
    writePool,
    upkeepPool,
    indexPool,
    indexUpkeep: new IndexUpkeep({ pool: indexPool, logger, registry }),
    dataSource: createProjectionDataSource(config.databaseUrl, config.databaseSchema),
    signal,
    listener: new CommitListener({ url: config.databaseUrl, schema: config.databaseSchema, signal, logger }),
    waiting: new WaitingReaders(config.waitingReaders, registry),
    pieces: new PieceKeeper(writePool, tables, logger),
    directory: new PatientFollower({ kafka: createKafka({ brokers: [...config.kafkaBrokers], clientId: followerId, logger }), topicPrefix: config.topicPrefix, groupId: followerId, copy, logger }),
    dataUpkeep: new DataUpkeep({ copy, pool: upkeepPool, tables, logger, registry }),
    rebuilds: new RebuildProcess(new RebuildRuns(upkeepPool, checkedSchemaName(config.databaseSchema)), logger),
  };
}
