import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type Finding, fine } from '#contracts/directory/diagnosis.js';

/** The gateway waits 5 s for a diagnosis, and must receive the database's state in any case. */
const TIMEOUT_MS = 2000;

const WEBHOOK_STATES = ['active', 'failing', 'paused', 'off'] as const;
type WebhookState = (typeof WEBHOOK_STATES)[number];

/** Number of webhooks of all workspaces in each state. */
export async function countStates(pool: Pool): Promise<Record<WebhookState, number>> {
  const { rows } = await pool.query<{ state: WebhookState; count: number }>(
    `select case when not w.enabled then 'off' when w.state = 'paused' then 'paused' when p.failing_since is not null
      then 'failing' else 'active' end as state, count(*) as count
     from webhook w left join pending_message p on p.webhook = w.id group by 1`,
  );
  const counted = new Map(rows.map(({ state, count }) => [state, count]));
  return Object.fromEntries(WEBHOOK_STATES.map((state) => [state, counted.get(state) ?? 0])) as Record<WebhookState, number>;
}

/**
 * For a diagnosis. A failing receiver is never a fault of the installation. Empty when the database does not answer; another finding
 * reports that.
 */
export async function stateFindings(pool: Pool): Promise<Finding[]> {
  try {
    const counted = await Promise.race([countStates(pool), sleep(TIMEOUT_MS, undefined, { ref: false })]);
    if (counted === undefined) return [];
    const { active, failing, paused } = counted;
    const look = failing + paused > 0 ? ' (npx waymark webhooks list)' : '';
    return [fine('webhook-service.deliveries', `${active} webhooks are active, ${failing} are being retried, ${paused} are paused${look}`)];
  } catch {
    return [];
  }
}
