import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { KeptOutbox } from '#postgres/kept-outbox.js';
import { RememberedJson } from '#postgres/remembered-json.js';
import { Tenure } from '#postgres/tenure.js';
import { Broker } from '#service/broker.js';
import { CONFIG, LOGGER, REGISTRY } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { CommandDecoder } from '../commands/command-decoder.js';
import type { Config } from '../configuration/config.js';
import { ErasingModule } from '../erasing/erasing.module.js';
import { ErasureRecord } from '../erasing/erasure-record.js';
import { HoldsModule } from '../holds/holds.module.js';
import { WorkspaceHolds } from '../holds/workspace-holds.js';
import { AllStates } from '../publishing/all-states.js';
import { HeldOffsets } from '../publishing/held-offsets.js';
import { OutgoingRecords } from '../publishing/outgoing-records.js';
import { PublishingModule } from '../publishing/publishing.module.js';
import { StatePublisher } from '../publishing/state-publisher.js';
import { UnitPublisher } from '../publishing/unit-publisher.js';
import { ObjectQuotas } from '../quotas/object-quotas.js';
import { QuotasModule } from '../quotas/quotas.module.js';
import { UNIT_POOL, UPKEEP_POOL } from '../storage/pools.js';
import { StorageModule } from '../storage/storage.module.js';
import { NewerStates } from './newer-states.js';
import { ObjectCommandsController } from './object-commands.controller.js';
import { ObjectUnitProcessor } from './object-unit-processor.js';
import { UnitMetrics } from './unit-metrics.js';

function createProcessor(
  { objectPartitions, replyPartitions, cachedObjects }: Config,
  pool: Pool,
  scanPool: Pool,
  broker: Broker,
  held: HeldOffsets,
  tenure: Tenure,
  records: OutgoingRecords,
  outbox: KeptOutbox,
  units: UnitPublisher,
  states: StatePublisher,
  allStates: AllStates,
  holds: WorkspaceHolds,
  quotas: ObjectQuotas,
  erasures: ErasureRecord,
  metrics: UnitMetrics,
  logger: Logger,
): ObjectUnitProcessor {
  const newer = { pool: scanPool, kafka: broker.kafka, topic: broker.topic('object.state'), logger };
  return new ObjectUnitProcessor({
    pool,
    decoder: new CommandDecoder(objectPartitions, replyPartitions),
    objects: new RememberedJson(cachedObjects),
    held,
    tenure,
    records,
    outbox,
    units,
    states,
    allStates,
    holds,
    quotas,
    erasures,
    metrics,
    takeNewerStates: (partitions) => NewerStates.take(newer, partitions),
  });
}

/** Units of work: turn commands into objects, outcomes and outbox rows, in one transaction. */
@Module({
  imports: [StorageModule, PublishingModule, HoldsModule, QuotasModule, ErasingModule],
  controllers: [ObjectCommandsController],
  providers: [
    { provide: UnitMetrics, useFactory: (registry: Registry) => new UnitMetrics(registry), inject: [REGISTRY] },
    {
      provide: ObjectUnitProcessor,
      useFactory: createProcessor,
      inject: [
        CONFIG,
        UNIT_POOL,
        UPKEEP_POOL,
        Broker,
        HeldOffsets,
        Tenure,
        OutgoingRecords,
        KeptOutbox,
        UnitPublisher,
        StatePublisher,
        AllStates,
        WorkspaceHolds,
        ObjectQuotas,
        ErasureRecord,
        UnitMetrics,
        LOGGER,
      ],
    },
  ],
})
export class UnitModule {}
