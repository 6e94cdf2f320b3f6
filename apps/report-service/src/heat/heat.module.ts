import { Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import { Startup } from '#service/startup.js';
import { TablesModule, UPKEEP_POOL } from '../tables/tables.module.js';
import { HeatSlices } from './heat-slices.js';
import { HeatmapController } from './heatmap.controller.js';

/** Heatmaps, and the heat that is stored for them, to which observations are added a slice of time at a time. */
@Module({
  imports: [TablesModule],
  controllers: [HeatmapController],
  providers: [
    {
      provide: HeatSlices,
      useFactory: (pool: Pool, tasks: UpkeepTasks) => new HeatSlices(pool, tasks),
      inject: [UPKEEP_POOL, UpkeepTasks],
    },
  ],
})
export class HeatModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly slices: HeatSlices,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    this.startup.add(() => this.slices.start());
  }

  onApplicationShutdown(): Promise<void> {
    return this.slices.stop();
  }
}
