import type { Consumer } from '#kafka-client';
import type { KafkaConnection } from '../connection/connection.js';
import type { UnitTransportOptions } from './unit-transport-options.js';

const HEARTBEAT_MS = 3000;
/** A fetch is answered as soon as there is one byte; this only bounds how long an idle one waits. */
const IDLE_FETCH_MS = 1000;
const FETCH_BYTES_A_PARTITION = 256 * 1024;
/** So much is worth an answer; less than a partition gives, or one that is behind would wait in vain. */
const PATIENT_FETCH_BYTES = 128 * 1024;

/** The consumer of a unit transport, as a member of its group. */
export function unitConsumer(
  client: KafkaConnection,
  { groupId, sessionTimeoutMs, fetchPatienceMs }: Pick<UnitTransportOptions, 'groupId' | 'fetchPatienceMs'> & { sessionTimeoutMs: number },
): Consumer {
  return client.consumer({
    groupId,
    sessionTimeout: sessionTimeoutMs,
    heartbeatInterval: Math.min(HEARTBEAT_MS, sessionTimeoutMs / 3),
    rebalanceTimeout: sessionTimeoutMs,
    minBytes: fetchPatienceMs ? PATIENT_FETCH_BYTES : 1,
    maxWaitTimeInMs: fetchPatienceMs || IDLE_FETCH_MS,
    maxBytesPerPartition: FETCH_BYTES_A_PARTITION,
    allowAutoTopicCreation: false,
    // Giving up costs the place in the group, and coming back then takes a whole session.
    retry: { retries: 10, initialRetryTime: 100, maxRetryTime: 1000, restartOnFailure: () => Promise.resolve(true) },
  });
}
