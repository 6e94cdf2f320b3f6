import { Module } from '@nestjs/common';
import { BrokerModule } from '#service/broker.module.js';
import { DatabaseModule } from '#service/database.module.js';
import { FollowedDirectoryModule } from '#service/followed-directory.module.js';
import { DeliveringModule } from './delivering/delivering.module.js';
import { MIGRATIONS } from './storage/migrations.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';
import { UpkeepModule } from './upkeep/upkeep.module.js';

/** The webhook service: serves webhooks and deliveries over HTTP to gateways only; sends the projection's feeds to receivers. */
@Module({
  imports: [
    DatabaseModule.of({ entities: [], migrations: MIGRATIONS }),
    // Messages are also delivered while the broker is unavailable.
    BrokerModule.of([]),
    FollowedDirectoryModule.of('background'),
    SubscriptionsModule,
    DeliveringModule,
    UpkeepModule,
  ],
})
export class AppModule {}
