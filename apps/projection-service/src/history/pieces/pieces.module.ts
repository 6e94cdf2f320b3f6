import { Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import { Startup } from '#service/startup.js';
import { LOGGER } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import { FreshnessModule } from '../../reading/freshness/freshness.module.js';
import { LagWatch } from '../../reading/freshness/lag-watch.js';
import { PieceKeeper } from '../../storage/piece-keeper.js';
import { UPKEEP_POOL, WRITE_POOL } from '../../storage/pools.js';
import { StorageModule } from '../../storage/storage.module.js';
import { PARTITIONED_TABLES, type PartitionedTable } from '../../storage/time-partitions.js';
import { HeldHistory } from './held-history.js';

/** Creates the pieces of time-partitioned tables before rows need them, and drops pieces whose rows are all beyond their retention. */
@Module({
  imports: [StorageModule, FreshnessModule],
  providers: [
    {
      provide: HeldHistory,
      useFactory: (copy: DirectoryCopy, pool: Pool, lag: LagWatch) => new HeldHistory({ copy, pool, appliedUntil: () => lag.appliedUntil }),
      inject: [DirectoryCopy, UPKEEP_POOL, LagWatch],
    },
    {
      provide: PieceKeeper,
      useFactory: (pool: Pool, tables: readonly PartitionedTable[], logger: Logger, held: HeldHistory) =>
        new PieceKeeper(pool, tables, logger, held),
      inject: [WRITE_POOL, PARTITIONED_TABLES, LOGGER, HeldHistory],
    },
  ],
  exports: [HeldHistory, PieceKeeper],
})
export class PiecesModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly pieces: PieceKeeper,
    private readonly tasks: UpkeepTasks,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    this.startup.add(() => this.pieces.start(this.tasks));
  }

  onApplicationShutdown(): Promise<void> {
    return this.pieces.stop();
  }
}
