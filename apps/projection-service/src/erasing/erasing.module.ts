import { Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import { Startup } from '#service/startup.js';
import { LOGGER, REGISTRY } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { FreshnessModule } from '../freshness/freshness.module.js';
import { LagWatch } from '../freshness/lag-watch.js';
import { HeldHistory } from '../pieces/held-history.js';
import { PiecesModule } from '../pieces/pieces.module.js';
import { KeptSchemas } from '../rebuilding/kept-schemas.js';
import { RebuildingModule } from '../rebuilding/rebuilding.module.js';
import { UPKEEP_POOL } from '../tables/pools.js';
import { TablesModule } from '../tables/tables.module.js';
import { PARTITIONED_TABLES, type PartitionedTable } from '../tables/time-partitions.js';
import { DataUpkeep } from './data-upkeep.js';

function createUpkeep(
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

/** Deletes erased objects, deleted workspaces and data past its retention. */
@Module({
  imports: [TablesModule, FreshnessModule, PiecesModule, RebuildingModule],
  providers: [
    {
      provide: DataUpkeep,
      useFactory: createUpkeep,
      inject: [DirectoryCopy, UPKEEP_POOL, PARTITIONED_TABLES, HeldHistory, KeptSchemas, LagWatch, UpkeepTasks, LOGGER, REGISTRY],
    },
  ],
})
export class ErasingModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly upkeep: DataUpkeep,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    this.startup.add(() => this.upkeep.start());
  }

  onApplicationShutdown(): Promise<void> {
    return this.upkeep.stop();
  }
}
