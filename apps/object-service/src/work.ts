import { setTimeout as sleep } from 'node:timers/promises';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { PatientFollower } from '#directory/patient-follower.js';
import { brokerAccess } from '#kafka/broker-settings.js';
import { CoalescingProducer } from '#kafka/coalescing-producer.js';
import { createKafka, type KafkaConnection } from '#kafka/connection.js';
import { DeadLetterWriter } from '#kafka/dead-letter.js';
import { lostEventsCounter } from '#kafka/lost-events-counter.js';
import { topicBounds } from '#kafka/partition-bounds.js';
import { PublishedLog } from '#kafka/published-log.js';
import { checkTopics, TopicMismatchError, topicName } from '#kafka/topics.js';
import { UnitTransport } from '#kafka/unit-transport.js';
import { databaseFault } from '#postgres/database-errors.js';
import { DatabaseTimeline } from '#postgres/database-timeline.js';
import { KeptOutbox } from '#postgres/kept-outbox.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { RememberedJson } from '#postgres/remembered-json.js';
import { SnapshotWatch } from '#postgres/snapshot-watch.js';
import { StoredPlaces } from '#postgres/stored-places.js';
import { Tenure } from '#postgres/tenure.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import type { HealthCheck } from '#telemetry/health.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { AppliedCommands } from './commands/applied-commands.js';
import { CommandDecoder } from './commands/command-decoder.js';
import type { Config } from './config.js';
import { ErasureRecord } from './erasing/erasure-record.js';
import { StaleErasure } from './erasing/stale-erasure.js';
import { WorkspaceErasure } from './erasing/workspace-erasure.js';
import { WorkspaceHolds } from './erasing/workspace-holds.js';
import { boundLookUps } from './http/look-up-pool.js';
import { KeptPictures } from './pictures/kept-pictures.js';
import { sweepUnnamedPictures } from './pictures/unnamed-pictures.js';
import { AllStates } from './publishing/all-states.js';
import { objectOutbox } from './publishing/object-outbox.js';
import { OutgoingRecords } from './publishing/outgoing-records.js';
import { StatePublisher } from './publishing/state-publisher.js';
import { UnitPublisher } from './publishing/unit-publisher.js';
import { ObjectQuotas } from './quotas/object-quotas.js';
import { recountObjects } from './quotas/recount.js';
import { NewerStates } from './restoring/newer-states.js';
import { HeldOffsets } from './unit/held-offsets.js';
import { ObjectUnitProcessor } from './unit/object-unit-processor.js';
import { CONSUMER } from './unit/write-unit.js';
import { UnitMetrics } from './upkeep/unit-metrics.js';
import { Upkeep } from './upkeep/upkeep.js';

const MAX_QUEUED_BYTES = 96 * 1024 * 1024;
const ROUTES_CONNECTIONS = 4;
const ERASURE_CONNECTIONS = 4;
const PICTURE_CONNECTIONS = 2;
const LAST_WORDS_MS = 4000;
const START_RETRY_MS = 1000;

export interface WorkParts {
  config: Config;
  dataSource: DataSource;
  logger: Logger;
  registry: Registry;
  /** The process can't go on and is to be started again. */
  onFatal: (error: Error) => void;
}

/** Everything that turns commands into events, put together; it begins with `start` and ends in order. */
export class ObjectWork implements OnApplicationShutdown {
  readonly transport: UnitTransport;
  private readonly pool: Pool;
  private readonly timeline: DatabaseTimeline;
  /** For the routes, apart from the units: a crowd of look-ups must not hold up the work. */
  readonly routesPool: Pool;
  private readonly picturesPool: Pool;
  private readonly pictureReadsPool: Pool;
  readonly pictures: KeptPictures;
  readonly commands: AppliedCommands;
  readonly tasks: UpkeepTasks;
  private readonly kafka: KafkaConnection;
  private readonly unitProducer: CoalescingProducer;
  private readonly stateProducer: CoalescingProducer;
  private readonly outbox: KeptOutbox;
  private readonly units: UnitPublisher;
  private readonly states: StatePublisher;
  private readonly allStates: AllStates;
  private readonly upkeep: Upkeep;
  private readonly erasurePool: Pool;
  private readonly snapshots: SnapshotWatch;
  private readonly directory: PatientFollower;
  private readonly holds: WorkspaceHolds;
  private readonly erasure: WorkspaceErasure;
  private readonly staleErasure: StaleErasure;
  private phase: 'starting' | 'running' | 'stopping' = 'starting';

  constructor(private readonly parts: WorkParts) {
    const { config, logger, registry } = parts;
    this.kafka = createKafka({ ...brokerAccess(config), clientId: `object-service-${config.instanceId}`, logger });
    this.timeline = new DatabaseTimeline(logger);
    this.pool = this.databasePool(config.databasePool, true);
    this.routesPool = boundLookUps(this.databasePool(ROUTES_CONNECTIONS, false));
    this.picturesPool = this.databasePool(PICTURE_CONNECTIONS, false);
    this.pictureReadsPool = this.databasePool(PICTURE_CONNECTIONS, false);
    this.pictures = new KeptPictures(this.picturesPool, config.workspacePictureBytes, this.pictureReadsPool);
    this.commands = new AppliedCommands({
      pool: this.routesPool,
      ends: () => topicBounds(this.kafka, topicName(config.topicPrefix, 'object.commands')),
    });
    this.unitProducer = this.producer('units');
    // A producer of its own: a large flush of states must not stand in the way of events and outcomes.
    this.stateProducer = this.producer('states');
    const held = new HeldOffsets();
    const tenure = new Tenure(this.pool, CONSUMER);
    const records = new OutgoingRecords(config.topicPrefix);
    const metrics = new UnitMetrics(registry);
    const countLost = lostEventsCounter(registry);
    this.outbox = new KeptOutbox({
      ...objectOutbox(this.pool, records),
      producer: this.unitProducer,
      log: this.publishedLog('object.events', this.unitProducer, tenure),
      keptMs: config.outboxKeptSeconds * 1000,
      logger,
      onLost: (counts, partition) => {
        countLost(counts);
        if (counts.missing > counts.publishedAgain)
          void this.allStates
            .due(partition)
            .catch((error: unknown) => logger.error({ err: error, partition }, 'it was not noted that object.state may lack states'));
      },
      onLeft: () => this.transport.readAnew(),
    });
    this.units = new UnitPublisher(this.unitProducer, this.outbox, logger);
    this.states = new StatePublisher({
      pool: this.pool,
      producer: this.stateProducer,
      log: this.publishedLog('object.state', this.stateProducer, tenure),
      onLeft: () => this.transport.readAnew(),
      recentlyChanged: (partition) => this.outbox.objectsOf(partition),
      records,
      held,
      intervalMs: config.stateIntervalMs,
      logger,
    });
    this.allStates = new AllStates({
      pool: this.pool,
      states: this.states,
      partitions: config.objectPartitions,
      givenAway: () => tenure.ended(),
      logger,
    });
    this.erasurePool = this.databasePool(ERASURE_CONNECTIONS, false);
    this.snapshots = new SnapshotWatch({ pool: this.erasurePool, registry, logger });
    const copy = new DirectoryCopy();
    this.holds = new WorkspaceHolds(copy);
    this.tasks = new UpkeepTasks(registry, logger);
    this.upkeep = new Upkeep({
      pool: this.pool,
      outbox: this.outbox,
      tasks: this.tasks,
      logger,
      sweepPictures: () => sweepUnnamedPictures(this.picturesPool, this.holds.isHeld),
      recountObjects: () => recountObjects(this.erasurePool),
    });
    const clientId = `${config.topicPrefix}object-service-${config.instanceId}-directory`;
    this.directory = new PatientFollower({
      kafka: createKafka({ ...brokerAccess(config), clientId, logger }),
      topicPrefix: config.topicPrefix,
      groupId: clientId,
      copy,
      logger,
    });
    const erasing = {
      copy,
      pool: this.erasurePool,
      producer: this.unitProducer,
      topicPrefix: config.topicPrefix,
      partitions: config.objectPartitions,
      objectsPerSecond: config.erasuresPerSecond,
      tasks: this.tasks,
      logger,
    };
    this.erasure = new WorkspaceErasure({ ...erasing, kafka: this.kafka });
    this.staleErasure = new StaleErasure({ ...erasing, everyMs: config.staleLookMinutes * 60_000 });
    const erasures = new ErasureRecord(config.erasureRecord, logger);
    metrics.watch(registry, {
      waymark_erasures_not_recorded: {
        help: 'Erased objects that could not be written to the record of erasures yet.',
        value: () => erasures.unwritten,
      },
      waymark_workspaces_to_erase: { help: 'Deleted workspaces that may still have objects here.', value: () => this.erasure.pending },
      waymark_unpublished_units: {
        help: 'Units of work that are committed and not acknowledged by the broker.',
        value: () => this.units.unpublished,
      },
      waymark_waiting_states: { help: 'Objects whose newest state is not on object.state yet.', value: () => this.states.waiting },
    });
    const processor = new ObjectUnitProcessor({
      pool: this.pool,
      decoder: new CommandDecoder(config.objectPartitions, config.replyPartitions),
      held,
      objects: new RememberedJson(config.cachedObjects),
      units: this.units,
      tenure,
      outbox: this.outbox,
      states: this.states,
      allStates: this.allStates,
      records,
      metrics,
      holds: this.holds,
      erasures,
      quotas: new ObjectQuotas({ pool: this.pool, limits: copy, known: () => this.holds.known() }),
      takeNewerStates: (partitions) =>
        NewerStates.take(
          { pool: this.erasurePool, kafka: this.kafka, topic: topicName(config.topicPrefix, 'object.state'), logger },
          partitions,
        ),
    });
    this.transport = this.createTransport(processor);
  }

  private databasePool(max: number, pipeline: boolean): Pool {
    const { config, logger } = this.parts;
    return createPool({
      url: config.databaseUrl,
      schema: config.databaseSchema,
      max,
      applicationName: `waymark-object-service ${config.instanceId}`,
      pipeline,
      plansByKey: true,
      timeline: this.timeline,
      onIdleError: (error) => logger.warn({ error: error.message }, 'an idle database connection was lost'),
    });
  }

  private producer(name: string): CoalescingProducer {
    return new CoalescingProducer({
      kafka: this.kafka,
      maxQueuedBytes: MAX_QUEUED_BYTES,
      logger: this.parts.logger,
      metrics: this.parts.registry,
      name,
    });
  }

  private publishedLog(topic: 'object.events' | 'object.state', producer: CoalescingProducer, tenure: Tenure): PublishedLog {
    return new PublishedLog({
      kafka: this.kafka,
      topic: topicName(this.parts.config.topicPrefix, topic),
      producer,
      givenAway: () => tenure.ended(),
    });
  }

  private createTransport(processor: ObjectUnitProcessor): UnitTransport {
    const { config, logger, registry, onFatal } = this.parts;
    return new UnitTransport({
      kafka: this.kafka,
      groupId: `${config.topicPrefix}object-service`,
      topic: topicName(config.topicPrefix, 'object.commands'),
      partitions: config.objectPartitions,
      processor,
      places: new StoredPlaces(this.pool, CONSUMER),
      storesAtOnce: true,
      maxUnitRecords: config.maxUnitRecords,
      maxUnitBytes: config.maxUnitBytes,
      lingerMs: config.unitLingerMs,
      deadLetters: new DeadLetterWriter(this.unitProducer),
      fromBeginning: true,
      logger,
      metrics: registry,
      onFatal,
    });
  }

  get checks(): HealthCheck[] {
    return [
      { name: 'database', check: async () => void (await this.pool.query('select 1')) },
      { name: 'broker', check: () => failUnless(this.unitProducer.ready && this.stateProducer.ready, 'no connection to the broker') },
      {
        name: 'commands',
        check: () => failUnless(this.phase === 'running', `the service is ${this.phase}`, this.transport.notReadyReason()),
      },
    ];
  }

  /**
   * Migrates, connects and checks the topics, waiting for a database and a broker that are not there yet.
   * @throws Error when the database stays away for a minute, TopicMismatchError when the topics are not as the settings say
   */
  async start(): Promise<void> {
    const { dataSource, logger } = this.parts;
    const migrated = await migrate(dataSource, { onWait: (reason) => logger.warn({ reason }, 'waiting for the database') });
    if (migrated.length > 0) logger.info({ migrated }, 'migrations were run');
    await this.persistently(
      'waiting for the database',
      () => this.upkeep.start(),
      (error) => databaseFault(error) !== 'other',
    );
    await this.persistently(
      'waiting for the broker',
      () => this.checkTopics(),
      (error) => !(error instanceof TopicMismatchError),
    );
    await Promise.all([this.unitProducer.connect(), this.stateProducer.connect()]);
    this.states.start();
    this.snapshots.start();
    this.directory.start();
    this.erasure.start();
    this.staleErasure.start();
    if (this.phase === 'starting') this.phase = 'running';
  }

  private checkTopics(): Promise<void> {
    const { config } = this.parts;
    const plan = { prefix: config.topicPrefix, objectPartitions: config.objectPartitions, replyPartitions: config.replyPartitions };
    return checkTopics(this.kafka, plan, [
      'object.commands',
      'object.commands.dead-letter',
      'object.outcomes',
      'object.events',
      'object.state',
    ]);
  }

  /** Tries what passes by itself again, once a second, until the service is told to stop. */
  private async persistently(waiting: string, action: () => Promise<void>, passes: (error: unknown) => boolean): Promise<void> {
    while (this.phase === 'starting') {
      try {
        return await action();
      } catch (error) {
        if (!passes(error)) throw error;
        this.parts.logger.warn({ error: String(error) }, waiting);
        await sleep(START_RETRY_MS);
      }
    }
  }

  /** Not ready any more; the server and the transport are closed next. */
  stopping(): void {
    this.phase = 'stopping';
    this.holds.stop();
  }

  /** After the transport has finished its last unit: publish what was committed, then let go. Bounded by some 20 s. */
  async onApplicationShutdown(): Promise<void> {
    this.phase = 'stopping';
    const { logger, dataSource } = this.parts;
    this.upkeep.stop();
    await Promise.all([this.erasure.stop(), this.staleErasure.stop(), this.snapshots.stop(), this.directory.close()]);
    await this.units
      .idle(LAST_WORDS_MS)
      .catch((error: unknown) => logger.warn({ error: String(error) }, 'left in the outbox for the next owner'));
    this.units.stop();
    await this.allStates.stop();
    await this.states.close();
    await this.outbox.tidy();
    await Promise.all([this.unitProducer.close(), this.stateProducer.close()]);
    await Promise.all([
      this.pool.end(),
      this.routesPool.end(),
      this.picturesPool.end(),
      this.pictureReadsPool.end(),
      this.erasurePool.end(),
    ]);
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}

function failUnless(fine: boolean, ...reasons: (string | undefined)[]): void {
  const reason = fine ? reasons.slice(1).find((each) => each !== undefined) : reasons[0];
  if (reason !== undefined) throw new Error(reason);
}
