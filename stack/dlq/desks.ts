import { TOPICS } from '#contracts/topics.js';
import { CoalescingProducer } from '#kafka/coalescing-producer.js';
import { createKafka, type KafkaConnection } from '#kafka/connection.js';
import { DeadLetterDesk } from '#kafka/dead-letter-desk.js';
import { topicName } from '#kafka/topics.js';
import { createLogger } from '#telemetry/logger.js';

export interface DeskOptions {
  brokers: string[];
  prefix: string;
}

/** No broker answers; the message names the addresses. */
export class BrokerAwayError extends Error {
  override readonly name = 'BrokerAwayError';
}

/** The dead-letter topics by their short names (`commands`, `events`), each with its desk. */
export type Desks = ReadonlyMap<string, DeadLetterDesk>;

const SUFFIX = '.dead-letter';
const MAX_QUEUED_BYTES = 64 * 1024 * 1024;

/** Opens the desks for a piece of work and closes what they need afterwards. */
export async function withDesks<T>({ brokers, prefix }: DeskOptions, work: (desks: Desks) => Promise<T>): Promise<T> {
  const logger = createLogger({ service: 'dlq', instance: String(process.pid), level: 'silent' });
  const kafka = createKafka({ brokers, clientId: 'dlq', logger });
  const producer = new CoalescingProducer({ kafka, maxQueuedBytes: MAX_QUEUED_BYTES, logger });
  const names = TOPICS.map(({ name }) => name).filter((name) => name.endsWith(SUFFIX));
  await checkReachable(kafka, brokers);
  await producer.connect();
  try {
    return await work(
      new Map(names.map((name) => [name.slice('object.'.length, -SUFFIX.length), new DeadLetterDesk({ kafka, producer, topic: topicName(prefix, name), logger })])),
    );
  } finally {
    await producer.close();
  }
}

/** The producer would wait for the broker for ever; a person wants to know. @throws BrokerAwayError */
async function checkReachable(kafka: KafkaConnection, brokers: readonly string[]): Promise<void> {
  const admin = kafka.derive({ retries: 1 }).admin();
  try {
    await admin.connect();
  } catch {
    throw new BrokerAwayError(`No broker answers at ${brokers.join(', ')}: start Waymark, or name another with --brokers.`);
  } finally {
    await admin.disconnect();
  }
}
