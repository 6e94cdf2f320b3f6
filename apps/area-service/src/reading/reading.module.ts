import { Module, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { CoalescingProducer } from '#kafka/coalescing-producer.js';
import { DeadLetterWriter } from '#kafka/dead-letter.js';
import { UnitTransport } from '#kafka/unit-transport.js';
import { StoredPlaces } from '#postgres/stored-places.js';
import { Broker } from '#service/broker.js';
import { HealthChecks } from '#service/health-checks.js';
import { ProcessEnd } from '#service/process-end.js';
import { CONFIG, LOGGER, REGISTRY } from '#service/tokens.js';
import { UnitTransports } from '#service/unit-transports.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../config.js';
import { CONSUMER } from '../storage/consumer.js';
import { JUDGE_POOL, StorageModule } from '../storage/storage.module.js';

const MAX_QUEUED_BYTES = 64 * 1024 * 1024;
/** A lone report is judged after so long at most; while many come, more are gathered before a unit. */
const FETCH_PATIENCE_MS = 100;

function createTransport(
  config: Config,
  pool: Pool,
  broker: Broker,
  producer: CoalescingProducer,
  processEnd: ProcessEnd,
  logger: Logger,
  metrics: Registry,
): UnitTransport {
  return new UnitTransport({
    kafka: broker.kafka,
    groupId: `${config.topicPrefix}area-service`,
    topic: broker.topic('object.events'),
    handlers: 'object.events',
    partitions: config.objectPartitions,
    places: new StoredPlaces(pool, CONSUMER),
    maxUnitRecords: config.unitRecords,
    maxUnitBytes: config.unitBytes,
    lingerMs: config.unitLingerMs,
    fetchPatienceMs: Math.min(config.unitLingerMs, FETCH_PATIENCE_MS),
    headers: ['ce_type', 'ce_workspace'],
    deadLetters: new DeadLetterWriter(producer),
    fromBeginning: true,
    logger,
    metrics,
    onFatal: (error) => processEnd.fatal(error),
  });
}

/** Reads object.events, and has the producer of the service. Its units go to `ObjectEventsController`. */
@Module({
  imports: [StorageModule],
  providers: [
    { provide: CoalescingProducer, useFactory: (broker: Broker) => broker.producer('areas', MAX_QUEUED_BYTES), inject: [Broker] },
    {
      provide: UnitTransport,
      useFactory: createTransport,
      inject: [CONFIG, JUDGE_POOL, Broker, CoalescingProducer, ProcessEnd, LOGGER, REGISTRY],
    },
  ],
  exports: [CoalescingProducer, UnitTransport],
})
export class ReadingModule implements OnModuleInit {
  constructor(
    private readonly transport: UnitTransport,
    private readonly transports: UnitTransports,
    private readonly checks: HealthChecks,
  ) {}

  onModuleInit(): void {
    this.transports.add(this.transport);
    const check = (): void => {
      const reason = this.transport.notReadyReason();
      if (reason !== undefined) throw new Error(reason);
    };
    this.checks.add({ name: 'events', check });
  }
}
