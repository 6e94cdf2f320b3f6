import { Module } from '@nestjs/common';
import { PresenceModule } from '../history/presence/presence.module.js';
import { HistoryQueryModule } from '../history/query/history-query.module.js';
import { ReadingModule } from '../reading/reading.module.js';
import { VisitsController } from './visits.controller.js';
import { Visits } from './visits.js';

/** Visits of a place. */
@Module({
  imports: [ReadingModule, HistoryQueryModule, PresenceModule],
  controllers: [VisitsController],
  providers: [Visits],
})
export class VisitsModule {}
