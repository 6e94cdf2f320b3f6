import { describe, expect, it } from 'vitest';
import { Problem } from '#problems/problem.js';
import { WebhookSecrets } from '../../src/secrets/webhook-secrets.js';
import { DeliverySlots } from '../../src/sending/delivery-slots.js';
import type { Attempt } from '../../src/sending/sender.js';
import type { WebhookRow } from '../../src/storage/webhook-row.js';
import { TestDelivery } from '../../src/subscriptions/test-delivery.js';

const secrets = new WebhookSecrets('a secret of the installation, long enough');
const row = {
  id: 'w',
  workspace: 'ws1',
  url: 'https://hooks.example.com/',
  secret: secrets.seal('w', secrets.create()),
  former_secret: null,
  former_until: null,
} as unknown as WebhookRow;
const delivered: Attempt = { outcome: 'delivered', status: 204, error: null, answer: null, at: new Date(), durationMs: 1, retryAfterMs: 0 };

function tests(aMinute: number) {
  const slots = new DeliverySlots({ atATime: 1, ofAWorkspace: 1 });
  const given: number[] = [];
  const outcomes: string[] = [];
  const taken: string[] = [];
  const delivery = new TestDelivery({
    slots,
    sender: { post: (_message, within) => (given.push(within!), Promise.resolve(delivered)) },
    secrets,
    log: { add: () => Promise.resolve() },
    meter: {
      take: (workspace) => (
        taken.push(workspace),
        taken.length > aMinute ? Promise.reject(new Problem('too-many-requests', 'Enough.')) : Promise.resolve()
      ),
    },
    metrics: { attempted: ({ outcome }) => void outcomes.push(outcome) },
  });
  return { slots, delivery, given, outcomes, taken };
}

describe('a test of a webhook', () => {
  it('reports that no slot was free in time, and after a late slot has only the remaining time', async () => {
    const { slots, delivery, given, outcomes } = tests(10);
    const leave = await slots.enter('ws1', new AbortController().signal);
    await expect(delivery.send(row, 40)).rejects.toMatchObject({
      type: 'overloaded',
      detail: expect.stringContaining('The test was not sent') as string,
      extras: { headers: { 'retry-after': '5' } },
    });
    setTimeout(leave, 200);
    expect(await delivery.send(row, 4000)).toMatchObject({ kind: 'test', outcome: 'delivered' });
    expect([given.length, given[0]! < 3990, given[0]! > 0, outcomes]).toEqual([1, true, true, ['delivered']]);
  });

  it('is counted for its workspace before anything is sent', async () => {
    const { delivery, given, taken } = tests(1);
    await delivery.send(row);
    await expect(delivery.send({ ...row, workspace: 'ws2' })).rejects.toMatchObject({ type: 'too-many-requests' });
    expect([given.length, taken]).toEqual([1, ['ws1', 'ws2']]);
  });
});
