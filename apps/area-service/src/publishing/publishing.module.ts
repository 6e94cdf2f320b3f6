import { Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { lostEventsCounter } from '#kafka/producing/lost-records-counters.js';
import { PublishedLog } from '#kafka/producing/published-log.js';
import { UnitTransport } from '#kafka/units/unit-transport.js';
import { KeptOutbox } from '#postgres/kept-outbox.js';
import { Tenure } from '#postgres/tenure.js';
import { Broker } from '#service/broker.js';
import { Startup } from '#service/startup.js';
import { CONFIG, LOGGER, REGISTRY } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';
import { ReadingModule } from '../reading/reading.module.js';
import { CONSUMER } from '../storage/consumer.js';
import { JUDGE_POOL, ROUTES_POOL, StorageModule } from '../storage/storage.module.js';
import { AreaPublisher } from './area-publisher.js';
import { EventPublisher } from './event-publisher.js';
import { areaOutbox, eventRecords } from './event-records.js';

function createEventPublisher(
  config: Config,
  pool: Pool,
  broker: Broker,
  producer: CoalescingProducer,
  transport: UnitTransport,
  logger: Logger,
  registry: Registry,
): EventPublisher {
  const tenure = new Tenure(pool, CONSUMER);
  const recordOf = eventRecords(config.topicPrefix);
  const stored = areaOutbox(pool, recordOf);
  const outbox = new KeptOutbox({
    ...stored,
    producer,
    log: new PublishedLog({ kafka: broker.kafka, topic: broker.topic('area.events'), producer, givenAway: () => tenure.ended() }),
    retentionMs: config.outboxKeptSeconds * 1000,
    logger,
    onLost: lostEventsCounter(registry),
    onLeft: () => transport.rewind(),
  });
  return new EventPublisher({ outbox, table: stored.table, tenure, recordOf, logger });
}

/** Publishes areas to area.state (`AreaPublisher`) and their events to area.events (`EventPublisher`). */
@Module({
  imports: [StorageModule, ReadingModule],
  providers: [
    {
      provide: AreaPublisher,
      useFactory: (
        pool: Pool,
        producer: CoalescingProducer,
        { kafka }: Broker,
        { topicPrefix }: Config,
        logger: Logger,
        registry: Registry,
      ) => new AreaPublisher(pool, producer, kafka, topicPrefix, logger, registry),
      inject: [ROUTES_POOL, CoalescingProducer, Broker, CONFIG, LOGGER, REGISTRY],
    },
    {
      provide: EventPublisher,
      useFactory: createEventPublisher,
      inject: [CONFIG, JUDGE_POOL, Broker, CoalescingProducer, UnitTransport, LOGGER, REGISTRY],
    },
  ],
  exports: [AreaPublisher, EventPublisher],
})
export class PublishingModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly areas: AreaPublisher,
    private readonly events: EventPublisher,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    this.startup.add(async () => {
      await this.areas.start();
      this.events.start();
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.events.stop(), this.areas.stop()]);
  }
}
