import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource, type DataSourceSettings } from '#postgres/data-source.js';
import { DatabaseTimeline } from '#postgres/database-timeline.js';
import { migrate } from '#postgres/migrate.js';
import { createPool, type PoolOptions } from '#postgres/pool.js';
import type { Logger } from '#telemetry/logger.js';
import { HealthChecks } from './health-checks.js';
import type { DatabaseConfig, ServiceConfig } from './settings.js';
import { Startup } from './startup.js';
import { CONFIG, LOGGER, SERVICE_NAME } from './tokens.js';

export const TABLES = Symbol('tables');
/** The tables of a service in Postgres. */
export type Tables = Pick<DataSourceSettings, 'entities' | 'migrations'>;
interface PoolSettings extends Pick<PoolOptions, 'max' | 'plansByKey' | 'pipeline' | 'statementTimeoutMs' | 'lockTimeoutMs'> {
  /** Whether /health/ready checks the database through this pool; by default, it uses the pool created last. */
  isChecked?: boolean;
  /** Address of a replica to read instead of the database itself. */
  replicaUrl?: string;
}

/** The database of a service. Its migrations are the first step of startup; its pools are closed last. */
@Injectable()
export class Database implements OnModuleInit, OnApplicationShutdown {
  readonly dataSource: DataSource;
  private readonly timeline: DatabaseTimeline;
  private readonly pools: Pool[] = [];
  private checkedPool: Pool | undefined;
  private migrated = false;

  constructor(
    @Inject(SERVICE_NAME) private readonly service: string,
    @Inject(CONFIG) private readonly config: DatabaseConfig & ServiceConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(TABLES) { entities, migrations }: Tables,
    private readonly startup: Startup,
    private readonly checks: HealthChecks,
  ) {
    this.dataSource = createDataSource({ url: config.databaseUrl, schema: config.databaseSchema, entities, migrations });
    this.timeline = new DatabaseTimeline(logger);
  }

  /**
   * A separate pool for hand-written SQL, so that a queue in one pool does not delay the others.
   * @param of its purpose, shown in pg_stat_activity next to the service and the instance
   */
  pool({ isChecked, replicaUrl, ...size }: PoolSettings, of?: string): Pool {
    const { config, logger, timeline } = this;
    const pool = createPool({
      ...size,
      url: replicaUrl ?? config.databaseUrl,
      schema: config.databaseSchema,
      applicationName: `waymark-${this.service}${of === undefined ? '' : `-${of}`} ${config.instanceId}`,
      // The timeline is that of the primary only.
      ...(replicaUrl === undefined && { timeline }),
      onIdleError: (error) => logger.warn({ error: error.message }, 'An idle database connection was lost; it is replaced.'),
    });
    this.pools.push(pool);
    if (isChecked) this.checkedPool = pool;
    return pool;
  }

  /** Whether the tables are up to date with this version. */
  get isMigrated(): boolean {
    return this.migrated;
  }

  onModuleInit(): void {
    this.checks.add({ name: 'database', check: async () => void (await (this.checkedPool ?? this.pools.at(-1))?.query('select 1')) });
    this.startup.add(async () => {
      const migrated = await migrate(this.dataSource, { onWait: (reason) => this.logger.warn({ reason }, 'Waiting for the database.') });
      if (migrated.length > 0) this.logger.info({ migrated }, 'Migrations were applied.');
      this.migrated = true;
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.pools.map((pool) => pool.end()));
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }
}
