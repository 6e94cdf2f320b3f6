import type { Pool } from 'pg';
import { type Finding, fine } from '#contracts/directory/diagnosis.js';

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

/** For a diagnosis. A failing receiver is never a fault of the installation. */
export async function stateFindings(pool: Pool): Promise<Finding[]> {
  const { active, failing, paused } = await countStates(pool);
  const look = failing + paused > 0 ? ' (npx waymark webhooks list)' : '';
  return [fine('webhook-service.deliveries', `${active} webhooks are active, ${failing} are being retried, ${paused} are paused${look}`)];
}
