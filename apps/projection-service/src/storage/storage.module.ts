import { Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { SnapshotWatch } from '#postgres/snapshot-watch.js';
import { Database } from '#service/database.js';
import { Startup } from '#service/startup.js';
import { CONFIG, LOGGER, REGISTRY } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';
import { FEED_POOL, INDEX_POOL, READ_POOL, readConnections, UPKEEP_POOL, WRITE_CONNECTIONS, WRITE_POOL } from './pools.js';
import { PARTITIONED_TABLES, partitionedTables } from './time-partitions.js';

const UPKEEP_CONNECTIONS = 5;
const INDEX_CONNECTIONS = 3;
const INDEX_TIMEOUT_MS = 30 * 60_000;

/** Database connections, separate for each kind of work. */
@Module({
  providers: [
    {
      provide: WRITE_POOL,
      useFactory: (database: Database): Pool => database.pool({ max: WRITE_CONNECTIONS, plansByKey: true, pipeline: true }),
      inject: [Database],
    },
    {
      provide: UPKEEP_POOL,
      useFactory: (database: Database): Pool => database.pool({ max: UPKEEP_CONNECTIONS, plansByKey: true }, 'upkeep'),
      inject: [Database],
    },
    {
      provide: INDEX_POOL,
      useFactory: (database: Database): Pool => database.pool({ max: INDEX_CONNECTIONS, statementTimeoutMs: INDEX_TIMEOUT_MS }, 'index'),
      inject: [Database],
    },
    {
      provide: FEED_POOL,
      useFactory: (database: Database, config: Config): Pool =>
        database.pool({ max: readConnections(config), isChecked: config.databaseReadUrl === '' }, 'reads'),
      inject: [Database, CONFIG],
    },
    {
      provide: READ_POOL,
      useFactory: (database: Database, config: Config, feedPool: Pool): Pool =>
        config.databaseReadUrl === ''
          ? feedPool
          : database.pool({ max: readConnections(config), replicaUrl: config.databaseReadUrl, isChecked: true }, 'reads'),
      inject: [Database, CONFIG, FEED_POOL],
    },
    {
      provide: PARTITIONED_TABLES,
      useFactory: ({ historyRetentionDays: historyDays, feedRetentionDays: feedDays }: Config) =>
        partitionedTables({ historyDays, feedDays }),
      inject: [CONFIG],
    },
    {
      provide: SnapshotWatch,
      useFactory: (pool: Pool, registry: Registry, logger: Logger) => new SnapshotWatch({ pool, registry, logger }),
      inject: [UPKEEP_POOL, REGISTRY, LOGGER],
    },
  ],
  exports: [WRITE_POOL, UPKEEP_POOL, INDEX_POOL, FEED_POOL, READ_POOL, PARTITIONED_TABLES],
})
export class StorageModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly snapshots: SnapshotWatch,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    this.startup.add(() => this.snapshots.start());
  }

  async onApplicationShutdown(): Promise<void> {
    await this.snapshots.stop();
  }
}
