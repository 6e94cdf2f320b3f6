import { setTimeout as sleep } from 'node:timers/promises';
import type { Registry } from '#telemetry/metrics.js';
import type { Logger } from '#telemetry/logger.js';
import type { CoalescingProducer } from '#kafka/coalescing-producer.js';
import type { KafkaConnection } from '#kafka/connection.js';
import { DeadLetterWriter } from '#kafka/dead-letter.js';
import { checkTopics, topicName, TopicMismatchError } from '#kafka/topics.js';
import type { UnitProcessor } from '#kafka/unit-processor.js';
import { UnitTransport } from '#kafka/unit-transport.js';

export interface EventsSource {
  kafka: KafkaConnection;
  topicPrefix: string;
  objectPartitions: number;
}

export interface EventsTransportOptions extends EventsSource {
  /** Without the prefix. */
  groupId: string;
  processor: UnitProcessor;
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
    topic: topicName(options.topicPrefix, 'object.events'),
    partitions: options.objectPartitions,
    processor: options.processor,
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

const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 5_000;

/**
 * Resolves when object.events is as the settings say, however long the broker is away or the topic not yet made.
 * @throws TopicMismatchError when it exists and is not
 */
export async function awaitEventsTopic({ kafka, topicPrefix, objectPartitions }: EventsSource, logger: Logger, signal: AbortSignal): Promise<void> {
  const plan = { prefix: topicPrefix, objectPartitions, replyPartitions: 0 };
  for (let pause = FIRST_RETRY_MS; !signal.aborted; pause = Math.min(pause * 2, LAST_RETRY_MS)) {
    try {
      return await checkTopics(kafka, plan, ['object.events']);
    } catch (error) {
      if (error instanceof TopicMismatchError && !error.message.includes('does not exist')) throw error;
      logger.warn({ error: (error as Error).message, retryInMs: pause }, 'The topic of events is not there yet.');
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}
