import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { databaseFault } from '#postgres/database-errors.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import { Startup } from '#service/startup.js';
import { LOGGER } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import { HoldsModule } from '../holds/holds.module.js';
import { WorkspaceHolds } from '../holds/workspace-holds.js';
import { sweepUnnamedPictures } from '../pictures/unnamed-pictures.js';
import { recountObjects } from '../quotas/recount.js';
import { PICTURE_POOL, UNIT_POOL, UPKEEP_POOL } from '../storage/pools.js';
import { StorageModule } from '../storage/storage.module.js';
import { Upkeep } from './upkeep.js';

const RETRY_MS = 1000;

function createUpkeep(
  pool: Pool,
  picturePool: Pool,
  scanPool: Pool,
  { isHeld }: WorkspaceHolds,
  tasks: UpkeepTasks,
  logger: Logger,
): Upkeep {
  return new Upkeep({
    pool,
    tasks,
    logger,
    sweepPictures: () => sweepUnnamedPictures(picturePool, isHeld),
    recountObjects: (between) => recountObjects(scanPool, { between }),
  });
}

/** Deletes data beyond its retention, and creates partitions for outcomes, the first ones before the first unit. */
@Module({
  imports: [StorageModule, HoldsModule],
  providers: [
    {
      provide: Upkeep,
      useFactory: createUpkeep,
      inject: [UNIT_POOL, PICTURE_POOL, UPKEEP_POOL, WorkspaceHolds, UpkeepTasks, LOGGER],
    },
  ],
})
export class UpkeepModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly upkeep: Upkeep,
    private readonly startup: Startup,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.startup.add((stopping) => this.start(stopping));
  }

  /** Tries again after temporary failures, such as a database that is down. */
  private async start(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      try {
        return await this.upkeep.start();
      } catch (error) {
        if (databaseFault(error) === 'other') throw error;
        this.logger.warn({ error: String(error) }, 'Waiting for the database.');
        await sleep(RETRY_MS, undefined, { signal: stopping }).catch(() => undefined);
      }
    }
  }

  onApplicationShutdown(): void {
    this.upkeep.stop();
  }
}
