import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '#postgres/transaction.js';
import { HOLD_OFF_SWAP } from '../storage/swap-lock.js';

/**
 * Writes a unit, and holds off swaps until it is committed. The commit waits for the disk: readers get cursors of what it wrote, and if a
 * power cut took the unit and also the records that it came from, those cursors would point past what is read again.
 */
export function inUnit<T>(pool: Pool, write: (client: PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, write, { withBegin: HOLD_OFF_SWAP });
}
