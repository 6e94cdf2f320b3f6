import { Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import type { TopicName } from '#contracts/topics.js';
import type { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { lostEventsCounter, lostStatesCounter } from '#kafka/producing/lost-records-counters.js';
import { PublishedLog } from '#kafka/producing/published-log.js';
import { UnitTransport } from '#kafka/units/unit-transport.js';
import { KeptOutbox } from '#postgres/kept-outbox.js';
import { Tenure } from '#postgres/tenure.js';
import { Broker } from '#service/broker.js';
import { Startup } from '#service/startup.js';
import { CONFIG, LOGGER, REGISTRY } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import { type Registry, watchedGauge } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';
import { CONSUMER } from '../storage/consumer.js';
import { UNIT_POOL } from '../storage/pools.js';
import { StorageModule } from '../storage/storage.module.js';
import { STATE_PRODUCER, TopicsModule, UNIT_PRODUCER } from '../topics/topics.module.js';
import { AllStates } from './all-states.js';
import { HeldOffsets } from './held-offsets.js';
import { type ObjectOutbox, objectOutbox, objectsInOutbox } from './object-outbox.js';
import { OutgoingRecords } from './outgoing-records.js';
import { StatePublisher } from './state-publisher.js';
import { UnitPublisher } from './unit-publisher.js';

const OUTBOX = Symbol('outbox of object.events');
const LAST_WORDS_MS = 4000;
/** How often the published offsets are noted. The next owner of a partition publishes events again that are not noted. */
const TIDY_EVERY_MS = 250;

function publishedLog(broker: Broker, topic: TopicName, producer: CoalescingProducer, tenure: Tenure): PublishedLog {
  return new PublishedLog({ kafka: broker.kafka, topic: broker.topic(topic), producer, givenAway: () => tenure.ended() });
}

function createStates(
  { stateIntervalMs: intervalMs }: Config,
  pool: Pool,
  broker: Broker,
  producer: CoalescingProducer,
  tenure: Tenure,
  transport: UnitTransport,
  stored: ObjectOutbox,
  records: OutgoingRecords,
  held: HeldOffsets,
  logger: Logger,
  registry: Registry,
): StatePublisher {
  return new StatePublisher({
    pool,
    producer,
    tenure,
    log: publishedLog(broker, 'object.state', producer, tenure),
    onLeft: () => transport.rewind(),
    recentlyChanged: (partition) => objectsInOutbox(stored, partition),
    records,
    held,
    intervalMs,
    logger,
    onLost: lostStatesCounter(registry),
  });
}

function createOutbox(
  { outboxKeptSeconds }: Config,
  broker: Broker,
  producer: CoalescingProducer,
  tenure: Tenure,
  transport: UnitTransport,
  stored: ObjectOutbox,
  allStates: AllStates,
  logger: Logger,
  registry: Registry,
): KeptOutbox {
  const countLost = lostEventsCounter(registry);
  return new KeptOutbox({
    ...stored,
    producer,
    log: publishedLog(broker, 'object.events', producer, tenure),
    retentionMs: outboxKeptSeconds * 1000,
    logger,
    onLost: (counts, partition) => {
      countLost(counts);
      if (counts.missing > counts.publishedAgain)
        void allStates
          .due(partition)
          .catch((error: unknown) => logger.error({ err: error, partition }, 'could not store that object.state may lack states'));
    },
    onLeft: () => transport.rewind(),
  });
}

/** Publishes committed units: events and outcomes (`UnitPublisher`), and newest states (`StatePublisher`). */
@Module({
  imports: [StorageModule, TopicsModule],
  providers: [
    HeldOffsets,
    { provide: Tenure, useFactory: (pool: Pool) => new Tenure(pool, CONSUMER), inject: [UNIT_POOL] },
    { provide: OutgoingRecords, useFactory: ({ topicPrefix }: Config) => new OutgoingRecords(topicPrefix), inject: [CONFIG] },
    { provide: OUTBOX, useFactory: objectOutbox, inject: [UNIT_POOL, OutgoingRecords] },
    {
      provide: StatePublisher,
      useFactory: createStates,
      inject: [CONFIG, UNIT_POOL, Broker, STATE_PRODUCER, Tenure, UnitTransport, OUTBOX, OutgoingRecords, HeldOffsets, LOGGER, REGISTRY],
    },
    {
      provide: AllStates,
      useFactory: ({ objectPartitions: partitions }: Config, pool: Pool, states: StatePublisher, tenure: Tenure, logger: Logger) =>
        new AllStates({ pool, states, partitions, givenAway: () => tenure.ended(), logger }),
      inject: [CONFIG, UNIT_POOL, StatePublisher, Tenure, LOGGER],
    },
    {
      provide: KeptOutbox,
      useFactory: createOutbox,
      inject: [CONFIG, Broker, UNIT_PRODUCER, Tenure, UnitTransport, OUTBOX, AllStates, LOGGER, REGISTRY],
    },
    {
      provide: UnitPublisher,
      useFactory: (producer: CoalescingProducer, outbox: KeptOutbox, logger: Logger) => new UnitPublisher(producer, outbox, logger),
      inject: [UNIT_PRODUCER, KeptOutbox, LOGGER],
    },
  ],
  exports: [HeldOffsets, Tenure, OutgoingRecords, StatePublisher, AllStates, KeptOutbox, UnitPublisher],
})
export class PublishingModule implements OnModuleInit, OnApplicationShutdown {
  private tidying: NodeJS.Timeout | undefined;

  constructor(
    private readonly units: UnitPublisher,
    private readonly states: StatePublisher,
    private readonly allStates: AllStates,
    private readonly outbox: KeptOutbox,
    private readonly startup: Startup,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(REGISTRY) private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    const { units, states, outbox, startup, registry } = this;
    watchedGauge(registry, {
      name: 'waymark_unpublished_units',
      help: 'Units of work that are committed but not yet acknowledged by the broker.',
      value: () => units.unpublished,
    });
    watchedGauge(registry, {
      name: 'waymark_waiting_states',
      help: 'Objects whose newest state is not yet on object.state.',
      value: () => states.waiting,
    });
    startup.addBeforeConsumers(() => {
      states.start();
      this.tidying = setInterval(() => void outbox.tidy(), TIDY_EVERY_MS);
    });
  }

  /** Publishes committed events after the last unit, if the broker accepts them. Limited to about 20 s. */
  async onApplicationShutdown(): Promise<void> {
    const { units, states, allStates, outbox, logger } = this;
    clearInterval(this.tidying);
    await units
      .idle(LAST_WORDS_MS)
      .catch((error: unknown) => logger.warn({ error: String(error) }, 'left in the outbox for the next owner'));
    units.stop();
    await allStates.stop();
    await states.close();
    await outbox.tidy();
  }
}
