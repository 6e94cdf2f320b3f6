import { type DynamicModule, Module } from '@nestjs/common';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { INTERNAL_TOKEN } from '#identity/internal-guard.js';
import { acceptedTokens } from '#identity/internal-settings.js';
import type { ExaminedDatabase } from '#postgres/database-diagnosis.js';
import { DiagnosisController, EXAMINED_DATABASE } from '#postgres/diagnosis.controller.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import { HealthModule } from '#telemetry/health.js';
import { ObjectsByAge } from './ages/objects-by-age.js';
import { HistoryExports } from './exports/history-exports.js';
import { OpenExports } from './exports/open-exports.js';
import { ChangeStreams } from './feed/change-streams.js';
import { ChangesController } from './feed/changes.controller.js';
import { ChangesFeed } from './feed/changes-feed.js';
import { CursorCodec } from './feed/cursor.js';
import { ErasedAmongController, ERASURES_POOL } from './feed/erased-among.controller.js';
import { FeedEpochs } from './feed/feed-epochs.js';
import type { FeedLog, FeedLogs } from './feed/feed-logs.js';
import { FeedPlacesController } from './feed/feed-places.controller.js';
import { FeedPlaces } from './feed/feed-places.js';
import { FeedReader } from './feed/feed-reader.js';
import { SharedPages } from './feed/shared-pages.js';
import { AskedObjects } from './history/asked-objects.js';
import { AskedRegions } from './history/asked-regions.js';
import { HistoryController } from './history/history.controller.js';
import { HistoryPages } from './history/history-pages.js';
import { HistoryReader } from './history/history-reader.js';
import { KeptHistory } from './history/kept-history.js';
import { ObjectHistoryController } from './history/object-history.controller.js';
import { PositionsThen } from './history/positions-then.js';
import { Trips } from './history/trips.js';
import { VisitsController } from './history/visits.controller.js';
import { Visits } from './history/visits.js';
import { TileCache } from './map/tile-cache.js';
import { TileReader } from './map/tile-reader.js';
import { TileRows } from './map/tile-rows.js';
import { TilesController } from './map/tiles.controller.js';
import { ViewController } from './map/view.controller.js';
import { ViewStream } from './map/view-stream.js';
import { PresenceProgress } from './presence/presence-progress.js';
import type { ProjectionParts } from './projection-parts.js';
import type { Readiness } from './readiness.js';
import { HoldsController } from './reading/holds.controller.js';
import { MissingObjects } from './reading/missing-objects.js';
import { ObjectExport } from './reading/object-export.js';
import { ObjectHistory } from './reading/object-history.js';
import { ObjectHolds } from './reading/object-holds.js';
import { ObjectList, SnapshotList } from './reading/object-list.js';
import { ObjectTypes } from './reading/object-types.js';
import { ObjectsController } from './reading/objects.controller.js';
import { PageCursors } from './reading/signed-page.js';
import { TypesController } from './reading/types.controller.js';
import { RebuildController } from './rebuilding/rebuild.controller.js';
import { RebuildProcess } from './rebuilding/rebuild-process.js';
import { RebuildRuns } from './rebuilding/rebuild-runs.js';
import { ObjectSearch } from './search/object-search.js';
import { PROJECTION_MIGRATIONS } from './tables/projection-data-source.js';

/**
 * What the projection serves: objects, their histories (in pages, exports, trips, and as of an instant), the changes
 * feed, rebuilds for operators; health and metrics. Projecting is the transport's (main.ts).
 */
@Module({})
export class ProjectionModule {
  static register(parts: ProjectionParts, readiness: Readiness): DynamicModule {
    const { config, readPool: pool, feedPool, signal, waiting, registry, logger, rebuilds } = parts;
    const partitions = config.objectPartitions;
    const codec = new CursorCodec(config.cursorSecret);
    const epochs = new FeedEpochs(feedPool);
    const log = (count: number, passedOver = 0, wokenBy: FeedLog['wokenBy'] = 'any'): FeedLog => {
      const reader = new FeedReader(feedPool, count, passedOver);
      return {
        partitions: count,
        reader,
        pages: new SharedPages(reader, { version: (workspace) => signal.version(workspace, wokenBy) }),
        wokenBy,
      };
    };
    const logs: FeedLogs = {
      objects: log(partitions),
      withAreas: log(2 * partitions),
      areasOnly: log(2 * partitions, partitions, 'areas'),
    };
    const feed = new ChangesFeed({ pool: feedPool, logs, codec, epochs, signal, waiting });
    const objects = new AskedObjects(pool);
    const kept = new KeptHistory(parts.copy, config.historyRetentionDays);
    const histories = new HistoryReader(pool, kept);
    return {
      module: ProjectionModule,
      imports: [HealthModule.register({ checks: readiness.checks, registry, log: logger })],
      controllers: [
        ObjectsController,
        TypesController,
        ObjectHistoryController,
        HoldsController,
        HistoryController,
        VisitsController,
        TilesController,
        ViewController,
        ChangesController,
        FeedPlacesController,
        ErasedAmongController,
        RebuildController,
        DiagnosisController,
      ],
      providers: [
        { provide: UpkeepTasks, useValue: parts.tasks },
        {
          provide: EXAMINED_DATABASE,
          useValue: {
            about: 'projection-service',
            url: config.databaseUrl,
            schema: config.databaseSchema,
            migrations: PROJECTION_MIGRATIONS.map(({ name }) => name),
            extensions: [
              { name: 'pg_trgm', without: 'searches find what begins so, and forgive no typing errors' },
              { name: 'btree_gin', without: 'searches that forgive typing errors look through all words of their workspace' },
            ],
          } satisfies ExaminedDatabase,
        },
        { provide: INTERNAL_TOKEN, useValue: acceptedTokens(config) },
        { provide: ChangesFeed, useValue: feed },
        { provide: ChangeStreams, useValue: new ChangeStreams(feed, waiting, logger) },
        { provide: FeedPlaces, useValue: new FeedPlaces({ pool: feedPool, logs, codec, epochs }) },
        { provide: ERASURES_POOL, useValue: feedPool },
        { provide: ObjectList, useValue: new ObjectList(pool) },
        { provide: SnapshotList, useValue: new SnapshotList(feedPool) },
        { provide: KeptHistory, useValue: kept },
        { provide: ObjectHistory, useValue: new ObjectHistory(pool) },
        { provide: DirectoryCopy, useValue: parts.copy },
        { provide: ObjectHolds, useValue: new ObjectHolds(pool) },
        { provide: ObjectExport, useValue: new ObjectExport(pool, kept, parts.copy) },
        { provide: MissingObjects, useValue: new MissingObjects(pool) },
        { provide: AskedObjects, useValue: objects },
        { provide: AskedRegions, useValue: new AskedRegions(parts.areas) },
        { provide: HistoryPages, useValue: new HistoryPages(objects, histories) },
        { provide: PositionsThen, useValue: new PositionsThen(objects, histories) },
        { provide: Visits, useValue: new Visits(objects, histories) },
        { provide: Trips, useValue: new Trips(histories) },
        { provide: HistoryExports, useValue: new HistoryExports(histories, parts.exports) },
        { provide: OpenExports, useValue: parts.exports },
        { provide: PresenceProgress, useValue: new PresenceProgress(pool) },
        { provide: ObjectsByAge, useValue: new ObjectsByAge(pool) },
        { provide: ObjectTypes, useValue: new ObjectTypes(pool) },
        { provide: ObjectSearch, useValue: new ObjectSearch(pool) },
        {
          provide: ViewStream,
          useValue: new ViewStream({
            pool: feedPool,
            list: new ObjectList(feedPool),
            pages: logs.objects.pages,
            reader: logs.objects.reader,
            signal,
            waiting,
            logger,
          }),
        },
        { provide: TileCache, useValue: new TileCache(new TileReader(new TileRows(pool))) },
        { provide: RebuildRuns, useValue: rebuilds.runs },
        { provide: RebuildProcess, useValue: rebuilds },
        { provide: PageCursors, useValue: new PageCursors(config.cursorSecret) },
      ],
    };
  }
}
