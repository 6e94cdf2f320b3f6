import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { Database } from '#service/database.js';
import type { DatabaseConfig } from '#service/settings.js';
import { CONFIG } from '#service/tokens.js';

/** Connections of the judge. Its own: a crowd of readers must not hold up its work. */
export const JUDGE_POOL = Symbol('connections of the judge');
/** Connections of HTTP requests and upkeep. */
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
