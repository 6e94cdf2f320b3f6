import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from './transaction.js';

/** Later requests queue behind a waiting lock, so this is the longest wait. */
const LOCK_TIMEOUT_MS = 15;
const PAUSE_MS = 250;
const ATTEMPTS = 120;
/** With the wait for the lock: as long as anybody may be kept out. */
const BOUND_MS = 45;
/** A machine on which the work takes longer each time does it without the bound in the end. */
const BOUNDED_ATTEMPTS = 100;
/** The codes of a lock that was not to be had, and of a transaction that took longer than its bound. */
const BUSY: readonly unknown[] = ['55P03', '25P04'];

/**
 * A transaction that needs a lock for which it has to wait until others end theirs: it gives up after 15 ms for each
 * lock and tries again a quarter of a second later, so that nobody waits behind it for longer. Its work must be short, and
 * safe to start again.
 * @param work `bound` is a statement to send before the lock: if the rest, the commit included, takes longer than 45 ms, the server
 * (PostgreSQL 17 or newer) ends the transaction, and it is tried again as well
 * @throws the last failure after half a minute, in which there was no moment of 15 ms without such others
 */
export async function withShortLock<T>(
  pool: Pool,
  work: (client: PoolClient, bound: string) => Promise<T>,
  stopping?: AbortSignal,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(pool, async (client) => {
        await client.query(`set local lock_timeout = '${LOCK_TIMEOUT_MS}ms'`);
        return work(client, attempt <= BOUNDED_ATTEMPTS ? BOUND : UNBOUNDED);
      });
    } catch (error) {
      if (!BUSY.includes((error as { code?: unknown }).code) || attempt === ATTEMPTS) throw error;
    }
    await sleep(PAUSE_MS, undefined, { signal: stopping });
  }
}

const UNBOUNDED = 'select null';
const BOUND = `select set_config(name, '${BOUND_MS}ms', true) from pg_settings where name = 'transaction_timeout'`;
