import { setElementLimits } from '#contracts/dto/element-limits.js';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { brokerAccess } from '#kafka/connection/broker-settings.js';
import { createKafka } from '#kafka/connection/connection.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { ReplyConsumer } from '#kafka/reading/reply-consumer.js';
import { awaitTopics } from '#kafka/topics/await-topics.js';
import { topicName } from '#kafka/topics/topics.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { Admission } from '../checks/admission.js';
import { EditCheck } from '../checks/edit-commands.js';
import { ElementCheck } from '../checks/element-check.js';
import type { FieldWatch } from '../checks/field-watch.js';
import type { Config } from '../configuration/config.js';
import { elementLimitsOf } from '../configuration/ingest-settings.js';
import { ObjectServiceClient } from '../services/object-service-client.js';
import { PictureStore } from '../services/picture-store.js';
import { ProjectionClient } from '../services/projection-client.js';
import { AdoptionDoor } from './adoption-door.js';
import { EditDoor } from './edit-door.js';
import { ForeignClashes } from './foreign-clashes.js';
import { IngestMetrics } from './ingest-metrics.js';
import { OperationDoor } from './operation-door.js';
import { OperationIds } from './operation-ids.js';
import { OperationRunner } from './operation-runner.js';
import { OperationWaits } from './operation-waits.js';
import { replyPartitionOf, takeOutcomes } from './outcome-batches.js';
import { PictureDoor } from './picture-door.js';
import type { ReleaseAudit } from './release-audit.js';
import { StoredElements } from './stored-elements.js';
import { UpdateDoor } from './update-door.js';
import { WriteCalls } from './write-calls.js';

/** To the projection, for edits whose elements are compared with the stored ones. */
const EDIT_READS = { connections: 4, queue: 64 };

export interface IngestParts {
  /**
   * Resolves when the topics match the settings: with another number of partitions, acknowledged commands would go where
   * nobody applies them.
   * @throws TopicMismatchError
   */
  topics(signal: AbortSignal): Promise<void>;
  /** Half of the calls that may be in flight are. */
  busy: () => boolean;
  producer: CoalescingProducer;
  replies: ReplyConsumer;
  waits: OperationWaits;
  objectService: ObjectServiceClient;
  updates: UpdateDoor;
  edits: EditDoor;
  adoptions: AdoptionDoor;
  pictures: PictureDoor;
  pictureStore: PictureStore;
  projection: ProjectionClient;
  operations: OperationDoor;
}

export interface IngestSurroundings {
  fields: FieldWatch;
  holds: Pick<DirectoryCopy, 'holdOf' | 'workspace'>;
  releases: ReleaseAudit;
  /** The share of this gateway in the limits for all gateways, 0…1. */
  ownPart: () => number;
  onFatal: (error: Error) => void;
}

/** Builds the parts that accept updates; nothing is connected yet. */
export function createIngestParts(
  config: Config,
  logger: Logger,
  registry: Registry,
  { fields, holds, releases, ownPart, onFatal }: IngestSurroundings,
): IngestParts {
  setElementLimits(elementLimitsOf(config));
  const { topicPrefix: prefix, objectPartitions: partitions, replyPartitions } = config;
  const kafka = createKafka({ ...brokerAccess(config), clientId: `${prefix}gateway-${config.instanceId}`, logger });
  const producer = new CoalescingProducer({
    kafka,
    maxQueuedBytes: config.maxQueuedBytes,
    sendTimeoutMs: config.sendTimeoutMs,
    logger,
    metrics: registry,
    name: 'commands',
  });
  const waits = new OperationWaits();
  const reply = replyPartitionOf(config.instanceId, replyPartitions);
  const replies = new ReplyConsumer({
    kafka,
    topic: topicName(prefix, 'object.outcomes'),
    partition: reply,
    groupId: `${prefix}gateway-${config.instanceId}`,
    onRecords: (records) => takeOutcomes(records, waits, logger),
    logger,
    metrics: registry,
    onFatal,
  });
  const objectService = new ObjectServiceClient({
    url: config.objectServiceUrl,
    internalToken: config.internalToken,
    connections: config.lookupConnections,
    timeoutMs: config.lookupTimeoutMs,
  });
  const ids = new OperationIds(config.operationIdSecret);
  const admission = new Admission(config.maxCallsInFlight, config.maxBytesInFlight);
  const metrics = new IngestMetrics(registry, { admission, waits, producer });
  const runner = new OperationRunner({ producer, waits, objectService, topic: topicName(prefix, 'object.commands'), partitions, reply });
  const clashes = new ForeignClashes(config.maxForeignClashes, logger, ownPart);
  const calls = new WriteCalls({
    admission,
    runner,
    ids,
    objectService,
    clashes,
    maxBodyBytes: config.maxBodyBytes,
    defaultWaitMs: config.defaultWaitSeconds * 1000,
  });
  const pictureStore = new PictureStore(config);
  const { projectionUrl: url, internalToken } = config;
  const projection = new ProjectionClient({ url, internalToken, ...EDIT_READS });
  const stored = new StoredElements(projection, config.readTimeoutMs);
  const plan = { prefix, objectPartitions: partitions, replyPartitions };
  return {
    topics: (signal) => awaitTopics(kafka, { plan, names: ['object.commands', 'object.outcomes'], logger, signal }),
    busy: () => admission.callsInFlight * 2 > config.maxCallsInFlight,
    producer,
    replies,
    waits,
    objectService,
    updates: new UpdateDoor(calls, new ElementCheck(fields), config.maxElements, metrics),
    edits: new EditDoor(calls, new EditCheck(), stored, fields, metrics, holds, pictureStore, releases),
    adoptions: new AdoptionDoor(calls, config.maxElements, holds),
    pictures: new PictureDoor(calls, pictureStore, metrics, config.maxPictureBytes),
    pictureStore,
    projection,
    operations: new OperationDoor(objectService, ids, clashes),
  };
}
