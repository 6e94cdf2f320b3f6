import type { Pool } from 'pg';
import type { MessageKind, PauseReason } from '#contracts/webhooks/webhook-message.js';
import type { Message } from '../sending/message.js';
import type { WebhookRow } from '../storage/webhook-row.js';
import type { Held } from './lease-book.js';

/** The pending message with the result of its attempts so far. Its body is in memory only from its creation to its first attempt. */
export interface Pending extends Omit<Message, 'body'> {
  body: string | undefined;
  attempts: number;
  failingSince: Date | null;
  nextAttemptAt: Date | null;
}

/** The data that an instance works with: the webhook as read, and its pending message. */
export interface HeldWebhook {
  row: WebhookRow;
  pending: Pending | undefined;
}

interface PendingRow {
  pending_id: string | null;
  pending_kind: MessageKind;
  changes: number;
  next_cursor: string;
  pending_attempts: number;
  failing_since: Date | null;
  next_attempt_at: Date | null;
}

/** The lease and the revision must match the values read; otherwise another instance has the webhook, or it was changed. */
const MINE = 'id = $1 and lease_token = $2 and revision = $3';
const GONE = 'gone as (delete from pending_message where webhook in (select id from mine))';

/**
 * Reads and writes of the instance that holds a webhook. Each write returns whether the instance still holds it: an instance that stalled
 * and was replaced can no longer change anything.
 */
export class HeldWebhooks {
  constructor(private readonly pool: Pool) {}

  /** Undefined: another instance has it, it is gone, or it must not be delivered. */
  async load({ id, token }: Pick<Held, 'id' | 'token'>): Promise<HeldWebhook | undefined> {
    const { rows } = await this.pool.query<WebhookRow & PendingRow>({
      name: 'load-webhook',
      text: `select w.*, p.message_id as pending_id, p.kind as pending_kind, p.changes, p.next_cursor,
        p.attempts as pending_attempts, p.failing_since, p.next_attempt_at
             from webhook w left join pending_message p on p.webhook = w.id where w.id = $1 and w.lease_token = $2
             and w.enabled and w.state = 'active'`,
      values: [id, token],
    });
    const row = rows[0];
    if (row === undefined) return undefined;
    const pending =
      row.pending_id === null
        ? undefined
        : {
            id: row.pending_id,
            kind: row.pending_kind,
            body: undefined,
            changes: row.changes,
            nextCursor: row.next_cursor,
            attempts: row.pending_attempts,
            failingSince: row.failing_since,
            nextAttemptAt: row.next_attempt_at,
          };
    return { row, pending };
  }

  /** Body of the pending message; undefined: another instance has the webhook, or no message is pending. */
  async body({ id, token, revision }: Held): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ body: string }>({
      name: 'pending-body',
      text: `select body from pending_message where webhook = (select id from webhook where ${MINE})`,
      values: [id, token, revision],
    });
    return rows[0]?.body;
  }

  /** Stores a message as pending. */
  begin(held: Held, { id, kind, body, changes, nextCursor }: Message): Promise<boolean> {
    return this.write(
      'begin-message',
      `insert into pending_message (webhook, message_id, kind, body, changes, next_cursor, made_at)
        select id, $4, $5, $6, $7, $8, now() from mine`,
      held,
      [id, kind, body, changes, nextCursor],
    );
  }

  /** Replaces the pending message by a shorter one. */
  shortened(held: Held, { body, changes }: Pick<Message, 'body' | 'changes'>): Promise<boolean> {
    return this.write(
      'message-shortened',
      `update pending_message set body = $4, changes = $5 where webhook in (select id from mine)`,
      held,
      [body, changes],
    );
  }

  /** Marks the message as delivered and moves the webhook past it. */
  delivered(held: Held, { nextCursor }: Pick<Message, 'nextCursor'>): Promise<boolean> {
    return this.write(
      'message-delivered',
      `, ${GONE} update webhook set cursor = $4, last_delivered_at = now(), refused_since = null where id in (select id from mine)`,
      held,
      [nextCursor],
    );
  }

  /** Schedules another attempt. */
  failed(held: Held, error: string, attempts: number, pauseMs: number): Promise<boolean> {
    return this.write(
      'message-failed',
      `update pending_message set attempts = $4, failing_since = coalesce(failing_since, now()), last_error = $5,
        next_attempt_at = now() + make_interval(secs => $6) where webhook in (select id from mine)`,
      held,
      [attempts, error, pauseMs / 1000],
    );
  }

  /** Moves past changes that are not sent, so that the cursor of a rarely used webhook does not expire. */
  moved(held: Held, cursor: string): Promise<boolean> {
    return this.write(
      'webhook-moved',
      `, ${GONE} update webhook set cursor = $4, refused_since = null where id in (select id from mine)`,
      held,
      [cursor],
    );
  }

  /** The feed rejected the cursor. */
  refused(held: Held): Promise<boolean> {
    return this.write(
      'webhook-refused',
      `update webhook set refused_since = coalesce(refused_since, now()) where id in (select id from mine)`,
      held,
      [],
    );
  }

  /** Sends nothing until somebody resumes the webhook. */
  paused(held: Held, reason: PauseReason, detail: string | null): Promise<boolean> {
    return this.write(
      'webhook-paused',
      `, noted as (insert into pause_note (webhook, workspace, reason, at) select id, workspace, $4, now() from mine)
       update webhook set state = 'paused', pause_reason = $4, pause_detail = $5, paused_at = now(), lease_owner = null
       where id in (select id from mine)`,
      held,
      [reason, detail],
    );
  }

  private async write(name: string, statement: string, { id, token, revision }: Held, values: unknown[]): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name,
      text: `with mine as materialized (select id, workspace from webhook where ${MINE} for update) ${statement}`,
      values: [id, token, revision, ...values],
    });
    return rowCount === 1;
  }
}
