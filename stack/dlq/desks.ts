import type { BrokerAccess } from '#kafka/connection/broker-access.js';
import { BROKER_VARIABLES } from '#kafka/connection/broker-settings.js';
import { connectionAdvice } from '#kafka/connection/connection-advice.js';
import { createKafka, type KafkaConnection } from '#kafka/connection/connection.js';
import { type DeadLetterDesks, deadLetterDesks } from '#kafka/dead-letters/dead-letter-desks.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { createLogger } from '#telemetry/logger.js';

export interface DeskOptions extends BrokerAccess {
  prefix: string;
}

/** No broker answers; the message contains the addresses. */
export class BrokerAwayError extends Error {
  override readonly name = 'BrokerAwayError';
}

const MAX_QUEUED_BYTES = 64 * 1024 * 1024;

/** Opens the desks for some work, and closes their connections afterwards. */
export async function withDesks<T>({ prefix, ...access }: DeskOptions, work: (desks: DeadLetterDesks) => Promise<T>): Promise<T> {
  const logger = createLogger({ service: 'dlq', instance: String(process.pid), level: 'silent' });
  const kafka = createKafka({ ...access, clientId: 'dlq', logger });
  const producer = new CoalescingProducer({ kafka, maxQueuedBytes: MAX_QUEUED_BYTES, logger });
  await checkReachable(kafka, access.brokers);
  await producer.connect();
  try {
    return await work(deadLetterDesks(prefix, { kafka, producer, logger }));
  } finally {
    await producer.close();
  }
}

/** Checks the broker first, since the producer would wait for it without a limit. @throws BrokerAwayError */
async function checkReachable(kafka: KafkaConnection, brokers: readonly string[]): Promise<void> {
  const admin = kafka.derive({ retries: 1 }).admin();
  try {
    await admin.connect();
  } catch (error) {
    const advice = connectionAdvice(error, BROKER_VARIABLES, kafka.settings);
    throw new BrokerAwayError(
      advice === undefined
        ? `No broker answers at ${brokers.join(', ')}: start Waymark, or name another with --brokers.`
        : `${brokers.join(', ')}: ${advice}`,
      { cause: error },
    );
  } finally {
    await admin.disconnect();
  }
}
