import { setElementLimits } from '#contracts/dto/element-limits.js';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { awaitTopics } from '#kafka/await-topics.js';
import { brokerAccess } from '#kafka/broker-settings.js';
import { CoalescingProducer } from '#kafka/coalescing-producer.js';
import { createKafka } from '#kafka/connection.js';
import { ReplyConsumer } from '#kafka/reply-consumer.js';
import { topicName } from '#kafka/topics.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../config.js';
import { EditCheck } from '../edits/edit-commands.js';
import { EditDoor } from '../edits/edit-door.js';
import { StoredElements } from '../edits/stored-elements.js';
import type { FieldWatch } from '../fields/field-watch.js';
import type { ReleaseAudit } from '../ids/release-audit.js';
import { AdoptionDoor } from '../moving/adoption-door.js';
import { ObjectServiceClient } from '../operations/object-service-client.js';
import { OperationDoor } from '../operations/operation-door.js';
import { OperationIds } from '../operations/operation-ids.js';
import { ForeignClashes } from '../outcomes/foreign-clashes.js';
import { OperationWaits } from '../outcomes/operation-waits.js';
import { replyPartitionOf, takeOutcomes } from '../outcomes/outcome-batches.js';
import { PictureDoor } from '../pictures/picture-door.js';
import { PictureStore } from '../pictures/picture-store.js';
import { OperationRunner } from '../publishing/operation-runner.js';
import { ProjectionClient } from '../reads/projection-client.js';
import { Admission } from './admission.js';
import { ElementCheck } from './element-check.js';
import { IngestMetrics } from './ingest-metrics.js';
import { elementLimitsOf } from './ingest-settings.js';
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
