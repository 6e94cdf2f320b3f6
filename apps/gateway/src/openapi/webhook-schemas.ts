import type { SchemaObject } from '@nestjs/swagger';
import { MESSAGE_TYPES, PAUSE_REASONS } from '#contracts/webhooks/webhook-message.js';
import { integer, list, nullable, open, ref, type Schema, string, time, word } from './schema-words.js';

const next = nullable(string({ description: 'What the next page goes on from; null on the last page.' }));

const WEBHOOK: Record<string, Schema> = {
  id: string({ format: 'uuid' }),
  workspace: string(),
  url: string({ example: 'https://hooks.example.com/waymark' }),
  description: string(),
  enabled: { type: 'boolean' },
  mode: string({ enum: ['events', 'state'] }),
  filter: ref('WebhookFilter'),
  maxChanges: integer({ minimum: 1, maximum: 1000, description: 'Of one message.' }),
  state: word(['active', 'failing', 'paused', 'off'], {
    description: 'failing: the message under way is tried again; paused: until somebody resumes it; off: not enabled.',
  }),
  paused: nullable(open({ reason: word(Object.keys(PAUSE_REASONS)), detail: string(), since: time('When it was paused.') })),
  failing: nullable(
    open({
      since: time('When the message failed first.'),
      attempts: integer(),
      lastError: string(),
      nextAttemptAt: time('When it is tried again.'),
    }),
  ),
  cursor: string({ description: 'Where it stands in the feed: behind all that was delivered.' }),
  lastDeliveredAt: nullable(time('When the receiver last took a message.')),
  formerSecretUntil: nullable(time('Until then the secret before this one signs too.')),
  createdBy: string({ description: 'Subject of who made it.' }),
  answeredForBy: string({ description: 'Subject of who made, changed or resumed it last: deliveries are paused when that right is gone.' }),
  createdAt: time('When it was made.'),
  updatedAt: time('When it was last changed.'),
};

const ATTEMPT: Record<string, Schema> = {
  messageId: string({ description: 'Header webhook-id; the same for every attempt of a message.' }),
  kind: word(Object.keys(MESSAGE_TYPES)),
  attempt: integer({ minimum: 1 }),
  at: time('When it was sent.'),
  outcome: word(['delivered', 'failed', 'gone']),
  status: nullable(integer({ description: 'Of the answer; null: there was none.' })),
  error: nullable(string({ description: 'Why it was not delivered, in words.' })),
  answer: nullable(string({ description: 'The first KB of what the receiver answered.' })),
  durationMs: integer(),
  changes: integer({ description: 'In the message.' }),
};

/** The webhook service's answers, by name. */
const SCHEMAS = {
  Webhook: open(WEBHOOK),
  NewWebhook: open({
    ...WEBHOOK,
    secret: string({
      description: 'Signs the messages (Standard Webhooks, v1). Shown this once: keep it.',
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    }),
  }),
  WebhookPage: open({ webhooks: list(ref('Webhook')), next }),
  TestDelivery: open(ATTEMPT),
  Delivery: open({ id: string(), ...ATTEMPT }),
  DeliveryPage: open({ deliveries: list(ref('Delivery')), next }),
} satisfies Record<string, SchemaObject>;

export type WebhookSchema = keyof typeof SCHEMAS;

export function webhookSchemas(): Record<string, SchemaObject> {
  return SCHEMAS;
}
