import type { KeptWebhook } from '#contracts/webhooks/adopted-webhook.dto.js';
import { allOf, entriesOf } from '../api/pages.js';
import { RefusedError } from '../api/refused-error.js';
import { CliError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';
import { part } from '../session/command-work.js';
import { type MoveSide, reading } from './move-side.js';

const AT_ONCE = 8;

/** A webhook in lists. */
export interface WebhookShown {
  id: string;
  state: 'active' | 'failing' | 'paused' | 'off';
}

/**
 * Gives the webhooks there the settings and secrets that they have here, and moves them to the current end of the feed there. Webhooks that
 * were removed here since an earlier run are removed there.
 * @param token a token there that administers webhooks
 * @returns their number
 */
export async function copyWebhooks(here: MoveSide, there: MoveSide, workspace: string, token: string): Promise<number> {
  const list = { path: here.at('kept-webhooks'), entries: 'webhooks', cursorParameter: 'after' };
  const ours = await allOf(entriesOf<KeptWebhook>(reading(here), list));
  for (let at = 0; at < ours.length; at += AT_ONCE)
    await Promise.all(ours.slice(at, at + AT_ONCE).map((webhook) => copyWebhook(there, webhook)));
  const known = new Set(ours.map(({ id }) => id));
  for (const { id } of await webhooksOf(there, workspace))
    if (!known.has(id)) await there.ask('DELETE', `/groups/${part(workspace)}/webhooks/${id}`, { token });
  return ours.length;
}

/** All webhooks of the workspace on a side. */
export function webhooksOf(side: MoveSide, workspace: string): Promise<WebhookShown[]> {
  return allOf(
    entriesOf<WebhookShown>(reading(side), {
      path: '/operator/webhooks',
      entries: 'webhooks',
      cursorParameter: 'after',
      query: { workspace },
    }),
  );
}

async function copyWebhook(there: MoveSide, { id, ...webhook }: KeptWebhook): Promise<void> {
  try {
    await there.ask('PUT', there.at(`adoptions/webhooks/${id}`), { body: webhook });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    // Not printed: its address may contain a password.
    throw new CliError(
      `The other installation refuses the webhook ${id}: ${error.message} When this is resolved, run the command again.`,
      EXIT.refused,
    );
  }
}
