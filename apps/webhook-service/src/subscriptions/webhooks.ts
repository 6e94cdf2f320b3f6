import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { NewWebhookSettingsDto, WebhookSettingsDto } from '#contracts/webhooks/webhook.dto.js';
import { inTransaction } from '#postgres/transaction.js';
import { Problem } from '#problems/problem.js';
import type { FeedClient } from '../feed/feed-client.js';
import { checkedReceiverUrl, type UrlRules } from '../network/receiver-url.js';
import type { WebhookSecrets } from '../secrets/webhook-secrets.js';
import { type AnsweredFor, SELECT_WEBHOOK, viewOf, type WebhookRow, type WebhookView } from '../storage/webhook-row.js';
import { acceptedByFeed } from './refused-settings.js';
import { takePlace, type WebhookPlaces } from './webhook-places.js';
import { withDefaults } from './webhook-settings.js';

export interface WebhooksParts extends WebhookPlaces {
  pool: Pool;
  feed: Pick<FeedClient, 'cursorAt'>;
  secrets: WebhookSecrets;
  rules: UrlRules;
  secretGraceHours: number;
}

const PAGE = 100;

/**
 * The webhooks of workspaces, as their administrators manage them. Each change of a webhook's revision ends an instance's current work with
 * it.
 */
export class Webhooks {
  constructor(private readonly parts: WebhooksParts) {}

  /** @param after the last id of the previous page */
  async list(workspace: string | undefined, after: string | undefined): Promise<{ webhooks: WebhookView[]; next: string | null }> {
    const { rows } = await this.parts.pool.query<WebhookRow>(
      `${SELECT_WEBHOOK} where ($1::text is null or w.workspace = $1) and ($2::uuid is null or w.id > $2) order by w.id limit $3`,
      [workspace ?? null, after ?? null, PAGE + 1],
    );
    const page = rows.slice(0, PAGE);
    return { webhooks: page.map((row) => viewOf(row)), next: rows.length > PAGE ? page.at(-1)!.id : null };
  }

  async find(workspace: string, id: string): Promise<WebhookView> {
    return viewOf(await this.row(workspace, id));
  }

  /** @throws Problem 404 */
  async row(workspace: string, id: string): Promise<WebhookRow> {
    return found(
      (await this.parts.pool.query<WebhookRow>(`${SELECT_WEBHOOK} where w.workspace = $1 and w.id = $2`, [workspace, id])).rows[0],
    );
  }

  /**
   * The secret is shown only once.
   * @throws Problem quota-exceeded, invalid (also for a filter that the feed does not support), invalid-cursor
   */
  async create(by: AnsweredFor, workspace: string, order: NewWebhookSettingsDto): Promise<WebhookView & { secret: string }> {
    const { pool, feed, secrets, rules } = this.parts;
    const url = checkedReceiverUrl(order.url, rules).href;
    const { mode, filter, description, enabled, maxChanges } = withDefaults(order);
    const cursor = await acceptedByFeed(feed.cursorAt({ workspace, mode, filter }, order.from ?? 'latest'), true);
    const id = randomUUID();
    const secret = secrets.create();
    await inTransaction(pool, async (client) => {
      await takePlace(client, workspace, this.parts);
      await client.query(
        `insert into webhook (id, workspace, url, description, enabled, mode,
          filter, max_changes, cursor, secret, created_by, answered_for)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
        [id, workspace, url, description, enabled, mode, filter, maxChanges, cursor, secrets.seal(id, secret), by.subject, by],
      );
    });
    return { ...(await this.find(workspace, id)), secret };
  }

  /** Replaces all settings; the position stays, even with another filter. The caller becomes responsible for the webhook. */
  async change(by: AnsweredFor, workspace: string, id: string, order: WebhookSettingsDto): Promise<WebhookView> {
    const { pool, feed, rules } = this.parts;
    const url = checkedReceiverUrl(order.url, rules).href;
    const { mode, filter, description, enabled, maxChanges } = withDefaults(order);
    const before = await this.row(workspace, id);
    const cursor = await acceptedByFeed(feed.cursorAt({ workspace, mode, filter }, before.cursor), false);
    await inTransaction(pool, async (client) => {
      // A webhook that has moved on meanwhile keeps its position; its instance requests a cursor of the new filter there.
      const { rowCount } = await client.query(
        `update webhook set url = $3, description = $4, enabled = $5, mode = $6, filter = $7, max_changes = $8, cursor = case
          when cursor = $9 then $10 else cursor end, answered_for = $11, revision = revision + 1,
          updated_at = clock_timestamp() where workspace = $1 and id = $2`,
        [workspace, id, url, description, enabled, mode, filter, maxChanges, before.cursor, cursor, by],
      );
      found(rowCount === 0 ? undefined : id);
      // A message that another URL rejected, or that another filter produced, is created again from the same position.
      await client.query('delete from pending_message where webhook = $1', [id]);
    });
    return this.find(workspace, id);
  }

  async remove(workspace: string, id: string): Promise<void> {
    const { rowCount } = await this.parts.pool.query('delete from webhook where workspace = $1 and id = $2', [workspace, id]);
    found(rowCount === 0 ? undefined : id);
  }

  /** Creates a secret, shown only once; the previous one also signs during its grace period, older ones no longer do. */
  async rotateSecret(workspace: string, id: string): Promise<WebhookView & { secret: string }> {
    const { pool, secrets, secretGraceHours } = this.parts;
    const secret = secrets.create();
    const { rowCount } = await pool.query(
      `update webhook set former_secret = secret, former_until = clock_timestamp() + make_interval(hours => $4), secret = $3,
        revision = revision + 1, updated_at = clock_timestamp() where workspace = $1 and id = $2`,
      [workspace, id, secrets.seal(id, secret), secretGraceHours],
    );
    found(rowCount === 0 ? undefined : id);
    return { ...(await this.find(workspace, id)), secret };
  }

  /** Continues at another position of the feed; the pending message is dropped. @throws Problem invalid-cursor */
  async replay(workspace: string, id: string, from: string): Promise<WebhookView> {
    const { pool, feed } = this.parts;
    const { mode, filter } = await this.row(workspace, id);
    const cursor = await acceptedByFeed(feed.cursorAt({ workspace, mode, filter }, from), true);
    await inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(
        `update webhook set cursor = $3, revision = revision + 1, updated_at = clock_timestamp() where workspace = $1
          and id = $2 and mode = $4 and filter = $5`,
        [workspace, id, cursor, mode, filter],
      );
      if (rowCount === 0) throw new Problem('conflict', 'The webhook has been changed in the meantime; check it and replay again.');
      await client.query('delete from pending_message where webhook = $1', [id]);
    });
    return this.find(workspace, id);
  }

  /** Ends a pause, and retries failing messages at once. The caller becomes responsible for the webhook. */
  async resume(by: AnsweredFor, workspace: string, id: string): Promise<WebhookView> {
    await inTransaction(this.parts.pool, async (client) => {
      const { rowCount } = await client.query(
        `update webhook set state = 'active', pause_reason = null, pause_detail = null, paused_at = null, answered_for = $3,
          revision = revision + 1, updated_at = clock_timestamp() where workspace = $1 and id = $2`,
        [workspace, id, by],
      );
      found(rowCount === 0 ? undefined : id);
      await client.query(
        'update pending_message set attempts = 0, failing_since = null, last_error = null, next_attempt_at = null where webhook = $1',
        [id],
      );
    });
    return this.find(workspace, id);
  }
}

function found<T>(row: T | undefined): T {
  if (row === undefined) throw new Problem('not-found', 'No webhook of the workspace has this id.');
  return row;
}
