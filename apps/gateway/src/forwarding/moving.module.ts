import { Module } from '@nestjs/common';
import { ObjectServiceClient } from '../services/object-service-client.js';
import { ownObjectService } from '../services/own-clients.js';
import { MovedCalls } from './moved-calls.js';

/** Calls of workspaces that have moved to another installation. */
@Module({
  providers: [
    ownObjectService(),
    { provide: MovedCalls, useFactory: (objects: ObjectServiceClient) => new MovedCalls(objects), inject: [ObjectServiceClient] },
  ],
  exports: [MovedCalls],
})
export class MovingModule {}
