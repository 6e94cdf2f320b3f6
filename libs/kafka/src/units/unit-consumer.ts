import type { Consumer } from '#kafka-client';
import type { KafkaConnection } from '../connection/connection.js';
import { PERSISTENT_CONSUMER } from '../consuming/persistent-consumer.js';
import type { UnitTransportOptions } from './unit-transport-options.js';

const HEARTBEAT_MS = 3000;
/** A heartbeat follows a fetch, so an idle fetch ends when the next heartbeat is due. */
const AFTER_HEARTBEAT_MS = 50;
const FETCH_BYTES_PER_PARTITION = 256 * 1024;
/** Bytes for which a patient fetch waits; less than the limit per partition, so that a lagging partition does not wait. */
const MIN_FETCH_BYTES = 128 * 1024;

/** The consumer of a unit transport, as a member of its group. */
export function unitConsumer(
  client: KafkaConnection,
  { groupId, sessionTimeoutMs, fetchWaitMs }: Pick<UnitTransportOptions, 'groupId' | 'fetchWaitMs'> & { sessionTimeoutMs: number },
): Consumer {
  const heartbeatMs = Math.min(HEARTBEAT_MS, sessionTimeoutMs / 3);
  return client.consumer({
    groupId,
    groupInstanceId: client.memberName,
    sessionTimeout: sessionTimeoutMs,
    heartbeatInterval: heartbeatMs,
    rebalanceTimeout: sessionTimeoutMs,
    maxBytesPerPartition: FETCH_BYTES_PER_PARTITION,
    ...PERSISTENT_CONSUMER,
    // After a fetch without records; the next record is an answer at once.
    idleWaitTimeInMs: heartbeatMs + AFTER_HEARTBEAT_MS,
    ...(fetchWaitMs && { minBytes: MIN_FETCH_BYTES, maxWaitTimeInMs: fetchWaitMs }),
  });
}
