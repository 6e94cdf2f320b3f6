import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { CONFIG } from '#service/tokens.js';
import type { Config } from '../configuration/config.js';
import { FEED_POOL, READ_POOL } from '../tables/pools.js';
import { TablesModule } from '../tables/tables.module.js';
import { MissingObjects } from './missing-objects.js';
import { ObjectList, SnapshotList } from './object-list.js';
import { PageCursors } from './signed-page.js';

/** Shared parts of reads by page and by id. */
@Module({
  imports: [TablesModule],
  providers: [
    MissingObjects,
    { provide: ObjectList, useFactory: (pool: Pool) => new ObjectList(pool), inject: [READ_POOL] },
    { provide: SnapshotList, useFactory: (pool: Pool) => new SnapshotList(pool), inject: [FEED_POOL] },
    { provide: PageCursors, useFactory: ({ cursorSecret }: Config) => new PageCursors(cursorSecret), inject: [CONFIG] },
  ],
  exports: [MissingObjects, ObjectList, SnapshotList, PageCursors],
})
export class ReadingModule {}
