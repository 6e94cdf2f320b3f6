import { Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import { Startup } from '#service/startup.js';
import { CONFIG, LOGGER, REGISTRY } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';
import { ObservationPieces } from '../tables/observation-pieces.js';
import { TablesModule, UPKEEP_POOL } from '../tables/tables.module.js';
import { ReportUpkeep } from './report-upkeep.js';

/** Deletes data beyond its retention. */
@Module({
  imports: [TablesModule],
  providers: [
    {
      provide: ReportUpkeep,
      useFactory: (
        config: Config,
        copy: DirectoryCopy,
        pool: Pool,
        pieces: ObservationPieces,
        tasks: UpkeepTasks,
        logger: Logger,
        registry: Registry,
      ) => new ReportUpkeep({ config, copy, pool, pieces, tasks, logger, registry }),
      inject: [CONFIG, DirectoryCopy, UPKEEP_POOL, ObservationPieces, UpkeepTasks, LOGGER, REGISTRY],
    },
  ],
})
export class UpkeepModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly upkeep: ReportUpkeep,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    this.startup.add(() => this.upkeep.start());
  }

  onApplicationShutdown(): Promise<void> {
    return this.upkeep.stop();
  }
}
