import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { Database } from '#service/database.js';
import type { DatabaseConfig } from '#service/settings.js';
import { CONFIG } from '#service/tokens.js';

export const POOL = Symbol('database connections');

@Module({
  providers: [
    {
      provide: POOL,
      useFactory: (database: Database, { databasePool }: DatabaseConfig): Pool => database.pool({ max: databasePool }),
      inject: [Database, CONFIG],
    },
  ],
  exports: [POOL],
})
export class StorageModule {}
