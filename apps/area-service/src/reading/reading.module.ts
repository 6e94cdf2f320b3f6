import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { UnitTransport } from '#kafka/units/unit-transport.js';
import { StoredPlaces } from '#postgres/stored-places.js';
import { Broker } from '#service/broker.js';
import { CONFIG } from '#service/tokens.js';
import type { Config } from '../configuration/config.js';
import { CONSUMER } from '../storage/consumer.js';
import { JUDGE_POOL, StorageModule } from '../storage/storage.module.js';

const MAX_QUEUED_BYTES = 64 * 1024 * 1024;
/** A single report is judged after at most this time; when many arrive, more are gathered into a unit. */
const FETCH_WAIT_MS = 100;

function createTransport(config: Config, pool: Pool, broker: Broker, producer: CoalescingProducer): UnitTransport {
  return broker.consume('object.events', {
    group: 'area-service',
    check: 'events',
    places: new StoredPlaces(pool, CONSUMER),
    maxUnitRecords: config.unitRecords,
    maxUnitBytes: config.unitBytes,
    lingerMs: config.unitLingerMs,
    fetchWaitMs: Math.min(config.unitLingerMs, FETCH_WAIT_MS),
    headers: ['ce_type', 'ce_workspace'],
    deadLetters: producer,
  });
}

/** Reads object.events and provides the service's producer. Units go to `ObjectEventsController`. */
@Module({
  imports: [StorageModule],
  providers: [
    { provide: CoalescingProducer, useFactory: (broker: Broker) => broker.producer('areas', MAX_QUEUED_BYTES), inject: [Broker] },
    {
      provide: UnitTransport,
      useFactory: createTransport,
      inject: [CONFIG, JUDGE_POOL, Broker, CoalescingProducer],
    },
  ],
  exports: [CoalescingProducer, UnitTransport],
})
export class ReadingModule {}
