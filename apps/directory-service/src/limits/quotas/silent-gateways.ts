import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { inTransaction } from '#postgres/transaction.js';
import { POOL } from '../../storage/storage.module.js';
import { FORGOTTEN_HOURS } from './gateway-liveness.js';
import { foldTokenUsage } from './token-usage.js';

/** Lives per transaction; each may have counted ten thousand tokens. */
const MAX_LIVES = 20;

/** Removes gateways that have not reported for a long time. */
@Injectable()
export class SilentGateways {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Removes them with their leases. Held amounts stay unaccounted, and counts of tokens stay. For upkeep. */
  forget(maxRows: number): Promise<void> {
    return inTransaction(this.pool, async (client) => {
      // Skips locked rows of gateways that are reporting at this moment.
      const { rows } = await client.query<{ life: string }>(
        `select life from quota_gateway where reported_at < clock_timestamp() - make_interval(hours => $1) order by life
          limit $2 for update skip locked`,
        [FORGOTTEN_HOURS, Math.min(maxRows, MAX_LIVES)],
      );
      const lives = rows.map(({ life }) => life);
      if (lives.length === 0) return;
      await client.query(
        `select 1 from quota_month where (month, workspace) in (select month, workspace from quota_lease where life = any($1)
          and held > 0) order by month, workspace for update`,
        [lives],
      );
      await client.query(
        `update quota_month m set held = m.held - l.held, unaccounted = m.unaccounted + l.held
         from (select month, workspace, sum(held) as held from quota_lease where life = any($1) and held > 0 group by 1, 2) as l
         where m.month = l.month and m.workspace = l.workspace`,
        [lives],
      );
      await foldTokenUsage(client, lives);
      await client.query(`delete from quota_gateway where life = any($1)`, [lives]);
    });
  }
}
