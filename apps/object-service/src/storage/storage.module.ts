import { Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { SnapshotWatch } from '#postgres/snapshot-watch.js';
import { Database } from '#service/database.js';
import { Startup } from '#service/startup.js';
import { CONFIG, LOGGER, REGISTRY } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';
import { boundLookUps } from './look-up-pool.js';
import { LOOK_UP_POOL, PICTURE_POOL, PICTURE_READ_POOL, UNIT_POOL, UPKEEP_POOL } from './pools.js';

const LOOK_UP_CONNECTIONS = 4;
const PICTURE_CONNECTIONS = 2;
const UPKEEP_CONNECTIONS = 4;

const connections = (database: Database, max: number): Pool => database.pool({ max, plansByKey: true });

/** Database connections, separate for each kind of work. */
@Module({
  providers: [
    {
      provide: UNIT_POOL,
      useFactory: (database: Database, { databasePool }: Config): Pool =>
        database.pool({ max: databasePool, plansByKey: true, pipeline: true, isChecked: true }),
      inject: [Database, CONFIG],
    },
    {
      provide: LOOK_UP_POOL,
      useFactory: (database: Database): Pool => boundLookUps(connections(database, LOOK_UP_CONNECTIONS)),
      inject: [Database],
    },
    {
      provide: PICTURE_POOL,
      useFactory: (database: Database): Pool => connections(database, PICTURE_CONNECTIONS),
      inject: [Database],
    },
    {
      provide: PICTURE_READ_POOL,
      useFactory: (database: Database): Pool => connections(database, PICTURE_CONNECTIONS),
      inject: [Database],
    },
    {
      provide: UPKEEP_POOL,
      useFactory: (database: Database): Pool => connections(database, UPKEEP_CONNECTIONS),
      inject: [Database],
    },
    {
      provide: SnapshotWatch,
      useFactory: (pool: Pool, registry: Registry, logger: Logger) => new SnapshotWatch({ pool, registry, logger }),
      inject: [UPKEEP_POOL, REGISTRY, LOGGER],
    },
  ],
  exports: [UNIT_POOL, LOOK_UP_POOL, PICTURE_POOL, PICTURE_READ_POOL, UPKEEP_POOL],
})
export class StorageModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly snapshots: SnapshotWatch,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    this.startup.add(() => this.snapshots.start());
  }

  onApplicationShutdown(): Promise<void> {
    return this.snapshots.stop();
  }
}
