import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { CONFIG } from '#service/tokens.js';
import type { Config } from '../../configuration/config.js';
import { READ_POOL } from '../../storage/pools.js';
import { StorageModule } from '../../storage/storage.module.js';
import { HistoryReader } from './history-reader.js';
import { KeptHistory } from './kept-history.js';
import { RequestedObjects } from './requested-objects.js';
import { RequestedRegions } from './requested-regions.js';

/** The visible histories of objects, read in bounded parts. */
@Module({
  imports: [StorageModule],
  providers: [
    {
      provide: KeptHistory,
      useFactory: (copy: DirectoryCopy, { historyRetentionDays }: Config) => new KeptHistory(copy, historyRetentionDays),
      inject: [DirectoryCopy, CONFIG],
    },
    RequestedRegions,
    { provide: RequestedObjects, useFactory: (pool: Pool) => new RequestedObjects(pool), inject: [READ_POOL] },
    {
      provide: HistoryReader,
      useFactory: (pool: Pool, kept: KeptHistory) => new HistoryReader(pool, kept),
      inject: [READ_POOL, KeptHistory],
    },
  ],
  exports: [KeptHistory, RequestedRegions, RequestedObjects, HistoryReader],
})
export class HistoryQueryModule {}
