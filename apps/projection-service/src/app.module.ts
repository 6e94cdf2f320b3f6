import { Module } from '@nestjs/common';
import { BrokerModule } from '#service/broker.module.js';
import { DatabaseModule } from '#service/database.module.js';
import { FollowedAreasModule } from '#service/followed-areas.module.js';
import { FollowedDirectoryModule } from '#service/followed-directory.module.js';
import { ErasingModule } from './erasing/erasing.module.js';
import { FeedModule } from './feed/feed.module.js';
import { FreshnessModule } from './freshness/freshness.module.js';
import { HistoryModule } from './history/history.module.js';
import { IndexingModule } from './indexing/indexing.module.js';
import { MapModule } from './map/map.module.js';
import { ObjectsModule } from './objects/objects.module.js';
import { ProjectingModule } from './projecting/projecting.module.js';
import { RebuildingModule } from './rebuilding/rebuilding.module.js';
import { PROJECTION_TABLES } from './tables/projection-data-source.js';

/** Reads do without the broker. */
const BROKER = [BrokerModule.forConsumers(['object.events']), FollowedDirectoryModule.of('beside'), FollowedAreasModule.of('beside')];
const ANSWERING = [ObjectsModule, HistoryModule, FeedModule, MapModule, FreshnessModule];
const KEEPING = [ProjectingModule, IndexingModule, ErasingModule, RebuildingModule];

/** The projection: object.events and area.events in; objects, histories and the feed over HTTP, for gateways alone. */
@Module({ imports: [DatabaseModule.of(PROJECTION_TABLES), ...BROKER, ...ANSWERING, ...KEEPING] })
export class AppModule {}
