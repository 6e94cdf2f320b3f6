import { Module, type Provider } from '@nestjs/common';
import type { Pool } from 'pg';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { UnitTransport } from '#kafka/units/unit-transport.js';
import { Broker, type TopicReading } from '#service/broker.js';
import { Startup } from '#service/startup.js';
import { CONFIG, LOGGER, REGISTRY } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';
import { PiecesModule } from '../history/pieces/pieces.module.js';
import { CommitSignal } from '../storage/commits/commit-signal.js';
import { CommitsModule } from '../storage/commits/commits.module.js';
import { PieceKeeper } from '../storage/piece-keeper.js';
import { WRITE_POOL } from '../storage/pools.js';
import { StorageModule } from '../storage/storage.module.js';
import { AreaEventsController } from './area-events.controller.js';
import { AreaProjector } from './area-projector.js';
import { type EventsSource, type EventsTopic, readingOf } from './events-transport.js';
import { logStarts } from './log-bounds.js';
import { ObjectEventsController } from './object-events.controller.js';
import { projectionMetrics } from './projection-metrics.js';
import { Projector } from './projector.js';

/** For dead letters only. */
const MAX_QUEUED_BYTES = 32 * 1024 * 1024;
const OBJECT_READER = Symbol('reader of object.events');
const AREA_READER = Symbol('reader of area.events');

const sourceOf = ({ kafka }: Broker, { topicPrefix, objectPartitions }: Config): EventsSource => ({
  kafka,
  topicPrefix,
  objectPartitions,
});

function reader(provide: symbol, topic: EventsTopic, reading: Pick<TopicReading, 'group' | 'check'>): Provider {
  return {
    provide,
    useFactory: (broker: Broker, config: Config, pool: Pool, deadLetters: CoalescingProducer): UnitTransport =>
      broker.consume(topic, { ...readingOf(topic, pool, config), lingerMs: config.unitLingerMs, deadLetters, ...reading }),
    inject: [Broker, CONFIG, WRITE_POOL, CoalescingProducer],
  };
}

function createProjector(
  broker: Broker,
  config: Config,
  pool: Pool,
  pieces: PieceKeeper,
  signal: CommitSignal,
  logger: Logger,
  registry: Registry,
): Projector {
  return new Projector({
    pool,
    schema: config.databaseSchema,
    pieces,
    logStarts: () => logStarts(sourceOf(broker, config)),
    stateCacheObjects: config.stateCacheObjects,
    metrics: projectionMetrics(registry),
    logger,
    signal,
  });
}

function createAreaProjector(
  broker: Broker,
  config: Config,
  pool: Pool,
  pieces: PieceKeeper,
  signal: CommitSignal,
  { stopping }: Startup,
  logger: Logger,
  registry: Registry,
): AreaProjector {
  return new AreaProjector({
    pool,
    schema: config.databaseSchema,
    pieces,
    first: config.objectPartitions,
    source: sourceOf(broker, config),
    registry,
    logger,
    signal,
    stopping,
  });
}

/** Turns events of objects and areas into the tables and the feed. */
@Module({
  imports: [StorageModule, CommitsModule, PiecesModule],
  controllers: [ObjectEventsController, AreaEventsController],
  providers: [
    { provide: CoalescingProducer, useFactory: (broker: Broker) => broker.producer('dead-letters', MAX_QUEUED_BYTES), inject: [Broker] },
    reader(OBJECT_READER, 'object.events', { group: 'projection-service', check: 'events' }),
    // A separate reader, so that changes of objects do not wait for this topic, or for an event that cannot be written.
    reader(AREA_READER, 'area.events', { group: 'projection-service-areas', check: false }),
    {
      provide: Projector,
      useFactory: createProjector,
      inject: [Broker, CONFIG, WRITE_POOL, PieceKeeper, CommitSignal, LOGGER, REGISTRY],
    },
    {
      provide: AreaProjector,
      useFactory: createAreaProjector,
      inject: [Broker, CONFIG, WRITE_POOL, PieceKeeper, CommitSignal, Startup, LOGGER, REGISTRY],
    },
  ],
})
export class ProjectingModule {}
