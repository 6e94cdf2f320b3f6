import { Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import { Startup } from '#service/startup.js';
import { CONFIG, LOGGER } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Config } from '../configuration/config.js';
import { DeliveringModule } from '../delivering/delivering.module.js';
import { LeaseBook } from '../delivering/lease-book.js';
import { DeliveryMetrics } from '../sending/delivery-metrics.js';
import { SendingModule } from '../sending/sending.module.js';
import { POOL, StorageModule } from '../storage/storage.module.js';
import { DeliveryLog } from '../subscriptions/delivery-log.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { TestMeter } from '../subscriptions/test-meter.js';
import { Upkeep } from './upkeep.js';

function createUpkeep(
  { logEntries: entries, logDays: days }: Config,
  pool: Pool,
  directory: DirectoryCopy,
  log: DeliveryLog,
  book: LeaseBook,
  meter: TestMeter,
  metrics: DeliveryMetrics,
  tasks: UpkeepTasks,
  logger: Logger,
): Upkeep {
  return new Upkeep({ pool, directory, log, book, meter, metrics, bounds: { entries, days }, tasks, logger });
}

@Module({
  imports: [StorageModule, SendingModule, SubscriptionsModule, DeliveringModule],
  providers: [
    {
      provide: Upkeep,
      useFactory: createUpkeep,
      inject: [CONFIG, POOL, DirectoryCopy, DeliveryLog, LeaseBook, TestMeter, DeliveryMetrics, UpkeepTasks, LOGGER],
    },
  ],
})
export class UpkeepModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly upkeep: Upkeep,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    this.startup.add(() => this.upkeep.start());
  }

  onApplicationShutdown(): Promise<void> {
    return this.upkeep.stop();
  }
}
