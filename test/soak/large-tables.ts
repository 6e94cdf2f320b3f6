import type { Pool } from 'pg';

/** Rows that one statement makes: some seconds. */
const AT_ONCE = 1_000_000;

/**
 * Fills a table with synthetic rows, in statements of a million.
 * @param select of `n` (from 1), the values of a row
 */
export async function fill(pool: Pool, table: string, rows: number, select: string): Promise<void> {
  for (let from = 1; from <= rows; from += AT_ONCE)
    await pool.query(`insert into ${table} select ${select} from generate_series(${from}, ${Math.min(rows, from + AT_ONCE - 1)}) n`);
}

/** Fills a piece of a table that is cut by time or id; its indexes are made when all rows are there. @param bounds as `from (…) to (…)` */
export async function fillPiece(pool: Pool, table: string, piece: string, bounds: string, rows: number, select: string): Promise<void> {
  await pool.query(`create table ${piece} (like ${table} including defaults including storage including identity)`);
  await fill(pool, piece, rows, select);
  await pool.query(`alter table ${table} attach partition ${piece} for values ${bounds}`);
  await pool.query(`analyze ${piece}`);
}
