import type { Pool } from 'pg';
import { type AdoptedWebhookDto, type KeptWebhook, MAX_DETAIL } from '#contracts/webhooks/adopted-webhook.dto.js';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { inTransaction } from '#postgres/transaction.js';
import { Problem } from '#problems/problem.js';
import type { FeedClient } from '../feed/feed-client.js';
import { checkedReceiverUrl, type UrlRules } from '../network/receiver-url.js';
import type { WebhookSecrets } from '../secrets/webhook-secrets.js';
import { type AnsweredFor, SELECT_WEBHOOK, type WebhookRow } from '../storage/webhook-row.js';
import { acceptedByFeed } from './refused-settings.js';
import { takePlace } from './webhook-places.js';
import { withDefaults } from './webhook-settings.js';

export interface MovedWebhooksParts {
  pool: Pool;
  feed: Pick<FeedClient, 'cursorAt'>;
  secrets: WebhookSecrets;
  directory: Pick<DirectoryCopy, 'limitsOf' | 'workspace' | 'movedToken' | 'isRevoked'>;
  rules: UrlRules;
  maxWebhooks: number;
}

const PAGE = 100;

/** Webhooks of workspaces that are being moved (docs/decisions, 33), with their secrets: for operators, and only during a move. */
export class MovedWebhooks {
  constructor(private readonly parts: MovedWebhooksParts) {}

  /** A page of webhooks with their secrets. @param after the last id of the previous page */
  async kept(workspace: string, after: string | undefined): Promise<{ webhooks: KeptWebhook[]; next: string | null }> {
    const { rows } = await this.parts.pool.query<WebhookRow>(
      `${SELECT_WEBHOOK} where w.workspace = $1 and ($2::uuid is null or w.id > $2) order by w.id limit $3`,
      [workspace, after ?? null, PAGE + 1],
    );
    const page = rows.slice(0, PAGE);
    return { webhooks: page.map((row) => this.shown(row)), next: rows.length > PAGE ? page.at(-1)!.id : null };
  }

  /**
   * Creates or replaces a webhook. It starts at the present end of the feed: earlier changes are delivered by the installation that the
   * workspace leaves.
   * @throws Problem 409 when the id belongs to another workspace, or the limit is reached; 422 for an address that this installation may
   *   not call, or a filter that its feed refuses; 503 while this service does not know the move
   */
  async adopt(workspace: string, id: string, order: AdoptedWebhookDto): Promise<void> {
    const { pool, feed, secrets, rules, directory } = this.parts;
    const move = directory.workspace(workspace)?.move;
    if (move?.state !== 'receiving')
      throw new Problem('unavailable', 'This service does not know yet that the workspace is being moved here; try again in a moment.', {
        headers: { 'retry-after': '1' },
      });
    const url = checkedReceiverUrl(order.url, rules).href;
    const { mode, filter, description, enabled, maxChanges } = withDefaults(order);
    const { secret, formerSecret, formerSecretUntil, paused } = order;
    const cursor = await acceptedByFeed(feed.cursorAt({ workspace, mode, filter }, 'latest'), false);
    await inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ workspace: string }>('select workspace from webhook where id = $1 for update', [id]);
      if (rows[0] === undefined) await takePlace(client, workspace, this.parts);
      else if (rows[0].workspace !== workspace) throw new Problem('conflict', `The webhook ${id} belongs to another workspace here.`);
      await client.query(ADOPT, [
        id,
        workspace,
        url,
        description,
        enabled,
        mode,
        filter,
        maxChanges,
        cursor,
        secrets.seal(id, secret),
        formerSecret === undefined ? null : secrets.seal(id, formerSecret),
        formerSecret === undefined ? null : (formerSecretUntil ?? null),
        paused === undefined ? 'active' : 'paused',
        paused?.reason ?? null,
        paused?.detail ?? null,
        paused?.since ?? null,
        order.createdBy,
        this.answering(workspace, move.id, order.answeredFor),
        order.createdAt,
      ]);
      await client.query('delete from pending_message where webhook = $1', [id]);
    });
  }

  /**
   * Who is responsible for the webhook: a token that moved with the workspace, as before. Other people are unknown here, so otherwise it is
   * the move, until somebody changes or resumes the webhook.
   */
  private answering(workspace: string, moveId: string, { subject, tokenId, issuedAt, expiresAt }: AnsweredFor): AnsweredFor {
    const { directory } = this.parts;
    const isKnown =
      tokenId !== undefined &&
      (directory.movedToken(tokenId)?.workspace === workspace || directory.isRevoked(tokenId, subject, issuedAt ?? 0));
    return isKnown ? { subject, tokenId, issuedAt, expiresAt } : { subject: `move:${moveId}` };
  }

  private shown(row: WebhookRow): KeptWebhook {
    const { id, url, description, enabled, mode, filter, former_secret: former, former_until: until } = row;
    const { secrets } = this.parts;
    return {
      id,
      url,
      ...(description !== '' && { description }),
      enabled,
      mode,
      filter,
      maxChanges: row.max_changes,
      secret: secrets.open(id, row.secret),
      ...(former !== null && until !== null && { formerSecret: secrets.open(id, former), formerSecretUntil: until.toISOString() }),
      ...(row.state === 'paused' && {
        paused: {
          reason: row.pause_reason!,
          ...(row.pause_detail !== null && { detail: row.pause_detail.replace(/[\p{Cc}\p{Cs}]/gu, ' ').slice(0, MAX_DETAIL) }),
          since: row.paused_at!.toISOString(),
        },
      }),
      createdBy: row.created_by,
      createdAt: row.created_at.toISOString(),
      answeredFor: row.answered_for,
    };
  }
}

const ADOPT = `insert into webhook (id, workspace, url, description, enabled, mode, filter, max_changes, cursor, secret, former_secret,
    former_until, state, pause_reason, pause_detail, paused_at, created_by, answered_for, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
  on conflict (id) do update set url = excluded.url, description = excluded.description, enabled = excluded.enabled,
    mode = excluded.mode, filter = excluded.filter, max_changes = excluded.max_changes, cursor = excluded.cursor,
    secret = excluded.secret, former_secret = excluded.former_secret, former_until = excluded.former_until, state = excluded.state,
    pause_reason = excluded.pause_reason, pause_detail = excluded.pause_detail, paused_at = excluded.paused_at,
    created_by = excluded.created_by, answered_for = excluded.answered_for, created_at = excluded.created_at, refused_since = null,
    revision = webhook.revision + 1, updated_at = clock_timestamp()`;
