import type { PoolClient } from 'pg';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { Problem } from '#problems/problem.js';

/** How many webhooks workspaces may have. */
export interface WebhookPlaces {
  directory: Pick<DirectoryCopy, 'limitsOf'>;
  /** Limit per workspace, independent of its plan. */
  maxWebhooks: number;
}

/** Call it before a webhook is created; concurrent creations count each other. @throws Problem 409 when the limit is reached */
export async function takePlace(client: PoolClient, workspace: string, { directory, maxWebhooks }: WebhookPlaces): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtext('webhooks of ' || $1))`, [workspace]);
  const { rows } = await client.query<{ count: number }>('select count(*) as count from webhook where workspace = $1', [workspace]);
  const ofPlan = directory.limitsOf(workspace).webhooks;
  const max = Math.min(ofPlan ?? Infinity, maxWebhooks);
  if (rows[0]!.count < max) return;
  const whose = max === ofPlan ? 'the plan of the workspace' : 'this installation (MAX_WEBHOOKS)';
  throw new Problem(
    'conflict',
    `The workspace has ${rows[0]!.count} webhooks, and ${whose} allows ${max}: remove one, ` +
      'or widen the filter of another so that it receives more.',
  );
}
