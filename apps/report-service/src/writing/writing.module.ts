import { setTimeout as sleep } from 'node:timers/promises';
import { Module, type OnApplicationShutdown, type OnModuleInit, type Provider } from '@nestjs/common';
import type { Pool } from 'pg';
import type { TopicName } from '#contracts/topics.js';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import type { UnitTransport } from '#kafka/units/unit-transport.js';
import { StoredPlaces } from '#postgres/stored-places.js';
import { Broker } from '#service/broker.js';
import { Startup } from '#service/startup.js';
import { CONFIG, LOGGER, REGISTRY } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';
import { ObservationPieces } from '../tables/observation-pieces.js';
import { TablesModule, WRITE_POOL } from '../tables/tables.module.js';
import { AccessEventsController, CONSUMER as ACCESS } from './access-events.controller.js';
import { AreaEventsController, CONSUMER as AREAS } from './area-events.controller.js';
import { Facets, numberedFields } from './facets.js';
import { CONSUMER as OBJECTS, ObjectEventsProcessor } from './object-events-processor.js';
import { ObjectEventsController } from './object-events.controller.js';
import { ObjectFolder } from './object-folder.js';
import { ReportMetrics } from './report-metrics.js';

const DIRECTORY_WAIT_MS = 15_000;
const DIRECTORY_POLL_MS = 20;
/** Share of a full unit above which the events of a short time count as many. */
const BUSY_SHARE = 0.1;
/** For dead letters only. */
const MAX_QUEUED_BYTES = 1024 * 1024;

const transportOf = (topic: TopicName): string => `transport of ${topic}`;

/** @param group consumer group @param consumer name of the stored offsets */
function transport(topic: TopicName, group: string, consumer: string): Provider {
  return {
    provide: transportOf(topic),
    useFactory: (broker: Broker, config: Config, pool: Pool, deadLetters: CoalescingProducer): UnitTransport =>
      broker.consume(topic, {
        group,
        places: new StoredPlaces(pool, consumer),
        maxUnitRecords: config.unitRecords,
        maxUnitBytes: config.unitBytes,
        fetchWaitMs: config.unitLingerMs,
        headers: ['ce_type'],
        deadLetters,
      }),
    inject: [Broker, CONFIG, WRITE_POOL, CoalescingProducer],
  };
}

function createProcessor(
  { writeIntervalMs, unitRecords }: Config,
  pool: Pool,
  pieces: ObservationPieces,
  facets: Facets,
  folder: ObjectFolder,
  reader: UnitTransport,
  metrics: ReportMetrics,
  logger: Logger,
): ObjectEventsProcessor {
  const fewEvents = unitRecords * BUSY_SHARE;
  return new ObjectEventsProcessor({
    pool,
    pieces,
    facets,
    folder,
    metrics,
    logger,
    writeIntervalMs,
    fewEvents,
    rewind: () => reader.rewind(),
  });
}

/** Folds events of objects and areas, and lines of the access log, into observations and sums. */
@Module({
  imports: [TablesModule],
  controllers: [ObjectEventsController, AccessEventsController, AreaEventsController],
  providers: [
    { provide: CoalescingProducer, useFactory: (broker: Broker) => broker.producer('dead-letters', MAX_QUEUED_BYTES), inject: [Broker] },
    transport('object.events', 'report-service', OBJECTS),
    transport('access.events', 'report-service-access', ACCESS),
    transport('area.events', 'report-service-areas', AREAS),
    { provide: ReportMetrics, useFactory: (registry: Registry) => new ReportMetrics(registry), inject: [REGISTRY] },
    { provide: Facets, useFactory: (pool: Pool) => new Facets(pool), inject: [WRITE_POOL] },
    {
      provide: ObjectFolder,
      useFactory: (facets: Facets, pool: Pool, { stateCacheObjects }: Config, copy: DirectoryCopy) =>
        new ObjectFolder(facets, numberedFields(pool), stateCacheObjects, mappedFields(copy)),
      inject: [Facets, WRITE_POOL, CONFIG, DirectoryCopy],
    },
    {
      provide: ObjectEventsProcessor,
      useFactory: createProcessor,
      inject: [CONFIG, WRITE_POOL, ObservationPieces, Facets, ObjectFolder, transportOf('object.events'), ReportMetrics, LOGGER],
    },
  ],
})
export class WritingModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly objects: ObjectEventsProcessor,
    private readonly copy: DirectoryCopy,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    this.startup.addBeforeConsumers((stopping) => this.directoryRead(stopping));
  }

  /** Waits for the directory, for a limited time: the definitions of fields decide which values are stored for heatmaps. */
  private async directoryRead(stopping: AbortSignal): Promise<void> {
    const until = performance.now() + DIRECTORY_WAIT_MS;
    while (performance.now() < until && !this.copy.complete && !stopping.aborted) await sleep(DIRECTORY_POLL_MS);
  }

  onApplicationShutdown(): void {
    this.objects.stop();
  }
}

/** The fields that heatmaps can show: Number fields with an approved definition, since the time of its approval. */
function mappedFields(copy: DirectoryCopy): (workspace: string, field: string) => boolean {
  return (workspace, field) => {
    const definition = copy.fieldsOf(workspace)?.get(field);
    return definition?.type === 'Number' && definition.review === 'approved';
  };
}
