import { setTimeout as sleep } from 'node:timers/promises';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { Problem } from '#problems/problem.js';
import type { Logger } from '#telemetry/logger.js';
import type { FeedClient, FeedPage } from '../feed/feed-client.js';
import { changesMessage, gapMessage, MAX_BODY_BYTES, type Message } from '../sending/message.js';
import type { WebhookRow } from '../storage/webhook-row.js';
import { isLate, withoutErased } from './erased-changes.js';
import type { HeldWebhooks } from './held-webhooks.js';
import type { Held } from './lease-book.js';
import { untilMoved } from './moved-changes.js';

const WAIT_SECONDS = 20;
/** How often the cursor is stored for a webhook that receives nothing. */
const MOVED_EVERY_MS = 60_000;
/** Maximum number of feed records per request, however few of them are sent. */
const MAX_REACH = 1000;
const REFUSED_PAUSE_MS = 10_000;
/** A cursor of another log, or an unreadable one, stays rejected; the delay covers instances that differ for a moment. */
const UNREADABLE_MS = 60_000;

/** Reads a webhook's part of the feed from its cursor, as long as the webhook does not change. */
export class WebhookReader {
  /** Number of records for the next request; it grows when few of them match. */
  private reach: number;
  private written: string;
  private movedAt = performance.now();

  /** @param changed ends every wait */
  constructor(
    private readonly parts: {
      store: Pick<HeldWebhooks, 'moved' | 'refused'>;
      feed: Pick<FeedClient, 'page' | 'cursorAt' | 'erasedAmong'>;
      directory: Pick<DirectoryCopy, 'workspace'>;
      logger: Logger;
    },
    private readonly held: Held,
    private readonly row: WebhookRow,
    private readonly changed: AbortSignal,
  ) {
    this.reach = row.max_changes;
    this.written = row.cursor;
  }

  /** The next message; undefined: there is none at the moment, or the feed rejected the cursor. @throws Problem unavailable, overloaded */
  async next(): Promise<Message | undefined> {
    const { row } = this;
    let page: FeedPage;
    try {
      page = await this.page();
    } catch (error) {
      if (error instanceof Problem && error.type === 'cursor-expired')
        return this.gap(error, 'The changes before this cursor are no longer stored, or the installation was put back to an earlier time.');
      if (error instanceof Problem && error.type === 'invalid-cursor') return this.refused(error);
      throw error;
    }
    const { feed, directory } = this.parts;
    const due = untilMoved(page.changes, directory.workspace(row.workspace)?.move);
    const changes = isLate({ changes: due }) ? await withoutErased(feed, row.workspace, due) : due;
    if (changes.length > 0) return changesMessage(row, { ...page, changes });
    await this.moveOn(page.cursor);
    return undefined;
  }

  /**
   * A page whose message stays within its limits, unless a single change exceeds them. When the filter matches little, the next request
   * covers more records.
   */
  private async page(): Promise<FeedPage> {
    const { row } = this;
    for (let wait = WAIT_SECONDS; ; wait = 0) {
      const page = await this.parts.feed.page(row, row.cursor, this.reach, wait, this.changed);
      const { length } = page.changes;
      if (this.reach > 1 && (length > row.max_changes || Buffer.byteLength(JSON.stringify(page.changes)) > MAX_BODY_BYTES))
        this.reach >>= 1;
      else {
        if (page.more && 2 * length <= row.max_changes) this.reach = Math.min(Math.max(MAX_REACH, row.max_changes), 2 * this.reach);
        return page;
      }
    }
  }

  private async moveOn(cursor: string): Promise<void> {
    const { row } = this;
    row.cursor = cursor;
    const isRefusedNoMore = row.refused_since !== null;
    if (!isRefusedNoMore && (cursor === this.written || performance.now() - this.movedAt < MOVED_EVERY_MS)) return;
    this.movedAt = performance.now();
    row.refused_since = null;
    if (await this.parts.store.moved(this.held, cursor)) this.written = cursor;
  }

  /** The feed rejected the cursor: the filter has just changed, or changes are lost. */
  private async refused(problem: Problem): Promise<Message | undefined> {
    const { row } = this;
    const place = await this.place();
    if (place !== undefined && place !== row.cursor) {
      row.cursor = place;
      return undefined;
    }
    if (row.refused_since === null && (await this.parts.store.refused(this.held))) {
      row.refused_since = new Date();
      this.parts.logger.warn(
        { webhook: row.id, workspace: row.workspace, why: problem.detail },
        'The feed refuses the cursor of a webhook; the service tries again.',
      );
    }
    if (row.refused_since !== null && Date.now() - row.refused_since.getTime() >= UNREADABLE_MS)
      return this.gap(problem, 'The feed was recreated.');
    await sleep(REFUSED_PAUSE_MS, undefined, { signal: this.changed }).catch(() => undefined);
    return undefined;
  }

  /** The current position as a cursor of the current filter; undefined: the position is unknown. */
  private async place(): Promise<string | undefined> {
    try {
      return await this.parts.feed.cursorAt(this.row, this.row.cursor);
    } catch (error) {
      if (error instanceof Problem && error.type === 'invalid-cursor') return undefined;
      throw error;
    }
  }

  /** Reports lost changes to the receiver before the changes that follow. */
  private async gap({ detail }: Problem, reason: string): Promise<Message> {
    const { row } = this;
    const cursor = await this.parts.feed.cursorAt(row, 'earliest');
    this.parts.logger.warn(
      { webhook: row.id, workspace: row.workspace, why: detail },
      'Changes expired before they were sent to a webhook.',
    );
    return gapMessage(row, cursor, reason, row.last_delivered_at);
  }
}
