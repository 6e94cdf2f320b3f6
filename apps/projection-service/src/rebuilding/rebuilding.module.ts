import { type BeforeApplicationShutdown, Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { checkedSchemaName } from '#postgres/schema-name.js';
import { CONFIG, LOGGER } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Config } from '../configuration/config.js';
import { UPKEEP_POOL } from '../storage/pools.js';
import { StorageModule } from '../storage/storage.module.js';
import { KeptSchemas } from './kept-schemas.js';
import { RebuildProcess } from './rebuild-process.js';
import { RebuildRuns } from './rebuild-runs.js';
import { RebuildController } from './rebuild.controller.js';

/** Rebuilds requested by an operator. Each is a separate process (main.ts), which ends with the service. */
@Module({
  imports: [StorageModule],
  controllers: [RebuildController],
  providers: [
    {
      provide: RebuildRuns,
      useFactory: (pool: Pool, { databaseSchema }: Config) => new RebuildRuns(pool, checkedSchemaName(databaseSchema)),
      inject: [UPKEEP_POOL, CONFIG],
    },
    {
      provide: KeptSchemas,
      useFactory: (pool: Pool, { databaseSchema }: Config) => new KeptSchemas(pool, checkedSchemaName(databaseSchema)),
      inject: [UPKEEP_POOL, CONFIG],
    },
    {
      provide: RebuildProcess,
      useFactory: (runs: RebuildRuns, logger: Logger) => new RebuildProcess(runs, logger),
      inject: [RebuildRuns, LOGGER],
    },
  ],
  exports: [KeptSchemas],
})
export class RebuildingModule implements BeforeApplicationShutdown {
  constructor(private readonly rebuilds: RebuildProcess) {}

  /** Runs after waiting readers have been answered, since it takes up to fifteen seconds. */
  beforeApplicationShutdown(): Promise<void> {
    return this.rebuilds.stop();
  }
}
