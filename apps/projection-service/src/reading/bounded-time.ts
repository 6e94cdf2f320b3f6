import type { Pool, PoolClient } from 'pg';
import { Problem } from '#problems/problem.js';

const CANCELLED = '57014';

/**
 * Runs a read that may need a lot of data: after the time limit it fails, instead of occupying a connection.
 * @throws Problem 503 when the time is up
 */
export async function inBoundedTime<T>(pool: Pool, milliseconds: number, read: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // If the connection is lost between two queries, the next query reports it.
  const ignore = (): void => undefined;
  client.on('error', ignore);
  let failure: Error | undefined;
  try {
    await client.query(`begin isolation level repeatable read read only; set local statement_timeout = ${milliseconds}`);
    const result = await read(client);
    await client.query('commit');
    return result;
  } catch (error) {
    failure = error as Error;
    if ((error as { code?: string }).code !== CANCELLED) throw error;
    throw tookTooLong(milliseconds);
  } finally {
    client.off('error', ignore);
    client.release(failure);
  }
}

/** The problem of a read whose time is up. */
export function tookTooLong(milliseconds: number): Problem {
  return new Problem(
    'unavailable',
    `The query took longer than ${milliseconds / 1000} s. Narrow it: a smaller box or radius, a type, a longer search text.`,
    { headers: { 'retry-after': '5' } },
  );
}
