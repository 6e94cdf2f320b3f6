import type { ConsumerConfig } from '#kafka-client';

/** Settings of a consumer that never gives up: it would leave its group, and joining again takes a whole session timeout. */
export const PERSISTENT_CONSUMER = {
  minBytes: 1,
  // Longest wait of an idle fetch; otherwise a fetch is answered as soon as there is one byte.
  maxWaitTimeInMs: 1000,
  allowAutoTopicCreation: false,
  retry: { retries: 10, initialRetryTime: 100, maxRetryTime: 1000, restartOnFailure: () => Promise.resolve(true) },
} satisfies Partial<ConsumerConfig>;
