import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '#postgres/transaction.js';
import { HOLD_OFF_SWAP } from '../storage/swap-lock.js';

/**
 * Writes a unit, and holds off swaps until it is committed. The commit does not wait for the disk: if Postgres crashes, it may lose the
 * last units, but each as a whole and in order. Their offsets are lost with them, so the log is read again from there.
 */
export function inUnit<T>(pool: Pool, write: (client: PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, write, { withBegin: `set local synchronous_commit = off; ${HOLD_OFF_SWAP}` });
}
