import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { PatientFollower } from '#directory/patient-follower.js';
import { brokerAccess } from '#kafka/broker-settings.js';
import { CoalescingProducer } from '#kafka/coalescing-producer.js';
import { createKafka, type KafkaConnection } from '#kafka/connection.js';
import { DatabaseTimeline } from '#postgres/database-timeline.js';
import { createPool } from '#postgres/pool.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import { createLogger, type Logger } from '#telemetry/logger.js';
import { createMetrics, type Registry } from '#telemetry/metrics.js';
import type { Config } from './config.js';
import { HeatSlices } from './heat/heat-slices.js';
import { ObservationPieces } from './tables/observation-pieces.js';
import { createReportDataSource } from './tables/report-data-source.js';
import { ReportUpkeep } from './upkeep/report-upkeep.js';

/** What lives as long as the process and is shared by its rooms. */
export interface ReportParts {
  config: Config;
  logger: Logger;
  registry: Registry;
  kafka: KafkaConnection;
  producer: CoalescingProducer;
  /** Readers and writers have pools of their own: a large report must not hold up the folding. */
  readPool: Pool;
  writePool: Pool;
  upkeepPool: Pool;
  dataSource: DataSource;
  pieces: ObservationPieces;
  directory: PatientFollower;
  directoryCopy: DirectoryCopy;
  upkeep: ReportUpkeep;
  heatSlices: HeatSlices;
  tasks: UpkeepTasks;
}

/** One for each topic. */
const WRITE_CONNECTIONS = 3;
const UPKEEP_CONNECTIONS = 4;
/** Dead letters only. */
const MAX_QUEUED_BYTES = 1024 * 1024;

export function createParts(config: Config): ReportParts {
  const logger = createLogger({ service: 'report-service', instance: config.instanceId, level: config.logLevel });
  const registry = createMetrics('report-service');
  const kafka = createKafka({ ...brokerAccess(config), clientId: config.instanceId, logger });
  const timeline = new DatabaseTimeline(logger);
  const pool = (max: number, applicationName: string, plansByKey: boolean): Pool =>
    createPool({
      url: config.databaseUrl,
      schema: config.databaseSchema,
      max,
      applicationName,
      plansByKey,
      timeline,
      onIdleError: (error) => logger.warn({ err: error }, 'An idle database connection broke; it is replaced.'),
    });
  const writePool = pool(WRITE_CONNECTIONS, 'waymark-report', true);
  const upkeepPool = pool(UPKEEP_CONNECTIONS, 'waymark-report-upkeep', true);
  const tasks = new UpkeepTasks(registry, logger);
  const pieces = new ObservationPieces(writePool, config.observationDays);
  const copy = new DirectoryCopy();
  const followerId = `${config.topicPrefix}report-service-${config.instanceId}-directory`;
  return {
    config,
    logger,
    registry,
    kafka,
    producer: new CoalescingProducer({ kafka, maxQueuedBytes: MAX_QUEUED_BYTES, logger, metrics: registry, name: 'dead-letters' }),
    readPool: pool(Math.max(1, config.databasePool - WRITE_CONNECTIONS), 'waymark-report-reads', false),
    writePool,
    upkeepPool,
    dataSource: createReportDataSource(config.databaseUrl, config.databaseSchema),
    pieces,
    directoryCopy: copy,
    directory: new PatientFollower({
      kafka: createKafka({ ...brokerAccess(config), clientId: followerId, logger }),
      topicPrefix: config.topicPrefix,
      groupId: followerId,
      copy,
      logger,
    }),
    heatSlices: new HeatSlices(upkeepPool, tasks),
    upkeep: new ReportUpkeep({ copy, pool: upkeepPool, pieces, config, logger, registry, tasks }),
    tasks,
  };
}
