import { Module } from '@nestjs/common';
import { BrokerModule } from '#service/broker.module.js';
import { DatabaseModule } from '#service/database.module.js';
import { FollowedDirectoryModule } from '#service/followed-directory.module.js';
import { HeatModule } from './heat/heat.module.js';
import { ReportingModule } from './reporting/reporting.module.js';
import { REPORT_MIGRATIONS } from './tables/migrations.js';
import { UpkeepModule } from './upkeep/upkeep.module.js';
import { WritingModule } from './writing/writing.module.js';

/** The report service: reads object.events, access.events and area.events; serves reports and heatmaps over HTTP, to gateways only. */
@Module({
  imports: [
    DatabaseModule.of({ entities: [], migrations: REPORT_MIGRATIONS }),
    // Reports are served even while the broker is down.
    BrokerModule.forConsumers(['object.events', 'access.events', 'area.events']),
    FollowedDirectoryModule.of('background'),
    ReportingModule,
    HeatModule,
    UpkeepModule,
    WritingModule,
  ],
})
export class AppModule {}
