import { Module } from '@nestjs/common';
import { ReadingModule } from '../reading/reading.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { ExportsModule } from './exports/exports.module.js';
import { HistoryPages } from './history-pages.js';
import { HistoryController } from './history.controller.js';
import { ObjectHistoryController } from './object-history.controller.js';
import { ObjectHistory } from './object-history.js';
import { PositionsThen } from './positions-then.js';
import { PresenceModule } from './presence/presence.module.js';
import { HistoryQueryModule } from './query/history-query.module.js';
import { Trips } from './trips.js';

/** Histories in pages and trips, and positions at an instant. */
@Module({
  imports: [StorageModule, ReadingModule, HistoryQueryModule, ExportsModule, PresenceModule],
  controllers: [ObjectHistoryController, HistoryController],
  providers: [HistoryPages, ObjectHistory, PositionsThen, Trips],
})
export class HistoryModule {}
