import { Module } from '@nestjs/common';
import { AgesModule } from '../ages/ages.module.js';
import { ExportsModule } from '../exports/exports.module.js';
import { FeedModule } from '../feed/feed.module.js';
import { KeptHistoryModule } from '../kept-history/kept-history.module.js';
import { ReadingModule } from '../reading/reading.module.js';
import { SearchModule } from '../search/search.module.js';
import { TablesModule } from '../tables/tables.module.js';
import { HoldsController } from './holds.controller.js';
import { ObjectExport } from './object-export.js';
import { ObjectHolds } from './object-holds.js';
import { ObjectTypes } from './object-types.js';
import { ObjectsController } from './objects.controller.js';
import { TypesController } from './types.controller.js';

/** Objects as they are now, their types and legal holds, and the export of one object's data. */
@Module({
  imports: [TablesModule, ReadingModule, AgesModule, SearchModule, FeedModule, KeptHistoryModule, ExportsModule],
  controllers: [ObjectsController, TypesController, HoldsController],
  providers: [ObjectTypes, ObjectHolds, ObjectExport],
})
export class ObjectsModule {}
