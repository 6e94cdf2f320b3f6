import { Module, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { Database } from '#service/database.js';
import { Startup } from '#service/startup.js';
import { CONFIG } from '#service/tokens.js';
import type { Config } from '../configuration/config.js';
import { ObservationPieces } from './observation-pieces.js';

/** Connections of reports and heatmaps; separate, so that a large report does not delay the consumers. */
export const READ_POOL = Symbol('connections of reports');
/** Connections of the consumers. */
export const WRITE_POOL = Symbol('connections of consumers');
export const UPKEEP_POOL = Symbol('connections of upkeep');

/** One per topic. */
const WRITE_CONNECTIONS = 3;
const UPKEEP_CONNECTIONS = 4;

/** Database connections, and the pieces of the tables of observations and heat. */
@Module({
  providers: [
    {
      provide: WRITE_POOL,
      useFactory: (database: Database): Pool => database.pool({ max: WRITE_CONNECTIONS, plansByKey: true }),
      inject: [Database],
    },
    {
      provide: UPKEEP_POOL,
      useFactory: (database: Database): Pool => database.pool({ max: UPKEEP_CONNECTIONS, plansByKey: true }, 'upkeep'),
      inject: [Database],
    },
    {
      provide: READ_POOL,
      useFactory: (database: Database, { databasePool }: Config): Pool =>
        database.pool({ max: databasePool - WRITE_CONNECTIONS, isChecked: true }, 'reads'),
      inject: [Database, CONFIG],
    },
    {
      provide: ObservationPieces,
      useFactory: (pool: Pool, { observationDays }: Config) => new ObservationPieces(pool, observationDays),
      inject: [WRITE_POOL, CONFIG],
    },
  ],
  exports: [READ_POOL, WRITE_POOL, UPKEEP_POOL, ObservationPieces],
})
export class TablesModule implements OnModuleInit {
  constructor(
    private readonly pieces: ObservationPieces,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    this.startup.add(async () => void (await this.pieces.keep(Date.now())));
  }
}
