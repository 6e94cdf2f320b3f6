import type { Pool } from 'pg';
import { dropVisits } from '../../apps/area-service/src/visits/visit-upkeep.js';
import { Visits } from '../../apps/area-service/src/visits/visits.js';
import { DAY_MS } from '../../apps/projection-service/src/storage/time-partitions.js';
import { DeliveryLog } from '../../apps/webhook-service/src/subscriptions/delivery-log.js';

const VISITS_KEPT_DAYS = 90;
const ATTEMPTS_KEPT = { entries: 1_000_000, days: 30 };
const PAGE = 100;

const ID_BEGINS = '00000000-0000-0000-0000-0000000000';
const idOf = (n: number): string => ID_BEGINS + String(n).padStart(2, '0');

/** Visits of areas and attempts of webhooks, week by week; each workspace has one area and one webhook. */
export class VisitsAndAttempts {
  constructor(
    private readonly pools: Record<'areas' | 'webhooks', Pool>,
    private readonly workspaces: number,
    private readonly rowsPerWeek: number,
  ) {}

  async begin(): Promise<void> {
    const { pools, workspaces } = this;
    const [id, series] = [`('${ID_BEGINS}' || lpad(n::text, 2, '0'))::uuid`, `generate_series(0, ${workspaces - 1}) n`];
    await pools.areas.query(`insert into area select ${id}, 'w' || n, null, n, n, '{}', now(), true from ${series}`);
    await pools.webhooks.query(
      `insert into webhook (id, workspace, url, description, enabled, mode, filter, max_changes, cursor, secret, created_by, answered_for)
        select ${id}, 'w' || n, 'https://example.test', '', true, 'changes', '{}', 100, 'c', 'x', 'me', '{}' from ${series}`,
    );
  }

  async comeIn(since: number, until: number): Promise<void> {
    const { pools, workspaces, rowsPerWeek: rows } = this;
    const id = `('${ID_BEGINS}' || lpad((n % ${workspaces})::text, 2, '0'))::uuid`;
    const at = `to_timestamp(${since / 1000} + n * ${(until - since) / 1000 / rows})`;
    const series = `generate_series(0, ${rows - 1}) n`;
    await pools.areas.query(
      `insert into visit
        select ${id}, 'o' || n % 2000, ${at}, 'w' || n % ${workspaces}, 1, ${at} + interval '10 minutes', null, null from ${series}`,
    );
    await pools.webhooks.query(
      `insert into delivery (webhook, message_id, kind, attempt, at, outcome, status, duration_ms, changes)
        select ${id}, 'm', 'changes', 1, ${at}, 'delivered', 200, 10, 1 from ${series}`,
    );
  }

  async upkeep(now: number): Promise<void> {
    // Both count from the database's clock, whole weeks later than the simulated one.
    const later = Math.round((Date.now() - now) / DAY_MS);
    while ((await dropVisits(this.pools.areas, `ended_at < now() - $1 * interval '1 day'`, VISITS_KEPT_DAYS + later)) > 0);
    await new DeliveryLog(this.pools.webhooks).forget({ ...ATTEMPTS_KEPT, days: ATTEMPTS_KEPT.days + later });
  }

  /** A page of the visits of a day, and a page of attempts. */
  async read(n: number, now: number): Promise<void> {
    const of = n % this.workspaces;
    const day = { from: new Date(now - 2 * DAY_MS).toISOString(), to: new Date(now - DAY_MS).toISOString() };
    const { visits } = await new Visits(this.pools.areas).list(`w${of}`, idOf(of), day, undefined, PAGE);
    const { deliveries } = await new DeliveryLog(this.pools.webhooks).list(idOf(of), undefined);
    if (visits.length === 0 || deliveries.length === 0) throw new Error(`There are no visits or attempts of the workspace w${of}.`);
  }
}
