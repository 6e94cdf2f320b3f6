import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

/** Blocks per statement: 8 MiB, so that no snapshot is held for long. */
const BLOCKS = 1024;
const PAUSE_MS = 10;

/** A part of a table, as a condition on its rows. */
export type BlockRange = (row: string) => string;

/**
 * Goes through a table in bounded ranges, from its first block to the last one at the start. Skips a missing table, since pieces that
 * are too old may be dropped at any time.
 */
export async function byBlocks(pool: Pool, table: string, work: (range: BlockRange) => Promise<void>): Promise<void> {
  for await (const range of blockRanges(pool, table)) {
    try {
      await work(range);
    } catch (error) {
      if (isGone(error)) return;
      throw error;
    }
    await sleep(PAUSE_MS);
  }
}

export async function* blockRanges(pool: Pool, table: string, blocks = BLOCKS): AsyncGenerator<BlockRange> {
  const { rows } = await pool.query<{ pages: number }>(
    `select coalesce(pg_relation_size(to_regclass($1)) / current_setting('block_size')::int, 0)::int as pages`,
    [table],
  );
  for (let block = 0; block < rows[0]!.pages; block += blocks)
    yield (row) => `${row}.ctid >= '(${block},0)'::tid and ${row}.ctid < '(${block + blocks},0)'::tid`;
}

const UNDEFINED_TABLE = '42P01';
/** Whether the table no longer exists. */
export const isGone = (error: unknown): boolean => (error as { code?: string }).code === UNDEFINED_TABLE;
