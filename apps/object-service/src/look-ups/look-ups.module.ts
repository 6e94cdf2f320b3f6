import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { topicBounds } from '#kafka/topics/partition-bounds.js';
import { Broker } from '#service/broker.js';
import { LOOK_UP_POOL } from '../storage/pools.js';
import { StorageModule } from '../storage/storage.module.js';
import { AppliedCommands } from './applied-commands.js';
import { IdempotencyKeysController } from './idempotency-keys.controller.js';
import { IdsController } from './ids.controller.js';
import { MovingController } from './moving.controller.js';
import { ObjectCountsController } from './object-counts.controller.js';
import { OperationsController } from './operations.controller.js';

/** Answers queries of other services: operations, idempotency keys, ids, object counts, and the objects of a workspace that moves. */
@Module({
  imports: [StorageModule],
  controllers: [OperationsController, IdempotencyKeysController, ObjectCountsController, IdsController, MovingController],
  providers: [
    {
      provide: AppliedCommands,
      useFactory: (pool: Pool, broker: Broker) =>
        new AppliedCommands({ pool, ends: () => topicBounds(broker.kafka, broker.topic('object.commands')) }),
      inject: [LOOK_UP_POOL, Broker],
    },
  ],
})
export class LookUpsModule {}
