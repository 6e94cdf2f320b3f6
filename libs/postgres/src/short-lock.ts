import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from './transaction.js';

/** Longest wait for a lock, and so for requests that queue behind it. */
const LOCK_TIMEOUT_MS = 15;
const PAUSE_MS = 250;
const ATTEMPTS = 120;
/** Longest time for which others may be kept out, including the wait for the lock. */
const BOUND_MS = 45;
/** Attempts with the limit; a machine that is too slow then runs the work without it. */
const BOUNDED_ATTEMPTS = 100;
/** SQLSTATEs of a lock that was not available, and of a transaction that exceeded its limit. */
const BUSY: readonly unknown[] = ['55P03', '25P04'];

/**
 * Runs a transaction that needs locks which other transactions may hold. It waits at most 15 ms for each lock and then tries again a
 * quarter of a second later, so that nobody waits behind it for longer. Its work must be short, and safe to start again.
 * @param work `bound` is a statement to send before the lock: if the rest, including the commit, takes longer than 45 ms, the server
 *   (PostgreSQL 17 or newer) ends the transaction, which is then tried again as well
 * @throws the last failure, if the locks were never available within half a minute
 */
export async function withShortLock<T>(
  pool: Pool,
  work: (client: PoolClient, bound: string) => Promise<T>,
  stopping?: AbortSignal,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    // The server ends the session too. If it does so between two statements, only the first event has the code.
    let ended: unknown;
    const note = (error: unknown): void => void (ended ??= error);
    try {
      return await inTransaction(pool, async (client) => {
        client.on('error', note);
        try {
          await client.query(`set local lock_timeout = '${LOCK_TIMEOUT_MS}ms'`);
          return await work(client, attempt <= BOUNDED_ATTEMPTS ? BOUND : UNBOUNDED);
        } finally {
          client.off('error', note);
        }
      });
    } catch (error) {
      if (![error, ended].some(isBusy) || attempt === ATTEMPTS) throw error;
    }
    await sleep(PAUSE_MS, undefined, { signal: stopping });
  }
}

const isBusy = (error: unknown): boolean => BUSY.includes((error as { code?: unknown } | undefined)?.code);

const UNBOUNDED = 'select null';
const BOUND = `select set_config(name, '${BOUND_MS}ms', true) from pg_settings where name = 'transaction_timeout'`;
