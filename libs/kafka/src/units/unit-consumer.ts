import type { Consumer } from '#kafka-client';
import type { KafkaConnection } from '../connection/connection.js';
import type { UnitTransportOptions } from './unit-transport-options.js';

const HEARTBEAT_MS = 3000;
/** Longest wait of an idle fetch; otherwise a fetch is answered as soon as there is one byte. */
const IDLE_FETCH_MS = 1000;
const FETCH_BYTES_A_PARTITION = 256 * 1024;
/** Bytes for which a patient fetch waits; less than the limit per partition, so that a lagging partition does not wait. */
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
    // After giving up, the member would leave the group, and joining again takes a whole session timeout.
    retry: { retries: 10, initialRetryTime: 100, maxRetryTime: 1000, restartOnFailure: () => Promise.resolve(true) },
  });
}
