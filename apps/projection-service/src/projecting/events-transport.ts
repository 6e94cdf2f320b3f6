import type { Pool } from 'pg';
import type { TopicName } from '#contracts/topics.js';
import type { KafkaConnection } from '#kafka/connection/connection.js';
import { DeadLetterWriter } from '#kafka/dead-letters/dead-letter.js';
import type { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { topicName } from '#kafka/topics/topics.js';
import type { UnitProcessor } from '#kafka/units/unit-processor.js';
import type { UnitReading } from '#kafka/units/unit-transport-options.js';
import { UnitTransport } from '#kafka/units/unit-transport.js';
import { StoredPlaces } from '#postgres/stored-places.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { CONSUMER } from '../storage/consumer.js';

export interface EventsSource {
  kafka: KafkaConnection;
  topicPrefix: string;
  objectPartitions: number;
}

/** The topics of the feed. */
export type EventsTopic = Extract<TopicName, 'object.events' | 'area.events'>;

export interface EventsTransportOptions extends EventsSource {
  topic: EventsTopic;
  /** Group id without the prefix. */
  groupId: string;
  processor: UnitProcessor;
  /** Pool of the projection's tables. */
  pool: Pool;
  producer: CoalescingProducer;
  unitRecords: number;
  unitBytes: number;
  logger: Logger;
  metrics: Registry;
  onFatal: (error: Error) => void;
}

/** How the service and a rebuild read a topic. @param pool of the projection's tables */
export function readingOf(
  topic: EventsTopic,
  pool: Pool,
  { objectPartitions, unitRecords, unitBytes }: { objectPartitions: number; unitRecords: number; unitBytes: number },
): Pick<UnitReading, 'places' | 'storesAtOnce' | 'maxUnitRecords' | 'maxUnitBytes' | 'headers'> {
  return {
    places: new StoredPlaces(pool, CONSUMER, topic === 'area.events' ? objectPartitions : 0),
    storesAtOnce: true,
    maxUnitRecords: unitRecords,
    maxUnitBytes: unitBytes,
    headers: ['ce_type'],
  };
}

/** The transport for a rebuild, which runs without a Nest application. */
export function createEventsTransport(options: EventsTransportOptions): UnitTransport {
  return new UnitTransport({
    ...readingOf(options.topic, options.pool, options),
    kafka: options.kafka,
    groupId: options.topicPrefix + options.groupId,
    topic: topicName(options.topicPrefix, options.topic),
    partitions: options.objectPartitions,
    processor: options.processor,
    deadLetters: new DeadLetterWriter(options.producer),
    fromBeginning: true,
    logger: options.logger,
    metrics: options.metrics,
    onFatal: options.onFatal,
  });
}
