import { type BeforeApplicationShutdown, Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DirectoryCopy } from '#directory/directory-copy.js';
import type { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { ReplyConsumer } from '#kafka/reading/reply-consumer.js';
import { Broker } from '#service/broker.js';
import { HealthChecks } from '#service/health-checks.js';
import { ProcessEnd } from '#service/process-end.js';
import { Startup } from '#service/startup.js';
import { CONFIG, LOGGER, REGISTRY } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { Admission } from '../checks/admission.js';
import { ChecksModule } from '../checks/checks.module.js';
import type { Config } from '../configuration/config.js';
import { Limits } from '../limits/limits.js';
import { LimitsModule } from '../limits/limits.module.js';
import { DelegatedCalls } from '../services/delegated-calls.js';
import { DirectoryClient } from '../services/directory-client.js';
import { ObjectServiceClient } from '../services/object-service-client.js';
import { ownObjectService } from '../services/own-clients.js';
import { PROJECTION_WORDS } from '../services/projection-words.js';
import { ServiceClient } from '../services/service-client.js';
import { AdoptionsController } from './adoptions.controller.js';
import { EditsController } from './edits.controller.js';
import { ForeignClashes } from './foreign-clashes.js';
import { OperationIds } from './operation-ids.js';
import { OperationRunner } from './operation-runner.js';
import { OperationWaits } from './operation-waits.js';
import { OperationsController } from './operations.controller.js';
import { replyPartitionOf, takeOutcomes } from './outcome-batches.js';
import { PicturesController } from './pictures.controller.js';
import { ReleaseAudit } from './release-audit.js';
import { StoredElements } from './stored-elements.js';
import { UpdatesController } from './updates.controller.js';
import { WriteCalls } from './write-calls.js';
import { WriteMetrics } from './write-metrics.js';

const COMMAND_PRODUCER = Symbol('producer of commands');
/** Connections to the projection, for edits whose elements are compared with the stored ones. */
const EDIT_READS = { connections: 4, queue: 64 };

function createReplies(
  { instanceId, replyPartitions }: Config,
  broker: Broker,
  waits: OperationWaits,
  processEnd: ProcessEnd,
  logger: Logger,
  metrics: Registry,
): ReplyConsumer {
  return new ReplyConsumer({
    kafka: broker.kafka,
    topic: broker.topic('object.outcomes'),
    partition: replyPartitionOf(instanceId, replyPartitions),
    groupId: broker.clientId,
    onRecords: (records) => takeOutcomes(records, waits, logger),
    logger,
    metrics,
    // The process ends, since a restart is better than letting every call wait in vain.
    onFatal: (error) => processEnd.fatal(error),
  });
}

function createRunner(
  { objectPartitions: partitions, instanceId, replyPartitions }: Config,
  broker: Broker,
  producer: CoalescingProducer,
  waits: OperationWaits,
  objectService: ObjectServiceClient,
): OperationRunner {
  const reply = replyPartitionOf(instanceId, replyPartitions);
  return new OperationRunner({ producer, waits, objectService, topic: broker.topic('object.commands'), partitions, reply });
}

function createCalls(
  { maxBodyBytes, defaultWaitSeconds }: Config,
  admission: Admission,
  runner: OperationRunner,
  ids: OperationIds,
  objectService: ObjectServiceClient,
  clashes: ForeignClashes,
): WriteCalls {
  return new WriteCalls({ admission, runner, ids, objectService, clashes, maxBodyBytes, defaultWaitMs: defaultWaitSeconds * 1000 });
}

/** Updates and edits: checks them, claims their keys, publishes them, and answers with their outcomes. */
@Module({
  imports: [ChecksModule, LimitsModule],
  controllers: [UpdatesController, OperationsController, EditsController, PicturesController, AdoptionsController],
  providers: [
    ownObjectService(),
    {
      provide: ServiceClient,
      useFactory: ({ projectionUrl: url, internalToken, readTimeoutMs: timeoutMs }: Config) =>
        new ServiceClient({ url, internalToken, ...EDIT_READS, timeoutMs, words: PROJECTION_WORDS }),
      inject: [CONFIG],
    },
    {
      provide: COMMAND_PRODUCER,
      useFactory: (broker: Broker, { maxQueuedBytes, sendTimeoutMs }: Config) =>
        broker.producer('commands', maxQueuedBytes, { sendTimeoutMs }),
      inject: [Broker, CONFIG],
    },
    OperationWaits,
    { provide: ReplyConsumer, useFactory: createReplies, inject: [CONFIG, Broker, OperationWaits, ProcessEnd, LOGGER, REGISTRY] },
    {
      provide: Admission,
      useFactory: ({ maxCallsInFlight, maxBytesInFlight }: Config) => new Admission(maxCallsInFlight, maxBytesInFlight),
      inject: [CONFIG],
    },
    { provide: OperationIds, useFactory: ({ operationIdSecret }: Config) => new OperationIds(operationIdSecret), inject: [CONFIG] },
    {
      provide: ForeignClashes,
      useFactory: ({ maxForeignClashes }: Config, logger: Logger, limits: Limits) =>
        new ForeignClashes(maxForeignClashes, logger, () => limits.ownPart),
      inject: [CONFIG, LOGGER, Limits],
    },
    {
      provide: WriteMetrics,
      useFactory: (registry: Registry, admission: Admission, waits: OperationWaits, producer: CoalescingProducer) =>
        new WriteMetrics(registry, { admission, waits, producer }),
      inject: [REGISTRY, Admission, OperationWaits, COMMAND_PRODUCER],
    },
    { provide: OperationRunner, useFactory: createRunner, inject: [CONFIG, Broker, COMMAND_PRODUCER, OperationWaits, ObjectServiceClient] },
    {
      provide: WriteCalls,
      useFactory: createCalls,
      inject: [CONFIG, Admission, OperationRunner, OperationIds, ObjectServiceClient, ForeignClashes],
    },
    {
      provide: StoredElements,
      useFactory: (projection: ServiceClient, { readTimeoutMs }: Config) => new StoredElements(projection, readTimeoutMs),
      inject: [ServiceClient, CONFIG],
    },
    {
      provide: ReleaseAudit,
      useFactory: (client: DirectoryClient, copy: DirectoryCopy, logger: Logger) =>
        new ReleaseAudit(new DelegatedCalls(client, copy, logger)),
      inject: [DirectoryClient, DirectoryCopy, LOGGER],
    },
  ],
})
export class WritesModule implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly replies: ReplyConsumer,
    private readonly waits: OperationWaits,
    private readonly admission: Admission,
    private readonly limits: Limits,
    private readonly checks: HealthChecks,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    const { config, replies, admission } = this;
    const check = (): void => {
      if (!replies.ready()) throw new Error('outcomes are not read yet');
    };
    this.checks.add({ name: 'outcomes', check });
    this.limits.holdBacklogWhile(() => admission.callsInFlight * 2 > config.maxCallsInFlight);
    this.startup.addBeforeConsumers(() => replies.start());
  }

  /** Answers waiting calls with 202: their elements are on the log, and another gateway can look them up. */
  beforeApplicationShutdown(): void {
    this.waits.close();
  }

  onApplicationShutdown(): Promise<void> {
    return this.replies.close();
  }
}
