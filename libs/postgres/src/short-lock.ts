import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from './transaction.js';

/** Later requests queue behind a waiting lock, so this is the longest wait. */
const LOCK_TIMEOUT_MS = 15;
const PAUSE_MS = 250;
const ATTEMPTS = 120;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * A transaction that needs a lock for which it has to wait until others end theirs: it gives up after 15 ms for each
 * lock and tries again a quarter of a second later, so that nobody waits behind it for longer. Its work must be short, and
 * safe to start again.
 * @throws the last failure after half a minute, in which there was no moment of 15 ms without such others
 */
export async function withShortLock<T>(pool: Pool, work: (client: PoolClient) => Promise<T>, stopping?: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(pool, async (client) => {
        await client.query(`set local lock_timeout = '${LOCK_TIMEOUT_MS}ms'`);
        return work(client);
      });
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE || attempt === ATTEMPTS) throw error;
    }
    await sleep(PAUSE_MS, undefined, { signal: stopping });
  }
}
