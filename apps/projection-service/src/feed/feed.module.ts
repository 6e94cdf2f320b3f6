import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { CONFIG, LOGGER } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Config } from '../configuration/config.js';
import { CommitSignal } from '../storage/commits/commit-signal.js';
import { CommitsModule } from '../storage/commits/commits.module.js';
import { WaitingReaders } from '../storage/commits/waiting-readers.js';
import { FEED_POOL } from '../storage/pools.js';
import { StorageModule } from '../storage/storage.module.js';
import { ChangeStreams } from './change-streams.js';
import { ChangesFeed } from './changes-feed.js';
import { ChangesController } from './changes.controller.js';
import { CursorCodec } from './cursor.js';
import { ErasedAmongController } from './erased-among.controller.js';
import { FeedEpochs } from './feed-epochs.js';
import { type FeedLog, type FeedLogs } from './feed-logs.js';
import { FeedPlacesController } from './feed-places.controller.js';
import { FeedPlaces } from './feed-places.js';
import { FeedReader } from './feed-reader.js';
import { SharedPages } from './shared-pages.js';

export const FEED_LOGS = Symbol('logs of the feed');

function createLogs({ objectPartitions: partitions }: Config, pool: Pool, signal: CommitSignal): FeedLogs {
  const log = (count: number, passedOver = 0, wokenBy: FeedLog['wokenBy'] = 'any'): FeedLog => {
    const reader = new FeedReader(pool, count, passedOver);
    const pages = new SharedPages(reader, { version: (workspace) => signal.version(workspace, wokenBy) });
    return { partitions: count, reader, pages, wokenBy };
  };
  return { objects: log(partitions), withAreas: log(2 * partitions), areasOnly: log(2 * partitions, partitions, 'areas') };
}

/** The feed of changes in the order in which they were applied, in pages and as a stream. */
@Module({
  imports: [StorageModule, CommitsModule],
  controllers: [ChangesController, FeedPlacesController, ErasedAmongController],
  providers: [
    { provide: FEED_LOGS, useFactory: createLogs, inject: [CONFIG, FEED_POOL, CommitSignal] },
    { provide: CursorCodec, useFactory: ({ cursorSecret }: Config) => new CursorCodec(cursorSecret), inject: [CONFIG] },
    { provide: FeedEpochs, useFactory: (pool: Pool) => new FeedEpochs(pool), inject: [FEED_POOL] },
    {
      provide: ChangesFeed,
      useFactory: (pool: Pool, logs: FeedLogs, codec: CursorCodec, epochs: FeedEpochs, signal: CommitSignal, waiting: WaitingReaders) =>
        new ChangesFeed({ pool, logs, codec, epochs, signal, waiting }),
      inject: [FEED_POOL, FEED_LOGS, CursorCodec, FeedEpochs, CommitSignal, WaitingReaders],
    },
    {
      provide: ChangeStreams,
      useFactory: (feed: ChangesFeed, waiting: WaitingReaders, logger: Logger) => new ChangeStreams(feed, waiting, logger),
      inject: [ChangesFeed, WaitingReaders, LOGGER],
    },
    {
      provide: FeedPlaces,
      useFactory: (pool: Pool, logs: FeedLogs, codec: CursorCodec, epochs: FeedEpochs) => new FeedPlaces({ pool, logs, codec, epochs }),
      inject: [FEED_POOL, FEED_LOGS, CursorCodec, FeedEpochs],
    },
  ],
  exports: [FEED_LOGS, ChangesFeed],
})
export class FeedModule {}
