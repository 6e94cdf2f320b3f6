import type { OutcomeBatch } from '#contracts/outcome.js';
import type { ConsumedRecord } from '#kafka/records/record.js';
import type { Logger } from '#telemetry/logger.js';
import type { OperationWaits } from './operation-waits.js';

/** Passes outcomes to the waiting calls; outcomes for other gateways on the same partition are ignored. */
export function takeOutcomes(records: readonly ConsumedRecord[], waits: OperationWaits, log: Logger): void {
  for (const { value, partition, offset } of records) {
    if (value === null) continue;
    let batch: OutcomeBatch;
    try {
      batch = JSON.parse(value.toString('utf8')) as OutcomeBatch;
    } catch (error) {
      // The waiting call looks the operation up at the end of its wait.
      log.error({ err: error, partition, offset }, 'A record on object.outcomes is not JSON; it is skipped.');
      continue;
    }
    for (const outcome of batch.outcomes) waits.take(outcome);
  }
}

/** The partition of `object.outcomes` on which this gateway listens; derived from its name, so that it is the same after a restart. */
export function replyPartitionOf(instanceId: string, partitions: number): number {
  let hash = 0;
  for (const character of instanceId) hash = (Math.imul(hash, 31) + character.codePointAt(0)!) >>> 0;
  return hash % partitions;
}
