import { Module } from '@nestjs/common';
import { BrokerModule } from '#service/broker.module.js';
import { DatabaseModule } from '#service/database.module.js';
import { FollowedAreasModule } from '#service/followed-areas.module.js';
import { FollowedDirectoryModule } from '#service/followed-directory.module.js';
import { FeedModule } from './feed/feed.module.js';
import { ExportsModule } from './history/exports/exports.module.js';
import { HistoryModule } from './history/history.module.js';
import { ObjectsModule } from './objects/objects.module.js';
import { ProjectingModule } from './projecting/projecting.module.js';
import { FreshnessModule } from './reading/freshness/freshness.module.js';
import { RebuildingModule } from './rebuilding/rebuilding.module.js';
import { PROJECTION_TABLES } from './schema/projection-data-source.js';
import { SearchModule } from './search/search.module.js';
import { TilesModule } from './tiles/tiles.module.js';
import { UpkeepModule } from './upkeep/upkeep.module.js';
import { ViewsModule } from './views/views.module.js';
import { VisitsModule } from './visits/visits.module.js';

/** Topics are read in the background: reads are answered even while the broker is down. */
const FOLLOWED = [FollowedDirectoryModule.of('background'), FollowedAreasModule.of('background')];
const STORES = [DatabaseModule.of(PROJECTION_TABLES), BrokerModule.forConsumers(['object.events']), ...FOLLOWED];
const READ_MODELS = [ObjectsModule, HistoryModule, FeedModule, TilesModule, ViewsModule, SearchModule, VisitsModule, ExportsModule];
const WRITING = [ProjectingModule, UpkeepModule, RebuildingModule];

/** The projection: reads object.events and area.events, and serves objects, histories and the feed over HTTP to other services. */
@Module({ imports: [...STORES, FreshnessModule, ...READ_MODELS, ...WRITING] })
export class AppModule {}
