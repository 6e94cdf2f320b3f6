import type { Pool } from 'pg';
import type { TopicName } from '#contracts/topics.js';
import type { CoalescingProducer } from '#kafka/coalescing-producer.js';
import type { KafkaConnection } from '#kafka/connection.js';
import { DeadLetterWriter } from '#kafka/dead-letter.js';
import { topicName } from '#kafka/topics.js';
import type { UnitProcessor } from '#kafka/unit-processor.js';
import { UnitTransport } from '#kafka/unit-transport.js';
import { StoredPlaces } from '#postgres/stored-places.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { CONSUMER } from './offsets-in-log.js';

export interface EventsSource {
  kafka: KafkaConnection;
  topicPrefix: string;
  objectPartitions: number;
}

/** What the feed tells. */
export type EventsTopic = Extract<TopicName, 'object.events' | 'area.events'>;

export interface EventsTransportOptions extends EventsSource {
  topic: EventsTopic;
  /** Without the prefix. */
  groupId: string;
  processor: UnitProcessor;
  /** Of the projection's tables. */
  pool: Pool;
  producer: CoalescingProducer;
  unitRecords: number;
  unitBytes: number;
  unitLingerMs?: number;
  logger: Logger;
  metrics: Registry;
  onFatal: (error: Error) => void;
}

export function createEventsTransport(options: EventsTransportOptions): UnitTransport {
  return new UnitTransport({
    kafka: options.kafka,
    groupId: options.topicPrefix + options.groupId,
    topic: topicName(options.topicPrefix, options.topic),
    partitions: options.objectPartitions,
    processor: options.processor,
    places: new StoredPlaces(options.pool, CONSUMER, options.topic === 'area.events' ? options.objectPartitions : 0),
    storesAtOnce: true,
    maxUnitRecords: options.unitRecords,
    maxUnitBytes: options.unitBytes,
    lingerMs: options.unitLingerMs,
    deadLetters: new DeadLetterWriter(options.producer),
    fromBeginning: true,
    logger: options.logger,
    metrics: options.metrics,
    onFatal: options.onFatal,
  });
}
