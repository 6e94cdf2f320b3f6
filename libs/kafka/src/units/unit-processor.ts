import type { ConsumedRecord, UnitOfWork } from '../records/record.js';

/** A service's handlers for the unit transport: the start, a unit, a poisoned record. */
export interface UnitProcessor {
  /**
   * Called after each rebalance, before any record of these partitions is handed over. Publishes what is left
   * in the outbox and returns the offset at which each partition continues (from Postgres; 0 when it is new): the stored one
   * or, where records are wanted again, a lower one.
   * May be called while a unit is in hand.
   */
  assigned(partitions: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /**
   * Records of these partitions were deleted from the log unread, or nothing was ever read of this log. Called after
   * `assigned`, before any later record is handed over.
   * @throws anything: it is called again
   */
  missed?(partitions: readonly number[]): Promise<void>;
  /**
   * Processes and commits. Called for one unit at a time.
   * @throws OwnershipLostError when a compare-and-set failed: the unit is dropped, stored offsets are read again
   * @throws PoisonError naming a record that can never be processed: it goes to the dead-letter topic and the unit is
   *   tried again without it
   * @throws anything else: tried again with back-off for as long as it takes, while heartbeats continue
   */
  process(unit: UnitOfWork): Promise<void>;
}

export class OwnershipLostError extends Error {
  override readonly name = 'OwnershipLostError';
}

export class PoisonError extends Error {
  override readonly name = 'PoisonError';
  constructor(
    readonly record: ConsumedRecord,
    reason: string,
  ) {
    super(reason);
  }
}
