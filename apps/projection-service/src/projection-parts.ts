import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { AreaCopy } from '#areas/area-copy.js';
import { AreaFollower } from '#areas/area-follower.js';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { PatientFollower } from '#directory/patient-follower.js';
import { brokerAccess } from '#kafka/broker-settings.js';
import { CoalescingProducer } from '#kafka/coalescing-producer.js';
import { createKafka, type KafkaConnection } from '#kafka/connection.js';
import { DatabaseTimeline } from '#postgres/database-timeline.js';
import { createPool } from '#postgres/pool.js';
import { checkedSchemaName } from '#postgres/schema-name.js';
import { SnapshotWatch } from '#postgres/snapshot-watch.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import { createLogger, type Logger } from '#telemetry/logger.js';
import { createMetrics, type Registry } from '#telemetry/metrics.js';
import type { Config } from './config.js';
import { DataUpkeep } from './erasing/data-upkeep.js';
import { HeldHistory } from './erasing/held-history.js';
import { OpenExports } from './exports/open-exports.js';
import { CommitListener } from './feed/commit-listener.js';
import { CommitSignal } from './feed/commit-signal.js';
import { WaitingReaders } from './feed/waiting-readers.js';
import { LagWatch } from './freshness/lag-watch.js';
import { IndexUpkeep } from './indexing/index-upkeep.js';
import { KeptSchemas } from './rebuilding/kept-schemas.js';
import { RebuildProcess } from './rebuilding/rebuild-process.js';
import { RebuildRuns } from './rebuilding/rebuild-runs.js';
import { PieceKeeper } from './tables/piece-keeper.js';
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
  /** What must not go back in time from one page to the next is read here: never a replica. The same as `readPool` where there is none. */
  feedPool: Pool;
  writePool: Pool;
  upkeepPool: Pool;
  dataSource: DataSource;
  signal: CommitSignal;
  listener: CommitListener;
  waiting: WaitingReaders;
  exports: OpenExports;
  pieces: PieceKeeper;
  directory: PatientFollower;
  /** What the directory has said; `directory` keeps it. */
  copy: DirectoryCopy;
  areas: AreaCopy;
  areaFollower: AreaFollower;
  dataUpkeep: DataUpkeep;
  rebuilds: RebuildProcess;
  lag: LagWatch;
  indexPool: Pool;
  indexUpkeep: IndexUpkeep;
  snapshots: SnapshotWatch;
  tasks: UpkeepTasks;
}

const WRITE_CONNECTIONS = 2;
const UPKEEP_CONNECTIONS = 5;
const INDEX_CONNECTIONS = 3;
/** Counting a large projection anew, or making the index of words, takes its time. */
const INDEX_TIMEOUT_MS = 30 * 60_000;
/** Dead letters only. */
const MAX_QUEUED_BYTES = 32 * 1024 * 1024;

/** @param onFatal called when the process can't go on */
export function createParts(config: Config, onFatal: (error: Error) => void): ProjectionParts {
  const logger = createLogger({ service: 'projection-service', instance: config.instanceId, level: config.logLevel });
  const registry = createMetrics('projection-service');
  const kafka = createKafka({ ...brokerAccess(config), clientId: config.instanceId, logger });
  const timeline = new DatabaseTimeline(logger);
  const pool = (
    max: number,
    applicationName: string,
    plansByKey: boolean,
    { url = config.databaseUrl, statementTimeoutMs }: { url?: string; statementTimeoutMs?: number } = {},
  ): Pool =>
    createPool({
      url,
      schema: config.databaseSchema,
      max,
      applicationName,
      plansByKey,
      statementTimeoutMs,
      // What a replica shows is not remembered.
      ...(url === config.databaseUrl && { timeline }),
      onIdleError: (error) => logger.warn({ err: error }, 'An idle database connection broke; it is replaced.'),
    });
  const writePool = pool(WRITE_CONNECTIONS, 'waymark-projection', true);
  const upkeepPool = pool(UPKEEP_CONNECTIONS, 'waymark-projection-upkeep', true);
  const indexPool = pool(INDEX_CONNECTIONS, 'waymark-projection-index', false, { statementTimeoutMs: INDEX_TIMEOUT_MS });
  const readConnections = Math.max(1, config.databasePool - WRITE_CONNECTIONS);
  const feedPool = pool(readConnections, 'waymark-projection-reads', false);
  const readPool =
    config.databaseReadUrl === '' ? feedPool : pool(readConnections, 'waymark-projection-reads', false, { url: config.databaseReadUrl });
  const tables = partitionedTables({ historyDays: config.historyRetentionDays, feedDays: config.feedRetentionDays });
  const copy = new DirectoryCopy();
  const upkeepTasks = new UpkeepTasks(registry, logger);
  const followerId = `${config.topicPrefix}projection-service-${config.instanceId}-directory`;
  const lag = new LagWatch({ kafka, topicPrefix: config.topicPrefix, pool: readPool, logger, registry });
  const appliedUntil = (): number | undefined => (lag.seconds === undefined ? undefined : Date.now() - lag.seconds * 1000);
  const heldHistory = new HeldHistory({ copy, pool: upkeepPool, appliedUntil });
  const areas = new AreaCopy();
  const areaFollowerId = `${config.topicPrefix}projection-service-${config.instanceId}-areas`;
  const signal = new CommitSignal();
  return {
    config,
    logger,
    registry,
    kafka,
    producer: new CoalescingProducer({ kafka, maxQueuedBytes: MAX_QUEUED_BYTES, logger, metrics: registry, name: 'dead-letters' }),
    readPool,
    feedPool,
    lag,
    writePool,
    upkeepPool,
    indexPool,
    snapshots: new SnapshotWatch({ pool: upkeepPool, registry, logger }),
    indexUpkeep: new IndexUpkeep({ pool: indexPool, logger, registry, tasks: upkeepTasks }),
    dataSource: createProjectionDataSource(config.databaseUrl, config.databaseSchema),
    signal,
    listener: new CommitListener({ url: config.databaseUrl, schema: config.databaseSchema, signal, logger }),
    waiting: new WaitingReaders(config.waitingReaders, registry),
    exports: new OpenExports({ most: Math.max(1, Math.floor(readConnections / 2)), limitSeconds: config.exportSeconds, logger, registry }),
    pieces: new PieceKeeper(writePool, tables, logger, heldHistory),
    directory: new PatientFollower({
      kafka: createKafka({ ...brokerAccess(config), clientId: followerId, logger }),
      topicPrefix: config.topicPrefix,
      groupId: followerId,
      copy,
      logger,
    }),
    copy,
    areas,
    areaFollower: new AreaFollower({
      kafka: createKafka({ ...brokerAccess(config), clientId: areaFollowerId, logger }),
      topicPrefix: config.topicPrefix,
      groupId: areaFollowerId,
      copy: areas,
      logger,
      onFatal,
    }),
    dataUpkeep: new DataUpkeep({
      copy,
      pool: upkeepPool,
      tables,
      heldHistory,
      keptSchemas: new KeptSchemas(upkeepPool, checkedSchemaName(config.databaseSchema)),
      appliedUntil,
      logger,
      registry,
      tasks: upkeepTasks,
    }),
    tasks: upkeepTasks,
    rebuilds: new RebuildProcess(new RebuildRuns(upkeepPool, checkedSchemaName(config.databaseSchema)), logger),
  };
}
