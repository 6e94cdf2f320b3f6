import { Module } from '@nestjs/common';
import { BrokerModule } from '#service/broker.module.js';
import { DatabaseModule } from '#service/database.module.js';
import { FollowedAreasModule } from '#service/followed-areas.module.js';
import { FollowedDirectoryModule } from '#service/followed-directory.module.js';
import { AreasModule } from './areas/areas.module.js';
import { JudgingModule } from './judging/judging.module.js';
import { MIGRATIONS } from './storage/migrations.js';
import { VisitsModule } from './visits/visits.module.js';

/** The area service: serves areas and visits over HTTP to gateways only; reads object.events, writes area.events and area.state. */
@Module({
  imports: [
    DatabaseModule.of({ entities: [], migrations: MIGRATIONS }),
    BrokerModule.of(['object.events', 'area.state', 'area.events']),
    FollowedDirectoryModule.of('background'),
    FollowedAreasModule.of('awaited'),
    AreasModule,
    VisitsModule,
    JudgingModule,
  ],
})
export class AppModule {}
