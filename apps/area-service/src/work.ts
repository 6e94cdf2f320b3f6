import { setTimeout as sleep } from 'node:timers/promises';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { AreaCopy } from '#areas/area-copy.js';
import { AreaFollower } from '#areas/area-follower.js';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { PatientFollower } from '#directory/patient-follower.js';
import { awaitTopics } from '#kafka/await-topics.js';
import { brokerAccess } from '#kafka/broker-settings.js';
import { CoalescingProducer } from '#kafka/coalescing-producer.js';
import { createKafka, type KafkaConnection } from '#kafka/connection.js';
import { DeadLetterWriter } from '#kafka/dead-letter.js';
import { lostEventsCounter } from '#kafka/lost-events-counter.js';
import { topicBounds } from '#kafka/partition-bounds.js';
import { PublishedLog } from '#kafka/published-log.js';
import { topicName } from '#kafka/topics.js';
import { UnitTransport } from '#kafka/unit-transport.js';
import { DatabaseTimeline } from '#postgres/database-timeline.js';
import { KeptOutbox } from '#postgres/kept-outbox.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { StoredPlaces } from '#postgres/stored-places.js';
import { Tenure } from '#postgres/tenure.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import type { HealthCheck } from '#telemetry/health.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { Areas } from './areas/areas.js';
import type { Config } from './config.js';
import { DueClock } from './judging/due-clock.js';
import { CONSUMER, Judge } from './judging/judge.js';
import { judgeMetrics } from './judging/judge-metrics.js';
import { type AreaPublisher, areaPublisher } from './publishing/area-publisher.js';
import { EventPublisher } from './publishing/event-publisher.js';
import { areaOutbox, eventRecords } from './publishing/event-records.js';
import { VisitUpkeep } from './visits/visit-upkeep.js';
import { Visits } from './visits/visits.js';

const MAX_QUEUED_BYTES = 64 * 1024 * 1024;
const JUDGE_CONNECTIONS = 3;
/** A lone report is judged after so long at most; while many come, more are gathered before a unit. */
const FETCH_PATIENCE_MS = 100;
const COMPLETE_POLL_MS = 20;

export interface WorkParts {
  config: Config;
  dataSource: DataSource;
  logger: Logger;
  registry: Registry;
  /** The process can't go on and is to be started again. */
  onFatal: (error: Error) => void;
}

/** Everything that keeps areas and tells of visits, put together; it begins with `start` and ends in order. */
export class AreaWork implements OnApplicationShutdown {
  readonly transport: UnitTransport;
  readonly areas: Areas;
  readonly visits: Visits;
  readonly tasks: UpkeepTasks;
  private readonly kafka: KafkaConnection;
  private readonly timeline: DatabaseTimeline;
  /** Writers and those who ask have pools of their own: a crowd of readers must not hold up the work. */
  private readonly judgePool: Pool;
  private readonly routesPool: Pool;
  private readonly producer: CoalescingProducer;
  private readonly areaPublisher: AreaPublisher;
  private readonly eventPublisher: EventPublisher;
  private readonly copy = new AreaCopy();
  private readonly follower: AreaFollower;
  private readonly directory: PatientFollower;
  private readonly clock: DueClock;
  private readonly upkeep: VisitUpkeep;
  private readonly ending = new AbortController();
  private phase: 'starting' | 'running' | 'stopping' = 'starting';

  constructor(private readonly parts: WorkParts) {
    const { config, logger, registry, onFatal } = parts;
    const clientId = `${config.topicPrefix}area-service-${config.instanceId}`;
    this.kafka = createKafka({ ...brokerAccess(config), clientId, logger });
    this.timeline = new DatabaseTimeline(logger);
    this.judgePool = this.pool(JUDGE_CONNECTIONS, true);
    this.routesPool = this.pool(config.databasePool - JUDGE_CONNECTIONS, false);
    this.producer = new CoalescingProducer({
      kafka: this.kafka,
      maxQueuedBytes: MAX_QUEUED_BYTES,
      logger,
      metrics: registry,
      name: 'areas',
    });
    this.areaPublisher = areaPublisher(this.routesPool, this.producer, this.kafka, config.topicPrefix, logger);
    this.eventPublisher = this.createEventPublisher();
    this.areas = new Areas(this.routesPool, this.areaPublisher, { areas: config.maxAreas, atAPlace: config.maxAreasAtAPlace });
    this.visits = new Visits(this.routesPool);
    this.follower = new AreaFollower({
      kafka: createKafka({ ...brokerAccess(config), clientId: `${clientId}-areas`, logger }),
      topicPrefix: config.topicPrefix,
      groupId: `${clientId}-areas`,
      copy: this.copy,
      logger,
      onFatal,
    });
    const directory = new DirectoryCopy();
    const directoryId = `${clientId}-directory`;
    this.directory = new PatientFollower({
      kafka: createKafka({ ...brokerAccess(config), clientId: directoryId, logger }),
      topicPrefix: config.topicPrefix,
      groupId: directoryId,
      copy: directory,
      logger,
    });
    this.tasks = new UpkeepTasks(registry, logger);
    this.upkeep = new VisitUpkeep({
      pool: this.routesPool,
      areas: this.areas,
      directory,
      retentionDays: config.visitRetentionDays,
      tasks: this.tasks,
    });
    const judge = new Judge({
      pool: this.judgePool,
      copy: this.copy,
      publisher: this.eventPublisher,
      window: { maxReports: config.lateReports, maxSeconds: config.lateSeconds },
      cachedTracks: config.cachedTracks,
      logEnds: () => topicBounds(this.kafka, topicName(config.topicPrefix, 'object.events')),
      writeIntervalMs: config.writeIntervalMs,
      readAnew: () => this.transport.readAnew(),
      metrics: judgeMetrics(registry, () => this.copy.size),
    });
    this.clock = new DueClock(judge, config.dueIntervalMs, logger);
    this.transport = new UnitTransport({
      kafka: this.kafka,
      groupId: `${config.topicPrefix}area-service`,
      topic: topicName(config.topicPrefix, 'object.events'),
      partitions: config.objectPartitions,
      processor: judge,
      places: new StoredPlaces(this.judgePool, CONSUMER),
      maxUnitRecords: config.unitRecords,
      maxUnitBytes: config.unitBytes,
      lingerMs: config.unitLingerMs,
      fetchPatienceMs: Math.min(config.unitLingerMs, FETCH_PATIENCE_MS),
      headers: ['ce_type', 'ce_workspace'],
      deadLetters: new DeadLetterWriter(this.producer),
      fromBeginning: true,
      logger,
      metrics: registry,
      onFatal,
    });
  }

  private createEventPublisher(): EventPublisher {
    const { config, logger, registry } = this.parts;
    const tenure = new Tenure(this.judgePool, CONSUMER);
    const recordOf = eventRecords(config.topicPrefix);
    const stored = areaOutbox(this.judgePool, recordOf);
    const outbox = new KeptOutbox({
      ...stored,
      producer: this.producer,
      log: new PublishedLog({
        kafka: this.kafka,
        topic: topicName(config.topicPrefix, 'area.events'),
        producer: this.producer,
        givenAway: () => tenure.ended(),
      }),
      keptMs: config.outboxKeptSeconds * 1000,
      logger,
      onLost: lostEventsCounter(registry),
      onLeft: () => this.transport.readAnew(),
    });
    return new EventPublisher({ outbox, table: stored.table, tenure, recordOf, logger });
  }

  private pool(max: number, plansByKey: boolean): Pool {
    const { config, logger } = this.parts;
    return createPool({
      url: config.databaseUrl,
      schema: config.databaseSchema,
      max,
      applicationName: `waymark-area-service ${config.instanceId}`,
      plansByKey,
      timeline: this.timeline,
      onIdleError: (error) => logger.warn({ error: error.message }, 'An idle database connection was lost.'),
    });
  }

  get checks(): HealthCheck[] {
    return [
      { name: 'database', check: async () => void (await this.routesPool.query('select 1')) },
      { name: 'broker', check: () => failUnless(this.producer.ready, 'no connection to the broker') },
      this.follower.check,
      {
        name: 'events',
        check: () => failUnless(this.phase === 'running', `the service is ${this.phase}`, this.transport.notReadyReason()),
      },
    ];
  }

  /** Migrates, connects, and reads all areas before anything is judged; waits for a database and a broker that are not there yet. */
  async start(): Promise<void> {
    const { config, dataSource, logger } = this.parts;
    const migrated = await migrate(dataSource, { onWait: (reason) => logger.warn({ reason }, 'Waiting for the database.') });
    if (migrated.length > 0) logger.info({ migrated }, 'Migrations were run.');
    const plan = { prefix: config.topicPrefix, objectPartitions: config.objectPartitions, replyPartitions: 0 };
    await awaitTopics(this.kafka, { plan, names: ['object.events', 'area.state', 'area.events'], logger, signal: this.ending.signal });
    if (this.ending.signal.aborted) return;
    await this.producer.connect();
    this.follower.start();
    this.directory.start();
    this.upkeep.start();
    while (!this.copy.complete && !this.ending.signal.aborted) await sleep(COMPLETE_POLL_MS);
    if (this.ending.signal.aborted) return;
    await this.areaPublisher.start();
    this.eventPublisher.start();
    this.clock.start();
    if (this.phase === 'starting') this.phase = 'running';
  }

  /** Not ready any more; the server and the transport are closed next. */
  stopping(): void {
    this.phase = 'stopping';
    this.ending.abort();
  }

  /** After the transport has finished its last unit. Bounded by what each part bounds. */
  async onApplicationShutdown(): Promise<void> {
    this.stopping();
    await Promise.all([
      this.eventPublisher.stop(),
      this.clock.stop(),
      this.upkeep.stop(),
      this.areaPublisher.stop(),
      this.follower.close(),
      this.directory.close(),
    ]);
    await this.producer.close();
    await Promise.all([this.judgePool.end(), this.routesPool.end()]);
    if (this.parts.dataSource.isInitialized) await this.parts.dataSource.destroy();
  }
}

function failUnless(fine: boolean, ...reasons: (string | undefined)[]): void {
  const reason = fine ? reasons.slice(1).find((each) => each !== undefined) : reasons[0];
  if (reason !== undefined) throw new Error(reason);
}
