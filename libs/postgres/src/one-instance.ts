import type { Pool } from 'pg';

/**
 * Does the work while a session holds the lock of this name in the pool's schema; undefined: another instance does it. The pool needs
 * a second connection for the work. A session that breaks frees the lock: the work must bear being done by two at once.
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
    // Released explicitly: the next caller would still find the lock taken while the session ends.
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
    client.release(true);
  }
}
