import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { LOGGER } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import { CommitSignal } from '../commits/commit-signal.js';
import { CommitsModule } from '../commits/commits.module.js';
import { WaitingReaders } from '../commits/waiting-readers.js';
import { FEED_LOGS, FeedModule } from '../feed/feed.module.js';
import type { FeedLogs } from '../feed/feed-logs.js';
import { ObjectList } from '../reading/object-list.js';
import { FEED_POOL, READ_POOL } from '../tables/pools.js';
import { TablesModule } from '../tables/tables.module.js';
import { TileCache } from './tile-cache.js';
import { TileReader } from './tile-reader.js';
import { TileRows } from './tile-rows.js';
import { TilesController } from './tiles.controller.js';
import { ViewController } from './view.controller.js';
import { ViewStream } from './view-stream.js';

function createViews(pool: Pool, { objects }: FeedLogs, signal: CommitSignal, waiting: WaitingReaders, logger: Logger): ViewStream {
  return new ViewStream({ pool, list: new ObjectList(pool), pages: objects.pages, reader: objects.reader, signal, waiting, logger });
}

/** For maps: tiles, and live views. */
@Module({
  imports: [TablesModule, CommitsModule, FeedModule],
  controllers: [TilesController, ViewController],
  providers: [
    { provide: TileCache, useFactory: (pool: Pool) => new TileCache(new TileReader(new TileRows(pool))), inject: [READ_POOL] },
    { provide: ViewStream, useFactory: createViews, inject: [FEED_POOL, FEED_LOGS, CommitSignal, WaitingReaders, LOGGER] },
  ],
})
export class MapModule {}
