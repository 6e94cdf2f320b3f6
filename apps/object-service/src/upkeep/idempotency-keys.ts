import type { Pool } from 'pg';

const ROWS = 10_000;

/** Deletes idempotency keys that are older than 24 hours, in batches. */
export async function pruneIdempotencyKeys(pool: Pool): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `delete from idempotency_key where ctid = any(array(select ctid from idempotency_key
        where created_at < now() - interval '24 hours' limit $1))`,
      [ROWS],
    );
    if ((rowCount ?? 0) < ROWS) return;
  }
}
