import type { Pool } from 'pg';

/**
 * Does the work while a session holds the lock with this name in the pool's schema; returns undefined if another instance does it. The pool
 * needs a second connection for the work. If the session breaks, the lock is free, so the work must be safe with two concurrent instances.
 */
export async function asOneInstance<T>(pool: Pool, name: string, work: () => Promise<T>): Promise<T | undefined> {
  const client = await pool.connect();
  client.on('error', () => undefined);
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(hashtext($1::text || '.' || current_schema())) as taken`,
      [name],
    );
    return rows[0]!.taken ? await work() : undefined;
  } finally {
    // Released explicitly, since the lock would still be taken for a moment while the session ends.
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
    client.release(true);
  }
}
