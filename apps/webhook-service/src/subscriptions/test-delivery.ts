import type { DeliverySlots } from '../delivering/delivery-slots.js';
import { testMessage } from '../delivering/message.js';
import type { Sender } from '../delivering/sender.js';
import { signingSecrets } from '../delivering/signing-secrets.js';
import type { WebhookSecrets } from '../secrets/webhook-secrets.js';
import type { DeliveryLog, DeliveryView } from './delivery-log.js';
import type { WebhookRow } from './webhook-row.js';

/** Somebody waits for it, behind a gateway that waits for 10 s. */
const TIMEOUT_MS = 8000;

/** Sends a test message at once, once, also to a webhook that is off or paused; the cursor stays where it is. */
export class TestDelivery {
  constructor(private readonly parts: { slots: DeliverySlots; sender: Sender; secrets: WebhookSecrets; log: DeliveryLog }) {}

  async send(row: WebhookRow): Promise<Omit<DeliveryView, 'id'>> {
    const { slots, sender, secrets, log } = this.parts;
    const message = testMessage(row);
    const waiting = AbortSignal.timeout(TIMEOUT_MS);
    const leave = await slots.enter(row.workspace, waiting);
    try {
      const { askedMs: _asked, ...attempt } = await sender.post({ id: message.id, body: message.body, url: row.url, secrets: signingSecrets(secrets, row) }, TIMEOUT_MS);
      await log.add(row.id, { id: message.id, kind: 'test', attempt: 1, changes: 0 }, { ...attempt, askedMs: 0 });
      return { messageId: message.id, kind: 'test', attempt: 1, changes: 0, ...attempt, at: attempt.at.toISOString() };
    } finally {
      leave();
    }
  }
}
