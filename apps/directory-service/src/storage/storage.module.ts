import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { Database } from '#service/database.js';
import { repositoriesOf, repositoryTokens } from '#service/repositories.js';
import type { DatabaseConfig } from '#service/settings.js';
import { CONFIG } from '#service/tokens.js';
import { ENTITIES } from '../entities/entities.js';

export const POOL = Symbol('database connections');

/** Connections, for hand-written SQL, and the repositories of entities over them. */
@Module({
  providers: [
    {
      provide: POOL,
      useFactory: (database: Database, { databasePool }: DatabaseConfig): Pool => database.pool({ max: databasePool }),
      inject: [Database, CONFIG],
    },
    ...repositoriesOf(ENTITIES, POOL),
  ],
  exports: [POOL, ...repositoryTokens(ENTITIES)],
})
export class StorageModule {}
