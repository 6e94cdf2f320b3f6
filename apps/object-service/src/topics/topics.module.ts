import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import type { TopicName } from '#contracts/topics.js';
import type { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { UnitTransport } from '#kafka/units/unit-transport.js';
import { StoredPlaces } from '#postgres/stored-places.js';
import { Broker } from '#service/broker.js';
import { CONFIG } from '#service/tokens.js';
import type { Config } from '../configuration/config.js';
import { CONSUMER } from '../storage/consumer.js';
import { UNIT_POOL } from '../storage/pools.js';
import { StorageModule } from '../storage/storage.module.js';

/** Topics that have to exist before commands are read. */
export const TOPICS: readonly TopicName[] = [
  'object.commands',
  'object.commands.dead-letter',
  'object.outcomes',
  'object.events',
  'object.state',
];

/** Producer of events, outcomes, dead letters, and erasure commands. */
export const UNIT_PRODUCER = Symbol('producer of units');
/** Producer of states; separate, so that many states do not delay events and outcomes. */
export const STATE_PRODUCER = Symbol('producer of states');

const MAX_QUEUED_BYTES = 96 * 1024 * 1024;

function createTransport(config: Config, pool: Pool, broker: Broker, deadLetters: CoalescingProducer): UnitTransport {
  return broker.consume('object.commands', {
    group: 'object-service',
    check: 'commands',
    places: new StoredPlaces(pool, CONSUMER),
    storesAtOnce: true,
    maxUnitRecords: config.maxUnitRecords,
    maxUnitBytes: config.maxUnitBytes,
    lingerMs: config.unitLingerMs,
    deadLetters,
  });
}

/** The reader of object.commands, whose units go to `ObjectCommandsController`, and the producers of the service. */
@Module({
  imports: [StorageModule],
  providers: [
    {
      provide: UNIT_PRODUCER,
      useFactory: (broker: Broker): CoalescingProducer => broker.producer('units', MAX_QUEUED_BYTES),
      inject: [Broker],
    },
    {
      provide: STATE_PRODUCER,
      useFactory: (broker: Broker): CoalescingProducer => broker.producer('states', MAX_QUEUED_BYTES),
      inject: [Broker],
    },
    { provide: UnitTransport, useFactory: createTransport, inject: [CONFIG, UNIT_POOL, Broker, UNIT_PRODUCER] },
  ],
  exports: [UNIT_PRODUCER, STATE_PRODUCER, UnitTransport],
})
export class TopicsModule {}
