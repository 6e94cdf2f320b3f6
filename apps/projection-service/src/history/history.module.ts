import { Module } from '@nestjs/common';
import { ExportsModule } from '../exports/exports.module.js';
import { KeptHistoryModule } from '../kept-history/kept-history.module.js';
import { PresenceModule } from '../presence/presence.module.js';
import { ReadingModule } from '../reading/reading.module.js';
import { TablesModule } from '../tables/tables.module.js';
import { AskedRegions } from './asked-regions.js';
import { HistoryController } from './history.controller.js';
import { HistoryPages } from './history-pages.js';
import { ObjectHistoryController } from './object-history.controller.js';
import { ObjectHistory } from './object-history.js';
import { PositionsThen } from './positions-then.js';
import { Trips } from './trips.js';
import { VisitsController } from './visits.controller.js';
import { Visits } from './visits.js';

/** Histories in pages, exports and trips, visits, and where objects were at an instant. */
@Module({
  imports: [TablesModule, ReadingModule, KeptHistoryModule, ExportsModule, PresenceModule],
  controllers: [ObjectHistoryController, HistoryController, VisitsController],
  providers: [AskedRegions, HistoryPages, ObjectHistory, PositionsThen, Trips, Visits],
})
export class HistoryModule {}
