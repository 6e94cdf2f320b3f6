import type { OutcomeBatch } from '#contracts/outcome.js';
import type { ConsumedRecord } from '#kafka/record.js';
import type { Logger } from '#telemetry/logger.js';
import type { OperationWaits } from './operation-waits.js';

/** Hands the outcomes that were read to the calls that wait; those of another gateway on this partition find nobody. */
export function takeOutcomes(records: readonly ConsumedRecord[], waits: OperationWaits, log: Logger): void {
  for (const { value, partition, offset } of records) {
    if (value === null) continue;
    let batch: OutcomeBatch;
    try {
      batch = JSON.parse(value.toString('utf8')) as OutcomeBatch;
    } catch (error) {
      // Whoever waits for it looks the operation up at the end of the wait.
      log.error({ err: error, partition, offset }, 'A record on object.outcomes is not JSON; it is skipped.');
      continue;
    }
    for (const outcome of batch.outcomes) waits.take(outcome);
  }
}

/** The partition of `object.outcomes` on which this gateway listens: by its name, so that it stays over restarts. */
export function replyPartitionOf(instanceId: string, partitions: number): number {
  let hash = 0;
  for (const character of instanceId) hash = (Math.imul(hash, 31) + character.codePointAt(0)!) >>> 0;
  return hash % partitions;
}
