import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { Database } from '#service/database.js';
import { repositoryOf, repositoryProviders } from '#service/repositories.js';
import type { DatabaseConfig } from '#service/settings.js';
import { CONFIG } from '#service/tokens.js';
import { ENTITIES } from '../entities/entities.js';

export const POOL = Symbol('database connections');

/** Database connections for SQL, and the repositories of entities. */
@Module({
  providers: [
    {
      provide: POOL,
      useFactory: (database: Database, { databasePool }: DatabaseConfig): Pool => database.pool({ max: databasePool }),
      inject: [Database, CONFIG],
    },
    ...repositoryProviders(ENTITIES, POOL),
  ],
  exports: [POOL, ...ENTITIES.map(repositoryOf)],
})
export class StorageModule {}
