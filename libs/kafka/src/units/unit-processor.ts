import type { ConsumedRecord, UnitOfWork } from '../records/record.js';

/** A service's handlers for the unit transport. */
export interface UnitProcessor {
  /**
   * Called after each rebalance, before any record of these partitions is passed on. Publishes the events that are left in the outbox, and
   * returns the offset at which each partition continues: the one stored in Postgres (0 for a new partition), or a lower one if records are
   * needed again. May be called while a unit is being processed.
   */
  assigned(partitions: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /**
   * Called if records of these partitions were deleted from the log unread, or nothing of this log was ever read; after `assigned`, before
   * any later record is passed on.
   * @throws any error; it is then called again
   */
  missed?(partitions: readonly number[]): Promise<void>;
  /**
   * Processes and commits a unit. Called for one unit at a time.
   * @throws OwnershipLostError if a compare-and-set failed: the unit is dropped, and stored offsets are read again
   * @throws PoisonError with a record that can never be processed: it goes to the dead-letter topic, and the unit is tried again without it
   * @throws any other error: the unit is tried again with back-off, without a limit, while heartbeats continue
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
