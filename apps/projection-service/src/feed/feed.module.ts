import { Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { topicBounds } from '#kafka/topics/partition-bounds.js';
import { topicName } from '#kafka/topics/topics.js';
import { Findings } from '#postgres/findings.js';
import { Broker } from '#service/broker.js';
import { CONFIG, LOGGER, REGISTRY } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';
import { CommitSignal } from '../storage/commits/commit-signal.js';
import { CommitsModule } from '../storage/commits/commits.module.js';
import { WaitingReaders } from '../storage/commits/waiting-readers.js';
import { FEED_POOL, UPKEEP_POOL } from '../storage/pools.js';
import { StorageModule } from '../storage/storage.module.js';
import { ChangeStreams } from './change-streams.js';
import { ChangesFeed } from './changes-feed.js';
import { ChangesController } from './changes.controller.js';
import { CursorCodec } from './cursor.js';
import { CursorsController } from './cursors.controller.js';
import { ErasedAmongController } from './erased-among.controller.js';
import { FeedEpochs } from './feed-epochs.js';
import { type FeedLog, type FeedLogs } from './feed-logs.js';
import { FeedPlacesController } from './feed-places.controller.js';
import { FeedPlaces } from './feed-places.js';
import { FeedReader } from './feed-reader.js';
import { RollbackWatch, type RollbackWatchOptions } from './rollback-watch.js';
import { SharedPages } from './shared-pages.js';

export const FEED_LOGS = Symbol('logs of the feed');

function createLogs({ objectPartitions: partitions }: Config, pool: Pool, signal: CommitSignal, epochs: FeedEpochs): FeedLogs {
  const log = (count: number, passedOver = 0, wokenBy: FeedLog['wokenBy'] = 'any'): FeedLog => {
    const reader = new FeedReader(pool, count, passedOver);
    const pages = new SharedPages({ reader, signal, wokenBy, epochs });
    return { partitions: count, reader, pages, wokenBy };
  };
  return { objects: log(partitions), withAreas: log(2 * partitions), areasOnly: log(2 * partitions, partitions, 'areas') };
}

function createRollbackWatch(pool: Pool, epochs: FeedEpochs, { kafka }: Broker, config: Config, logger: Logger): RollbackWatch {
  const { topicPrefix, objectPartitions } = config;
  const endsOf: RollbackWatchOptions['endsOf'] = (topic) => topicBounds(kafka, topicName(topicPrefix, topic));
  return new RollbackWatch({ pool, epochs, objectPartitions, endsOf, logger });
}

/** The feed of changes in the order in which they were applied, in pages and as a stream. */
@Module({
  imports: [StorageModule, CommitsModule],
  controllers: [ChangesController, CursorsController, FeedPlacesController, ErasedAmongController],
  providers: [
    { provide: FEED_LOGS, useFactory: createLogs, inject: [CONFIG, FEED_POOL, CommitSignal, FeedEpochs] },
    { provide: CursorCodec, useFactory: ({ cursorSecret }: Config) => new CursorCodec(cursorSecret), inject: [CONFIG] },
    {
      provide: FeedEpochs,
      useFactory: (pool: Pool, upkeepPool: Pool, registry: Registry, logger: Logger) =>
        new FeedEpochs({ pool, upkeepPool, registry, logger }),
      inject: [FEED_POOL, UPKEEP_POOL, REGISTRY, LOGGER],
    },
    { provide: RollbackWatch, useFactory: createRollbackWatch, inject: [FEED_POOL, FeedEpochs, Broker, CONFIG, LOGGER] },
    {
      provide: ChangesFeed,
      useFactory: (
        pool: Pool,
        logs: FeedLogs,
        codec: CursorCodec,
        epochs: FeedEpochs,
        rollbacks: RollbackWatch,
        signal: CommitSignal,
        waiting: WaitingReaders,
      ) => new ChangesFeed({ pool, logs, codec, epochs, rollbacks, signal, waiting }),
      inject: [FEED_POOL, FEED_LOGS, CursorCodec, FeedEpochs, RollbackWatch, CommitSignal, WaitingReaders],
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
export class FeedModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly epochs: FeedEpochs,
    private readonly rollbacks: RollbackWatch,
    private readonly findings: Findings,
  ) {}

  onModuleInit(): void {
    this.findings.add(async () => [await this.epochs.finding()]);
  }

  onApplicationShutdown(): Promise<void> {
    return this.rollbacks.stop();
  }
}
