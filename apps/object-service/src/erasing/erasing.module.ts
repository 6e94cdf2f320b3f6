import { Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { DirectoryCopy } from '#directory/directory-copy.js';
import type { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import { Broker } from '#service/broker.js';
import { Startup } from '#service/startup.js';
import { CONFIG, LOGGER, REGISTRY } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import { type Registry, watchedGauge } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';
import { UPKEEP_POOL } from '../storage/pools.js';
import { StorageModule } from '../storage/storage.module.js';
import { TopicsModule, UNIT_PRODUCER } from '../topics/topics.module.js';
import { ErasureRecord } from './erasure-record.js';
import { StaleErasure } from './stale-erasure.js';
import { WorkspaceErasure } from './workspace-erasure.js';

function createErasureRecord({ erasureRecord }: Config, logger: Logger, registry: Registry): ErasureRecord {
  const erasures = new ErasureRecord(erasureRecord, logger);
  watchedGauge(registry, {
    name: 'waymark_erasures_not_recorded',
    help: 'Erased objects not yet written to the record of erasures.',
    value: () => erasures.unwritten,
  });
  return erasures;
}

function createWorkspaceErasure(
  { topicPrefix, objectPartitions: partitions, erasuresPerSecond: objectsPerSecond }: Config,
  copy: DirectoryCopy,
  pool: Pool,
  { kafka }: Broker,
  producer: CoalescingProducer,
  tasks: UpkeepTasks,
  logger: Logger,
  registry: Registry,
  record: ErasureRecord,
): WorkspaceErasure {
  const erasure = new WorkspaceErasure({ copy, pool, kafka, producer, topicPrefix, partitions, objectsPerSecond, tasks, record, logger });
  watchedGauge(registry, {
    name: 'waymark_workspaces_to_erase',
    help: 'Deleted workspaces that may still have objects in this service.',
    value: () => erasure.pending,
  });
  return erasure;
}

function createStaleErasure(
  { topicPrefix, objectPartitions: partitions, erasuresPerSecond: objectsPerSecond, staleLookMinutes }: Config,
  copy: DirectoryCopy,
  pool: Pool,
  producer: CoalescingProducer,
  tasks: UpkeepTasks,
  logger: Logger,
): StaleErasure {
  const everyMs = staleLookMinutes * 60_000;
  return new StaleErasure({ copy, pool, producer, topicPrefix, partitions, objectsPerSecond, tasks, logger, everyMs });
}

/** Erases objects of deleted workspaces and objects beyond a workspace's retention, by commands on the log. */
@Module({
  imports: [StorageModule, TopicsModule],
  providers: [
    { provide: ErasureRecord, useFactory: createErasureRecord, inject: [CONFIG, LOGGER, REGISTRY] },
    {
      provide: WorkspaceErasure,
      useFactory: createWorkspaceErasure,
      inject: [CONFIG, DirectoryCopy, UPKEEP_POOL, Broker, UNIT_PRODUCER, UpkeepTasks, LOGGER, REGISTRY, ErasureRecord],
    },
    {
      provide: StaleErasure,
      useFactory: createStaleErasure,
      inject: [CONFIG, DirectoryCopy, UPKEEP_POOL, UNIT_PRODUCER, UpkeepTasks, LOGGER],
    },
  ],
  exports: [ErasureRecord],
})
export class ErasingModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly ofWorkspaces: WorkspaceErasure,
    private readonly ofStale: StaleErasure,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    this.startup.addBeforeConsumers(() => {
      this.ofWorkspaces.start();
      this.ofStale.start();
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.ofWorkspaces.stop(), this.ofStale.stop()]);
  }
}
