import type { Pool } from 'pg';
import { databaseFault } from '#postgres/database-errors.js';
import { Problem } from '#problems/problem.js';

/** Most look-ups that may wait for a connection; a gateway sends fewer at a time. */
const MAX_WAITING = 64;

/** Makes the pool refuse look-ups beyond the queue, and answer 503 when the database is down or busy. */
export function boundLookUps(pool: Pool): Pool {
  const query = pool.query.bind(pool) as (...parameters: unknown[]) => Promise<unknown>;
  return Object.assign(pool, {
    async query(...parameters: unknown[]): Promise<unknown> {
      if (pool.waitingCount >= MAX_WAITING)
        throw new Problem('overloaded', 'Too many look-ups are waiting for the database. Try again later.', {
          headers: { 'retry-after': '1' },
        });
      try {
        return await query(...parameters);
      } catch (error) {
        if (databaseFault(error) === 'other') throw error;
        throw new Problem('unavailable', 'Look-ups are unavailable at the moment. Try again.', {
          headers: { 'retry-after': '1' },
          cause: error,
        });
      }
    },
  });
}
