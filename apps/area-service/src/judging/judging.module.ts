import { Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { AreaCopy } from '#areas/area-copy.js';
import { topicBounds } from '#kafka/topics/partition-bounds.js';
import { UnitTransport } from '#kafka/units/unit-transport.js';
import { Broker } from '#service/broker.js';
import { Startup } from '#service/startup.js';
import { CONFIG, LOGGER, REGISTRY } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';
import { EventPublisher } from '../publishing/event-publisher.js';
import { PublishingModule } from '../publishing/publishing.module.js';
import { ReadingModule } from '../reading/reading.module.js';
import { JUDGE_POOL, StorageModule } from '../storage/storage.module.js';
import { DueClock } from './due-clock.js';
import { judgeMetrics } from './judge-metrics.js';
import { Judge } from './judge.js';
import { ObjectEventsController } from './object-events.controller.js';

function createJudge(
  config: Config,
  pool: Pool,
  copy: AreaCopy,
  publisher: EventPublisher,
  broker: Broker,
  transport: UnitTransport,
  registry: Registry,
): Judge {
  return new Judge({
    pool,
    copy,
    publisher,
    window: { maxReports: config.lateReports, maxSeconds: config.lateSeconds },
    cachedTracks: config.cachedTracks,
    logEnds: () => topicBounds(broker.kafka, broker.topic('object.events')),
    writeIntervalMs: config.writeIntervalMs,
    rewind: () => transport.rewind(),
    metrics: judgeMetrics(registry, () => copy.size),
  });
}

/** Judges object reports against the areas of their workspaces. */
@Module({
  imports: [StorageModule, ReadingModule, PublishingModule],
  controllers: [ObjectEventsController],
  providers: [
    {
      provide: Judge,
      useFactory: createJudge,
      inject: [CONFIG, JUDGE_POOL, AreaCopy, EventPublisher, Broker, UnitTransport, REGISTRY],
    },
    {
      provide: DueClock,
      useFactory: (judge: Judge, { dueIntervalMs }: Config, logger: Logger) => new DueClock(judge, dueIntervalMs, logger),
      inject: [Judge, CONFIG, LOGGER],
    },
  ],
})
export class JudgingModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly clock: DueClock,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    this.startup.add(() => this.clock.start());
  }

  onApplicationShutdown(): Promise<void> {
    return this.clock.stop();
  }
}
