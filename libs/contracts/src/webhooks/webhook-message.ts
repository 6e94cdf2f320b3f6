/** Types of webhook messages, in the style of CloudEvents; the envelope is that of Standard Webhooks (type, timestamp, data). */
export const MESSAGE_TYPES = {
  /** A page of the feed. */
  changes: 'waymark.feed.changes.v1',
  /** Undelivered changes are no longer stored; the next message continues after them. */
  gap: 'waymark.feed.gap.v1',
  /** Sent when somebody tests the webhook. */
  test: 'waymark.webhook.test.v1',
} as const;

export type MessageKind = keyof typeof MESSAGE_TYPES;

/** Why a webhook was paused; it continues when somebody resumes it. */
export const PAUSE_REASONS = {
  gone: 'The receiver answered 410 Gone.',
  'given-up': 'A message could not be delivered within the time during which deliveries are retried.',
  'creator-right-gone': 'The person or token that owns the webhook may no longer administer webhooks of the workspace.',
} as const;

export type PauseReason = keyof typeof PAUSE_REASONS;
