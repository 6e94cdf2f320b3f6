import { Problem } from '#problems/problem.js';
import type { WebhookSecrets } from '../secrets/webhook-secrets.js';
import type { DeliveryMetrics } from '../sending/delivery-metrics.js';
import type { DeliverySlots } from '../sending/delivery-slots.js';
import { testMessage } from '../sending/message.js';
import type { Sender } from '../sending/sender.js';
import { signingSecrets } from '../sending/signing-secrets.js';
import type { WebhookRow } from '../storage/webhook-row.js';
import type { DeliveryLog, DeliveryView } from './delivery-log.js';
import type { TestMeter } from './test-meter.js';

/** Time limit: a person waits for the result, through a gateway that waits for 10 s. */
const WITHIN_MS = 8000;
const MOST_OF_IT_WAITING = 0.5;

export interface TestParts {
  slots: Pick<DeliverySlots, 'enter'>;
  sender: Pick<Sender, 'post'>;
  secrets: WebhookSecrets;
  log: Pick<DeliveryLog, 'add'>;
  meter: Pick<TestMeter, 'take'>;
  metrics: Pick<DeliveryMetrics, 'attempted'>;
}

/** Sends a test message once, at once, even for a webhook that is off or paused; the cursor does not move. */
export class TestDelivery {
  constructor(private readonly parts: TestParts) {}

  /**
   * @param within milliseconds for the whole test
   * @throws Problem too-many-requests, overloaded when the workspace's slots stay taken
   */
  async send(row: WebhookRow, within = WITHIN_MS): Promise<Omit<DeliveryView, 'id'>> {
    const { sender, secrets, log, meter, metrics } = this.parts;
    await meter.take(row.workspace);
    const startedAt = performance.now();
    const leave = await this.slot(row.workspace, within * MOST_OF_IT_WAITING);
    const { id, body } = testMessage(row);
    try {
      const attempt = await sender.post(
        { id, body, url: row.url, secrets: signingSecrets(secrets, row) },
        within - (performance.now() - startedAt),
      );
      metrics.attempted(attempt, 0);
      await log.add(row.id, { id, kind: 'test', attempt: 1, changes: 0 }, attempt);
      const { retryAfterMs: _retryAfterMs, ...rest } = attempt;
      return { messageId: id, kind: 'test', attempt: 1, changes: 0, ...rest, at: rest.at.toISOString() };
    } finally {
      leave();
    }
  }

  private async slot(workspace: string, withinMs: number): Promise<() => void> {
    const late = AbortSignal.timeout(withinMs);
    try {
      return await this.parts.slots.enter(workspace, late);
    } catch (error) {
      if (!late.aborted) throw error;
      throw new Problem(
        'overloaded',
        'The test was not sent: the maximum number of messages is waiting for receivers that are ' +
          'slow to answer. Check which webhooks are failing, and try again.',
        { cause: error, headers: { 'retry-after': '5' } },
      );
    }
  }
}
