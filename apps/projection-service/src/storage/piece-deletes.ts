import type { Pool } from 'pg';
import { writeTransaction } from './swap-lock.js';

/** Runs one statement in a separate transaction, which a rebuild waits for before it swaps schemas. @returns number of changed rows */
export function writeAlone(pool: Pool, text: string, values: readonly unknown[]): Promise<number> {
  return writeTransaction(pool, async (client) => {
    const { rowCount } = await client.query(text, [...values]);
    return rowCount ?? 0;
  });
}

/**
 * Deletes the rows of one piece that a query selects by `ctid`, at most `limit` ($1) at a time, until none are left or it is stopped.
 * @param select takes its values from $2 on; the values are evaluated again before each statement
 */
export async function deleteInBatches(
  pool: Pool,
  piece: string,
  select: string,
  values: () => readonly unknown[],
  limit: number,
  stopping: AbortSignal,
): Promise<number> {
  for (let deleted = 0; ;) {
    const now = await writeAlone(pool, `delete from ${piece} where ctid = any(array(${select} limit $1))`, [limit, ...values()]);
    deleted += now;
    if (now < limit || stopping.aborted) return deleted;
  }
}
