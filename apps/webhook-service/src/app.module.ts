import { Module } from '@nestjs/common';
import { BrokerModule } from '#service/broker.module.js';
import { DatabaseModule } from '#service/database.module.js';
import { FollowedDirectoryModule } from '#service/followed-directory.module.js';
import { DeliveringModule } from './delivering/delivering.module.js';
import { MIGRATIONS } from './storage/migrations.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';
import { UpkeepModule } from './upkeep/upkeep.module.js';

/** The webhook service: webhooks and their deliveries over HTTP, for gateways alone; feeds of the projection out to receivers. */
@Module({
  imports: [
    DatabaseModule.of({ entities: [], migrations: MIGRATIONS }),
    // Messages are delivered while the broker is away, too.
    BrokerModule.of([]),
    FollowedDirectoryModule,
    SubscriptionsModule,
    DeliveringModule,
    UpkeepModule,
  ],
})
export class AppModule {}
