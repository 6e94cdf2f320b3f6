import type { Pool } from 'pg';
import type { MessageKind, PauseReason } from '#contracts/webhooks/webhook-message.js';
import type { WebhookRow } from '../subscriptions/webhook-row.js';
import type { Held } from './lease-book.js';
import type { Message } from './message.js';

/** A message under way, with what became of it so far. */
export interface Pending extends Message {
  attempts: number;
  failingSince: Date | null;
  nextAttemptAt: Date | null;
}

/** What an instance works with: the webhook as it was read, and its message under way. */
export interface HeldWebhook {
  row: WebhookRow;
  pending: Pending | undefined;
}

interface PendingRow {
  pending_id: string | null;
  pending_kind: MessageKind;
  body: string;
  changes: number;
  next_cursor: string;
  pending_attempts: number;
  failing_since: Date | null;
  next_attempt_at: Date | null;
}

/** The lease and the revision must be as they were read: else somebody else works for it, or it was changed. */
const MINE = 'id = $1 and lease_token = $2 and revision = $3';

/**
 * Reads and writes of the instance that holds a webhook. Each write tells whether it still does: one that stalled and was succeeded
 * meanwhile changes nothing any more.
 */
export class HeldWebhooks {
  constructor(private readonly pool: Pool) {}

  /** Undefined: it is another's, gone, or not to be delivered. */
  async load({ id, token }: Pick<Held, 'id' | 'token'>): Promise<HeldWebhook | undefined> {
    const { rows } = await this.pool.query<WebhookRow & PendingRow>({
      name: 'load-webhook',
      text: `select w.*, p.message_id as pending_id, p.kind as pending_kind, p.body, p.changes, p.next_cursor, p.attempts as pending_attempts, p.failing_since, p.next_attempt_at
             from webhook w left join pending_message p on p.webhook = w.id where w.id = $1 and w.lease_token = $2 and w.enabled and w.state = 'active'`,
      values: [id, token],
    });
    const row = rows[0];
    if (row === undefined) return undefined;
    const pending = row.pending_id === null ? undefined : { id: row.pending_id, kind: row.pending_kind, body: row.body, changes: row.changes, nextCursor: row.next_cursor, attempts: row.pending_attempts, failingSince: row.failing_since, nextAttemptAt: row.next_attempt_at };
    return { row, pending };
  }

  /** Puts a message under way. */
  begin(held: Held, { id, kind, body, changes, nextCursor }: Message): Promise<boolean> {
    return this.write('begin-message', `insert into pending_message (webhook, message_id, kind, body, changes, next_cursor, made_at) select id, $4, $5, $6, $7, $8, now() from mine`, held, [id, kind, body, changes, nextCursor]);
  }

  /** It was delivered: the webhook stands behind it. */
  delivered(held: Held, { nextCursor }: Message): Promise<boolean> {
    return this.write('message-delivered', `, gone as (delete from pending_message where webhook in (select id from mine)) update webhook set cursor = $4, last_delivered_at = now() where id in (select id from mine)`, held, [nextCursor]);
  }

  /** It is tried again. */
  failed(held: Held, error: string, attempts: number, pauseMs: number): Promise<boolean> {
    return this.write(
      'message-failed',
      `update pending_message set attempts = $4, failing_since = coalesce(failing_since, now()), last_error = $5, next_attempt_at = now() + make_interval(secs => $6) where webhook in (select id from mine)`,
      held,
      [attempts, error, pauseMs / 1000],
    );
  }

  /** Moves on over changes that the filter leaves out, so that the cursor of a webhook that is sent little does not grow too old. */
  moved(held: Held, cursor: string): Promise<boolean> {
    return this.write('webhook-moved', `update webhook set cursor = $4 where id in (select id from mine)`, held, [cursor]);
  }

  /** Nothing more is sent until somebody resumes it. */
  paused(held: Held, reason: PauseReason, detail: string | null): Promise<boolean> {
    return this.write(
      'webhook-paused',
      `update webhook set state = 'paused', pause_reason = $4, pause_detail = $5, paused_at = now(), pause_noted = false, lease_owner = null where id in (select id from mine)`,
      held,
      [reason, detail],
    );
  }

  private async write(name: string, statement: string, { id, token, revision }: Held, values: unknown[]): Promise<boolean> {
    const { rowCount } = await this.pool.query({ name, text: `with mine as materialized (select id from webhook where ${MINE} for update) ${statement}`, values: [id, token, revision, ...values] });
    return rowCount === 1;
  }
}
