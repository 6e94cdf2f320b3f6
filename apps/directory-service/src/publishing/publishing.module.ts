import { Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { Broker } from '#service/broker.js';
import { Startup } from '#service/startup.js';
import { CONFIG, LOGGER, REGISTRY } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';
import { POOL, StorageModule } from '../storage/storage.module.js';
import { DirectoryStore } from './directory-store.js';
import { StatePublisher } from './state-publisher.js';

const MAX_QUEUED_BYTES = 16 * 1024 * 1024;

/** Changes of the directory (`DirectoryStore`), and their publication to `directory.state`. */
@Module({
  imports: [StorageModule],
  providers: [
    {
      provide: StatePublisher,
      useFactory: (pool: Pool, broker: Broker, { topicPrefix }: Config, logger: Logger, registry: Registry) =>
        new StatePublisher(pool, broker.producer('directory', MAX_QUEUED_BYTES), broker.kafka, topicPrefix, logger, registry),
      inject: [POOL, Broker, CONFIG, LOGGER, REGISTRY],
    },
    DirectoryStore,
  ],
  exports: [DirectoryStore],
})
export class PublishingModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly publisher: StatePublisher,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    this.startup.add(() => this.publisher.start());
  }

  onApplicationShutdown(): Promise<void> {
    return this.publisher.stop();
  }
}
