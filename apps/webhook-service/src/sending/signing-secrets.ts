import type { WebhookSecrets } from '../secrets/webhook-secrets.js';
import type { WebhookRow } from '../storage/webhook-row.js';

/** The secrets that sign a message: the current one, and the previous one during its grace period. */
export function signingSecrets(
  secrets: Pick<WebhookSecrets, 'open'>,
  { id, secret, former_secret, former_until }: Pick<WebhookRow, 'id' | 'secret' | 'former_secret' | 'former_until'>,
  now = Date.now(),
): string[] {
  const isFormerGood = former_secret !== null && former_until !== null && former_until.getTime() > now;
  return [secrets.open(id, secret), ...(isFormerGood ? [secrets.open(id, former_secret)] : [])];
}
