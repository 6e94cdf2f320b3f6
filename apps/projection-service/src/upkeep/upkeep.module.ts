import { Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import { Startup } from '#service/startup.js';
import { LOGGER, REGISTRY } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { HeldHistory } from '../history/pieces/held-history.js';
import { PiecesModule } from '../history/pieces/pieces.module.js';
import { FreshnessModule } from '../reading/freshness/freshness.module.js';
import { LagWatch } from '../reading/freshness/lag-watch.js';
import { KeptSchemas } from '../rebuilding/kept-schemas.js';
import { RebuildingModule } from '../rebuilding/rebuilding.module.js';
import { CommitSignal } from '../storage/commits/commit-signal.js';
import { CommitsModule } from '../storage/commits/commits.module.js';
import { INDEX_POOL, UPKEEP_POOL } from '../storage/pools.js';
import { StorageModule } from '../storage/storage.module.js';
import { PARTITIONED_TABLES, type PartitionedTable } from '../storage/time-partitions.js';
import { DataUpkeep } from './data-upkeep.js';
import { IndexUpkeep } from './index-upkeep.js';

function createDataUpkeep(
  copy: DirectoryCopy,
  pool: Pool,
  tables: readonly PartitionedTable[],
  heldHistory: HeldHistory,
  keptSchemas: KeptSchemas,
  lag: LagWatch,
  tasks: UpkeepTasks,
  logger: Logger,
  registry: Registry,
): DataUpkeep {
  return new DataUpkeep({ copy, pool, tables, heldHistory, keptSchemas, appliedUntil: () => lag.appliedUntil, tasks, logger, registry });
}

/** Periodic work on all read models outside the units: counts by cell, search words, and the deletion of outdated data. */
@Module({
  imports: [StorageModule, CommitsModule, FreshnessModule, PiecesModule, RebuildingModule],
  providers: [
    {
      provide: IndexUpkeep,
      useFactory: (pool: Pool, commits: CommitSignal, tasks: UpkeepTasks, logger: Logger, registry: Registry) =>
        new IndexUpkeep({ pool, commits, tasks, logger, registry }),
      inject: [INDEX_POOL, CommitSignal, UpkeepTasks, LOGGER, REGISTRY],
    },
    {
      provide: DataUpkeep,
      useFactory: createDataUpkeep,
      inject: [DirectoryCopy, UPKEEP_POOL, PARTITIONED_TABLES, HeldHistory, KeptSchemas, LagWatch, UpkeepTasks, LOGGER, REGISTRY],
    },
  ],
})
export class UpkeepModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly index: IndexUpkeep,
    private readonly data: DataUpkeep,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    this.startup.add(() => this.index.start());
    this.startup.add(() => this.data.start());
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.index.stop(), this.data.stop()]);
  }
}
