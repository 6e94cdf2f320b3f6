import { type DynamicModule, Module } from '@nestjs/common';
import type { ExaminedDatabase } from '#postgres/database-diagnosis.js';
import { DiagnosisController, EXAMINED_DATABASE } from '#postgres/diagnosis.controller.js';
import { HealthModule } from '#telemetry/health.js';
import { ChangeStreams } from './feed/change-streams.js';
import { ChangesController } from './feed/changes.controller.js';
import { ChangesFeed } from './feed/changes-feed.js';
import { CursorCodec } from './feed/cursor.js';
import { FeedEpochs } from './feed/feed-epochs.js';
import { FeedReader } from './feed/feed-reader.js';
import { SharedPages } from './feed/shared-pages.js';
import { TileCache } from './map/tile-cache.js';
import { TileReader } from './map/tile-reader.js';
import { TileRows } from './map/tile-rows.js';
import { TilesController } from './map/tiles.controller.js';
import { ViewController } from './map/view.controller.js';
import { ViewStream } from './map/view-stream.js';
import type { ProjectionParts } from './projection-parts.js';
import type { Readiness } from './readiness.js';
import { INTERNAL_TOKEN } from '#identity/internal-guard.js';
import { ObjectHistory } from './reading/object-history.js';
import { ObjectList } from './reading/object-list.js';
import { ObjectsController } from './reading/objects.controller.js';
import { PageCursors } from './reading/signed-page.js';
import { ObjectSearch } from './search/object-search.js';
import { RebuildController } from './rebuilding/rebuild.controller.js';
import { RebuildProcess } from './rebuilding/rebuild-process.js';
import { RebuildRuns } from './rebuilding/rebuild-runs.js';
import { PROJECTION_MIGRATIONS } from './tables/projection-data-source.js';

/** What the projection serves: objects, their histories, the changes feed, rebuilds for operators; health and metrics. Projecting is the transport's (main.ts). */
@Module({})
export class ProjectionModule {
  static register(parts: ProjectionParts, readiness: Readiness): DynamicModule {
    const { config, readPool: pool, signal, waiting, registry, logger, rebuilds } = parts;
    const partitions = config.objectPartitions;
    const reader = new FeedReader(pool, partitions);
    const pages = new SharedPages(reader, signal);
    const list = new ObjectList(pool);
    const feed = new ChangesFeed({ pool, reader, pages, codec: new CursorCodec(config.cursorSecret), epochs: new FeedEpochs(pool), signal, waiting, partitions });
    return {
      module: ProjectionModule,
      imports: [HealthModule.register({ checks: readiness.checks, registry, log: logger })],
      controllers: [ObjectsController, ChangesController, TilesController, ViewController, RebuildController, DiagnosisController],
      providers: [
        { provide: EXAMINED_DATABASE, useValue: { about: 'projection-service', url: config.databaseUrl, schema: config.databaseSchema, migrations: PROJECTION_MIGRATIONS.map(({ name }) => name) } satisfies ExaminedDatabase },
        { provide: INTERNAL_TOKEN, useValue: config.internalToken },
        { provide: ChangesFeed, useValue: feed },
        { provide: ChangeStreams, useValue: new ChangeStreams(feed, waiting, logger) },
        { provide: ObjectList, useValue: list },
        { provide: ObjectSearch, useValue: new ObjectSearch(pool) },
        { provide: ObjectHistory, useValue: new ObjectHistory(pool) },
        { provide: ViewStream, useValue: new ViewStream({ pool, list, pages, reader, signal, waiting, logger }) },
        { provide: TileCache, useValue: new TileCache(new TileReader(new TileRows(pool))) },
        { provide: RebuildRuns, useValue: rebuilds.runs },
        { provide: RebuildProcess, useValue: rebuilds },
        { provide: PageCursors, useValue: new PageCursors(config.cursorSecret) },
      ],
    };
  }
}
