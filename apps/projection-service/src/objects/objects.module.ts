import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { FeedModule } from '../feed/feed.module.js';
import { ReadingModule } from '../reading/reading.module.js';
import { SearchModule } from '../search/search.module.js';
import { FEED_POOL, READ_POOL } from '../storage/pools.js';
import { StorageModule } from '../storage/storage.module.js';
import { AgesModule } from './ages/ages.module.js';
import { HoldsController } from './holds.controller.js';
import { NearbyController } from './nearby.controller.js';
import { ObjectHolds } from './object-holds.js';
import { ObjectList, SnapshotList } from './object-list.js';
import { ObjectTypes } from './object-types.js';
import { ObjectsController } from './objects.controller.js';
import { TypesController } from './types.controller.js';

/** Objects as they are now, those around one, their types and legal holds. */
@Module({
  imports: [StorageModule, ReadingModule, AgesModule, SearchModule, FeedModule],
  controllers: [ObjectsController, NearbyController, TypesController, HoldsController],
  providers: [
    { provide: ObjectList, useFactory: (pool: Pool) => new ObjectList(pool), inject: [READ_POOL] },
    { provide: SnapshotList, useFactory: (pool: Pool) => new SnapshotList(pool), inject: [FEED_POOL] },
    ObjectTypes,
    ObjectHolds,
  ],
})
export class ObjectsModule {}
