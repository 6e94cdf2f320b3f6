import type { Pool, PoolClient } from 'pg';
import { withShortLock } from '#postgres/short-lock.js';
import { holdOffSwap } from '../tables/swap-lock.js';

export interface HoldsMark {
  /** The highest `held_object.noted`: a hold that is noted later has a higher number. */
  mark: number;
  /** Whether any object is held. */
  some: boolean;
}

/** Up to which number holds of objects are to be seen now. Whoever is writing one is waited for, so that none comes below it later. */
export function holdsMark(pool: Pool, table = 'held_object'): Promise<HoldsMark> {
  return withShortLock(pool, async (client) => {
    await holdOffSwap(client);
    await client.query(`lock table ${table} in share mode`);
    return markOf(client, table);
  });
}

/** The same where nobody writes. */
export async function markOf(client: PoolClient, table: string): Promise<HoldsMark> {
  const { rows } = await client.query<HoldsMark>(`select coalesce(max(noted), 0) as mark, count(*) > 0 as some from ${table}`);
  return rows[0]!;
}
