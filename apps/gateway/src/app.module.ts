import { Module } from '@nestjs/common';
import { BrokerModule } from '#service/broker.module.js';
import { FollowedDirectoryModule } from '#service/followed-directory.module.js';
import { AdministrationModule } from './administration/administration.module.js';
import { MapAppModule } from './app/map-app.module.js';
import { ForwardingModule } from './forwarding/forwarding.module.js';
import { HttpModule } from './http/http.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { ServicesModule } from './services/services.module.js';
import { WritesModule } from './writes/writes.module.js';

/** The gateway: the public address of all services, and of the map app. */
@Module({
  imports: [
    // Reads are answered even while the broker is down.
    BrokerModule.forPublishingConsumers(['object.commands', 'object.outcomes']),
    FollowedDirectoryModule.of('needed'),
    ServicesModule,
    HttpModule,
    WritesModule,
    ForwardingModule,
    AdministrationModule,
    MapAppModule,
    OpenApiModule,
  ],
})
export class AppModule {}
