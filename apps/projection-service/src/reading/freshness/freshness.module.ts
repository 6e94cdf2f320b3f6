import { Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import type { Pool } from 'pg';
import { Broker } from '#service/broker.js';
import { Startup } from '#service/startup.js';
import { CONFIG, LOGGER, REGISTRY } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../../configuration/config.js';
import { CommitSignal } from '../../storage/commits/commit-signal.js';
import { CommitsModule } from '../../storage/commits/commits.module.js';
import { WaitingReaders } from '../../storage/commits/waiting-readers.js';
import { READ_POOL } from '../../storage/pools.js';
import { StorageModule } from '../../storage/storage.module.js';
import { AwaitedReads } from './awaited-reads.js';
import { FreshnessInterceptor } from './freshness.interceptor.js';
import { LagWatch } from './lag-watch.js';

/** A fallback, since notifications of commits may be missed during a reconnect. */
const AWAITED_POLL_MS = 500;
const REPLICA_POLL_MS = 25;

/** Measures how far reads are behind the log, and lets reads wait for changes. */
@Module({
  imports: [StorageModule, CommitsModule],
  providers: [
    {
      provide: LagWatch,
      useFactory: ({ kafka }: Broker, { topicPrefix }: Config, pool: Pool, logger: Logger, registry: Registry) =>
        new LagWatch({ kafka, topicPrefix, pool, logger, registry }),
      inject: [Broker, CONFIG, READ_POOL, LOGGER, REGISTRY],
    },
    {
      provide: AwaitedReads,
      useFactory: (pool: Pool, signal: CommitSignal, waiting: WaitingReaders, { databaseReadUrl }: Config) =>
        new AwaitedReads({ pool, signal, waiting, pollMs: databaseReadUrl === '' ? AWAITED_POLL_MS : REPLICA_POLL_MS }),
      inject: [READ_POOL, CommitSignal, WaitingReaders, CONFIG],
    },
    { provide: APP_INTERCEPTOR, useClass: FreshnessInterceptor },
  ],
  exports: [LagWatch],
})
export class FreshnessModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly lag: LagWatch,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    this.startup.add(() => this.lag.start());
  }

  onApplicationShutdown(): Promise<void> {
    return this.lag.stop();
  }
}
