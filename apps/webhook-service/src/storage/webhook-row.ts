import type { PauseReason } from '#contracts/webhooks/webhook-message.js';
import { PAUSE_REASONS } from '#contracts/webhooks/webhook-message.js';
import type { WebhookFilterDto } from '#contracts/webhooks/webhook.dto.js';

/** The person or token on whose behalf deliveries are made; they continue while its right exists. */
export interface AnsweredFor {
  subject: string;
  tokenId?: string;
  /** Seconds since the epoch. */
  issuedAt?: number;
  expiresAt?: number;
}

/** A row of `webhook` with its pending message. */
export interface WebhookRow {
  id: string;
  workspace: string;
  url: string;
  description: string;
  enabled: boolean;
  mode: 'events' | 'state';
  filter: WebhookFilterDto;
  max_changes: number;
  cursor: string;
  secret: Buffer;
  former_secret: Buffer | null;
  former_until: Date | null;
  state: 'active' | 'paused';
  pause_reason: PauseReason | null;
  pause_detail: string | null;
  paused_at: Date | null;
  created_by: string;
  answered_for: AnsweredFor;
  created_at: Date;
  updated_at: Date;
  last_delivered_at: Date | null;
  revision: number;
  refused_since: Date | null;
  message_id: string | null;
  kind: string | null;
  attempts: number | null;
  failing_since: Date | null;
  last_error: string | null;
  next_attempt_at: Date | null;
}

/** A webhook as its workspace sees it; times in RFC 3339. */
export interface WebhookView {
  id: string;
  workspace: string;
  url: string;
  description: string;
  enabled: boolean;
  mode: 'events' | 'state';
  filter: WebhookFilterDto;
  maxChanges: number;
  /** `off`: not enabled; `failing`: the pending message is being retried. */
  state: 'active' | 'failing' | 'paused' | 'off';
  paused: { reason: PauseReason; detail: string; since: string } | null;
  failing: { since: string; attempts: number; lastError: string; nextAttemptAt: string } | null;
  /** Position in the feed: after everything that was delivered. */
  cursor: string;
  lastDeliveredAt: string | null;
  /** Until this time the previous secret also signs. */
  formerSecretUntil: string | null;
  createdBy: string;
  answeredForBy: string;
  createdAt: string;
  updatedAt: string;
}

/** The caller appends `where`. */
export const SELECT_WEBHOOK = `select w.*, p.message_id, p.kind, p.attempts, p.failing_since, p.last_error, p.next_attempt_at
  from webhook w left join pending_message p on p.webhook = w.id`;

export function viewOf(row: WebhookRow, now = Date.now()): WebhookView {
  const isFailing = row.failing_since !== null;
  return {
    id: row.id,
    workspace: row.workspace,
    url: row.url,
    description: row.description,
    enabled: row.enabled,
    mode: row.mode,
    filter: row.filter,
    maxChanges: row.max_changes,
    state: !row.enabled ? 'off' : row.state === 'paused' ? 'paused' : isFailing ? 'failing' : 'active',
    paused:
      row.state === 'paused'
        ? { reason: row.pause_reason!, detail: row.pause_detail ?? PAUSE_REASONS[row.pause_reason!], since: row.paused_at!.toISOString() }
        : null,
    failing: isFailing
      ? {
          since: row.failing_since!.toISOString(),
          attempts: row.attempts!,
          lastError: row.last_error!,
          nextAttemptAt: row.next_attempt_at!.toISOString(),
        }
      : null,
    cursor: row.cursor,
    lastDeliveredAt: row.last_delivered_at?.toISOString() ?? null,
    formerSecretUntil: row.former_until !== null && row.former_until.getTime() > now ? row.former_until.toISOString() : null,
    createdBy: row.created_by,
    answeredForBy: row.answered_for.subject,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
