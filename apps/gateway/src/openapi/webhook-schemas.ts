import type { SchemaObject } from '@nestjs/swagger';
import { MESSAGE_TYPES, PAUSE_REASONS } from '#contracts/webhooks/webhook-message.js';
import { integer, list, nullable, open, ref, type Schema, string, time, word } from './schema-words.js';

const next = nullable(string({ description: 'Starting point of the next page; null on the last page.' }));

const WEBHOOK: Record<string, Schema> = {
  id: string({ format: 'uuid' }),
  workspace: string(),
  url: string({ example: 'https://hooks.example.com/waymark' }),
  description: string(),
  enabled: { type: 'boolean' },
  mode: string({ enum: ['events', 'state'] }),
  filter: ref('WebhookFilter'),
  maxChanges: integer({ minimum: 1, maximum: 1000, description: 'Maximum per message.' }),
  state: word(['active', 'failing', 'paused', 'off'], {
    description: 'failing: the current message is being retried; paused: until someone resumes it; off: not enabled.',
  }),
  paused: nullable(open({ reason: word(Object.keys(PAUSE_REASONS)), detail: string(), since: time('When it was paused.') })),
  failing: nullable(
    open({
      since: time('When the message first failed.'),
      attempts: integer(),
      lastError: string(),
      nextAttemptAt: time('Time of the next attempt.'),
    }),
  ),
  cursor: string({ description: 'Position in the feed, after the last delivered change.' }),
  lastDeliveredAt: nullable(time('When the receiver last accepted a message.')),
  formerSecretUntil: nullable(time('Until then, messages are also signed with the previous secret.')),
  createdBy: string({ description: 'Subject of its creator.' }),
  answeredForBy: string({
    description:
      'Subject of the person or token that last created, changed or resumed it: deliveries are paused if that permission is lost.',
  }),
  createdAt: time('When it was created.'),
  updatedAt: time('When it was last changed.'),
};

const ATTEMPT: Record<string, Schema> = {
  messageId: string({ description: 'The webhook-id header; the same for every attempt of a message.' }),
  kind: word(Object.keys(MESSAGE_TYPES)),
  attempt: integer({ minimum: 1 }),
  at: time('When it was sent.'),
  outcome: word(['delivered', 'failed', 'gone']),
  status: nullable(integer({ description: 'Status of the answer; null: none.' })),
  error: nullable(string({ description: 'Why it was not delivered.' })),
  answer: nullable(string({ description: "The first KB of the receiver's answer." })),
  durationMs: integer(),
  changes: integer({ description: 'Number of changes in the message.' }),
};

/** The webhook service's answers, by name. */
const SCHEMAS = {
  Webhook: open(WEBHOOK),
  NewWebhook: open({
    ...WEBHOOK,
    secret: string({
      description: 'Key for signing messages (Standard Webhooks, v1). Shown only once: store it.',
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    }),
  }),
  WebhookPage: open({ webhooks: list(ref('Webhook')), next }),
  KeptWebhookPage: open({
    webhooks: list(
      { type: 'object', additionalProperties: true },
      { description: 'Each with its `id`; the rest is the body of `adoptWebhook`.' },
    ),
    next,
  }),
  TestDelivery: open(ATTEMPT),
  Delivery: open({ id: string(), ...ATTEMPT }),
  DeliveryPage: open({ deliveries: list(ref('Delivery')), next }),
} satisfies Record<string, SchemaObject>;

export type WebhookSchema = keyof typeof SCHEMAS;

export function webhookSchemas(): Record<string, SchemaObject> {
  return SCHEMAS;
}
