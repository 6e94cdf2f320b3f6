import type { Pool } from 'pg';

const WEBHOOK_STATES = ['active', 'failing', 'paused', 'off'] as const;
type WebhookState = (typeof WEBHOOK_STATES)[number];

/** How many webhooks of all workspaces are in each state. */
export async function countStates(pool: Pool): Promise<Record<WebhookState, number>> {
  const { rows } = await pool.query<{ state: WebhookState; count: number }>(
    `select case when not w.enabled then 'off' when w.state = 'paused' then 'paused' when p.failing_since is not null
      then 'failing' else 'active' end as state, count(*) as count
     from webhook w left join pending_message p on p.webhook = w.id group by 1`,
  );
  const counted = new Map(rows.map(({ state, count }) => [state, count]));
  return Object.fromEntries(WEBHOOK_STATES.map((state) => [state, counted.get(state) ?? 0])) as Record<WebhookState, number>;
}
