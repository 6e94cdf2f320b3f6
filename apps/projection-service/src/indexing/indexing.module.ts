import { Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import { Startup } from '#service/startup.js';
import { LOGGER, REGISTRY } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { INDEX_POOL } from '../tables/pools.js';
import { TablesModule } from '../tables/tables.module.js';
import { IndexUpkeep } from './index-upkeep.js';

/** Numbers of objects by cell and the words that are searched, kept apart from the units. */
@Module({
  imports: [TablesModule],
  providers: [
    {
      provide: IndexUpkeep,
      useFactory: (pool: Pool, tasks: UpkeepTasks, logger: Logger, registry: Registry) =>
        new IndexUpkeep({ pool, tasks, logger, registry }),
      inject: [INDEX_POOL, UpkeepTasks, LOGGER, REGISTRY],
    },
  ],
})
export class IndexingModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly upkeep: IndexUpkeep,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    this.startup.add(() => this.upkeep.start());
  }

  onApplicationShutdown(): Promise<void> {
    return this.upkeep.stop();
  }
}
