import { setTimeout as sleep } from 'node:timers/promises';
import type { TopicName } from '#contracts/topics.js';
import type { Logger } from '#telemetry/logger.js';
import type { KafkaConnection } from '../connection/connection.js';
import { checkTopics, TopicMismatchError, type TopicPlan } from './topics.js';

const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 5_000;

export interface AwaitTopicsOptions {
  plan: TopicPlan;
  names: readonly TopicName[];
  logger: Logger;
  /** Ends the wait; the promise then resolves. */
  signal: AbortSignal;
}

/**
 * Resolves when these topics exist as configured, without a time limit.
 * @throws TopicMismatchError if an existing one differs
 */
export async function awaitTopics(kafka: KafkaConnection, { plan, names, logger, signal }: AwaitTopicsOptions): Promise<void> {
  for (let pause = FIRST_RETRY_MS; !signal.aborted; pause = Math.min(pause * 2, LAST_RETRY_MS)) {
    try {
      return await checkTopics(kafka, plan, names);
    } catch (error) {
      if (error instanceof TopicMismatchError && !error.onlyMissing) throw error;
      logger.warn({ error: (error as Error).message, retryInMs: pause }, 'The topics do not exist yet.');
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}
