import { Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import { Startup } from '#service/startup.js';
import { CONFIG } from '#service/tokens.js';
import { Areas } from '../areas/areas.js';
import { AreasModule } from '../areas/areas.module.js';
import type { Config } from '../configuration/config.js';
import { ROUTES_POOL, StorageModule } from '../storage/storage.module.js';
import { VisitUpkeep } from './visit-upkeep.js';
import { VisitsController } from './visits.controller.js';
import { Visits } from './visits.js';

/** Visits to areas, stored for a while after their end. */
@Module({
  imports: [StorageModule, AreasModule],
  controllers: [VisitsController],
  providers: [
    { provide: Visits, useFactory: (pool: Pool) => new Visits(pool), inject: [ROUTES_POOL] },
    {
      provide: VisitUpkeep,
      useFactory: (pool: Pool, areas: Areas, directory: DirectoryCopy, { visitRetentionDays }: Config, tasks: UpkeepTasks) =>
        new VisitUpkeep({ pool, areas, directory, retentionDays: visitRetentionDays, tasks }),
      inject: [ROUTES_POOL, Areas, DirectoryCopy, CONFIG, UpkeepTasks],
    },
  ],
})
export class VisitsModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly upkeep: VisitUpkeep,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    this.startup.add(() => this.upkeep.start());
  }

  onApplicationShutdown(): Promise<void> {
    return this.upkeep.stop();
  }
}
