import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { Database } from '#service/database.js';
import type { DatabaseConfig } from '#service/settings.js';
import { CONFIG } from '#service/tokens.js';

/** The judge's connections, separate so that many readers cannot delay its work. */
export const JUDGE_POOL = Symbol('connections of the judge');
/** Connections for HTTP requests and upkeep. */
export const ROUTES_POOL = Symbol('connections of requests');

const JUDGE_CONNECTIONS = 3;

@Module({
  providers: [
    {
      provide: JUDGE_POOL,
      useFactory: (database: Database): Pool => database.pool({ max: JUDGE_CONNECTIONS, plansByKey: true }),
      inject: [Database],
    },
    {
      provide: ROUTES_POOL,
      useFactory: (database: Database, { databasePool }: DatabaseConfig): Pool => database.pool({ max: databasePool - JUDGE_CONNECTIONS }),
      inject: [Database, CONFIG],
    },
  ],
  exports: [JUDGE_POOL, ROUTES_POOL],
})
export class StorageModule {}
