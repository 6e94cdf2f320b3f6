import type { Pool } from 'pg';

/** Bytes that the database server has written to its write-ahead log since it was made, with full images of pages after a checkpoint. */
export async function writtenWal(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(`select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as bytes`);
  return rows[0]!.bytes;
}
