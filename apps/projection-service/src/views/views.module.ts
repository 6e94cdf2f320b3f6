import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { LOGGER } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { FeedLogs } from '../feed/feed-logs.js';
import { FEED_LOGS, FeedModule } from '../feed/feed.module.js';
import { ObjectList } from '../objects/object-list.js';
import { CommitSignal } from '../storage/commits/commit-signal.js';
import { CommitsModule } from '../storage/commits/commits.module.js';
import { WaitingReaders } from '../storage/commits/waiting-readers.js';
import { FEED_POOL } from '../storage/pools.js';
import { StorageModule } from '../storage/storage.module.js';
import { ViewStream } from './view-stream.js';
import { ViewController } from './view.controller.js';

function createViews(pool: Pool, { objects }: FeedLogs, signal: CommitSignal, waiting: WaitingReaders, logger: Logger): ViewStream {
  return new ViewStream({ pool, list: new ObjectList(pool), pages: objects.pages, reader: objects.reader, signal, waiting, logger });
}

/** Live views for maps: the objects of a box, and then their changes. */
@Module({
  imports: [StorageModule, CommitsModule, FeedModule],
  controllers: [ViewController],
  providers: [{ provide: ViewStream, useFactory: createViews, inject: [FEED_POOL, FEED_LOGS, CommitSignal, WaitingReaders, LOGGER] }],
})
export class ViewsModule {}
