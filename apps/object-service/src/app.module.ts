import { Module } from '@nestjs/common';
import { BrokerModule } from '#service/broker.module.js';
import { DatabaseModule } from '#service/database.module.js';
import { FollowedDirectoryModule } from '#service/followed-directory.module.js';
import { ErasingModule } from './erasing/erasing.module.js';
import { LookUpsModule } from './look-ups/look-ups.module.js';
import { PicturesModule } from './pictures/pictures.module.js';
import { MIGRATIONS } from './storage/migrations.js';
import { TOPICS } from './topics/topics.module.js';
import { UnitModule } from './unit/unit.module.js';
import { UpkeepModule } from './upkeep/upkeep.module.js';

/** The object service: reads object.commands, writes events, states and outcomes, and serves look-ups and pictures to other services. */
@Module({
  imports: [
    DatabaseModule.of({ entities: [], migrations: MIGRATIONS }),
    // HTTP requests are answered even while the broker is down.
    BrokerModule.forPublishingConsumers(TOPICS),
    FollowedDirectoryModule.of('background'),
    LookUpsModule,
    PicturesModule,
    UnitModule,
    ErasingModule,
    UpkeepModule,
  ],
})
export class AppModule {}
