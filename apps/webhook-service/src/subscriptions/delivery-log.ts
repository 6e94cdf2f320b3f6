import type { Pool } from 'pg';
import type { MessageKind } from '#contracts/webhooks/webhook-message.js';
import type { Attempt } from '../sending/sender.js';

/** One attempt to deliver a message; times in RFC 3339. */
export interface DeliveryView {
  id: string;
  messageId: string;
  kind: MessageKind;
  /** From 1. */
  attempt: number;
  at: string;
  outcome: Attempt['outcome'];
  status: number | null;
  error: string | null;
  answer: string | null;
  durationMs: number;
  /** Number of changes in the message. */
  changes: number;
}

interface DeliveryRow {
  id: number;
  message_id: string;
  kind: MessageKind;
  attempt: number;
  at: Date;
  outcome: Attempt['outcome'];
  status: number | null;
  error: string | null;
  answer: string | null;
  duration_ms: number;
  changes: number;
}

const PAGE = 50;
const MAX_DROPPED = 20_000;

/** The result of each attempt, for the webhook's owner; limited by number and age. */
export class DeliveryLog {
  constructor(private readonly pool: Pool) {}

  /** Newest first. @param before the id `next` of the page before */
  async list(webhookId: string, before: number | undefined): Promise<{ deliveries: DeliveryView[]; next: string | null }> {
    const { rows } = await this.pool.query<DeliveryRow>(
      'select * from delivery where webhook = $1 and ($2::bigint is null or id < $2) order by id desc limit $3',
      [webhookId, before ?? null, PAGE + 1],
    );
    const page = rows.slice(0, PAGE);
    return { deliveries: page.map(viewOf), next: rows.length > PAGE ? String(page.at(-1)!.id) : null };
  }

  async add(
    webhookId: string,
    message: { id: string; kind: MessageKind; attempt: number; changes: number },
    attempt: Attempt,
  ): Promise<void> {
    await this.pool.query({
      name: 'add-delivery',
      text: ADD,
      values: [
        webhookId,
        message.id,
        message.kind,
        message.attempt,
        attempt.at,
        attempt.outcome,
        attempt.status,
        attempt.error,
        attempt.answer,
        attempt.durationMs,
        message.changes,
      ],
    });
  }

  /** Drops entries beyond the maximum number or age. */
  async forget({ entries, days }: { entries: number; days: number }): Promise<void> {
    await this.pool.query(
      `delete from delivery where ctid = any(array(select ctid from delivery where at < now() - make_interval(days => $1) limit $2))`,
      [days, MAX_DROPPED],
    );
    await this.pool.query(
      `delete from delivery d using webhook w, lateral (select id from delivery where webhook = w.id
        order by id desc offset $1 limit 1) oldest
       where d.webhook = w.id and d.id <= oldest.id`,
      [entries],
    );
  }
}

const ADD = `insert into delivery (webhook, message_id, kind, attempt, at, outcome, status, error, answer, duration_ms, changes)
  select id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 from webhook where id = $1`;

const viewOf = (row: DeliveryRow): DeliveryView => ({
  id: String(row.id),
  messageId: row.message_id,
  kind: row.kind,
  attempt: row.attempt,
  at: row.at.toISOString(),
  outcome: row.outcome,
  status: row.status,
  error: row.error,
  answer: row.answer,
  durationMs: row.duration_ms,
  changes: row.changes,
});
