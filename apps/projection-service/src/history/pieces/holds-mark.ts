import type { Pool, PoolClient } from 'pg';
import { withShortLock } from '#postgres/short-lock.js';
import { holdOffSwap } from '../../storage/swap-lock.js';

export interface HoldsMark {
  /** The highest `held_object.noted`; a later hold gets a higher number. */
  mark: number;
  /** Whether any object is held. */
  some: boolean;
}

/** The number up to which all holds of objects are visible. Waits for running writers, so that no hold appears below it later. */
export function holdsMark(pool: Pool, table = 'held_object'): Promise<HoldsMark> {
  return withShortLock(pool, async (client) => {
    await holdOffSwap(client);
    await client.query(`lock table ${table} in share mode`);
    return markOf(client, table);
  });
}

/** The same mark, for callers that exclude writers. */
export async function markOf(client: PoolClient, table: string): Promise<HoldsMark> {
  const { rows } = await client.query<HoldsMark>(`select coalesce(max(noted), 0) as mark, count(*) > 0 as some from ${table}`);
  return rows[0]!;
}
