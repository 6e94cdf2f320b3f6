import { setTimeout as sleep } from 'node:timers/promises';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { databaseFault } from '#postgres/database-errors.js';
import { Problem } from '#problems/problem.js';
import type { Logger } from '#telemetry/logger.js';
import type { FeedClient, FeedPage } from '../feed/feed-client.js';
import type { CreatorRights } from '../rights/creator-rights.js';
import type { WebhookSecrets } from '../secrets/webhook-secrets.js';
import type { DeliveryLog } from '../subscriptions/delivery-log.js';
import type { WebhookRow } from '../subscriptions/webhook-row.js';
import { type BackOffSettings, pauseAfter } from './back-off.js';
import type { DeliverySlots } from './delivery-slots.js';
import type { HeldWebhook, HeldWebhooks, Pending } from './held-webhooks.js';
import type { Held } from './lease-book.js';
import { changesMessage, gapMessage, MAX_BODY_BYTES, type Message } from './message.js';
import type { DeliveryMetrics } from './delivery-metrics.js';
import type { Attempt, Sender } from './sender.js';
import { signingSecrets } from './signing-secrets.js';

export interface RunnerParts {
  store: HeldWebhooks;
  feed: Pick<FeedClient, 'page' | 'cursorAt'>;
  slots: DeliverySlots;
  sender: Pick<Sender, 'post'>;
  log: DeliveryLog;
  secrets: WebhookSecrets;
  directory: Pick<DirectoryCopy, 'complete' | 'workspace'>;
  rights: Pick<CreatorRights, 'hold'>;
  metrics: DeliveryMetrics;
  settings: BackOffSettings & { giveUpHours: number };
  logger: Logger;
  /** False: this instance may have been succeeded; it sends nothing until it knows. */
  isAlive: () => boolean;
}

const WAIT_SECONDS = 20;
/** How often the cursor of a webhook that is sent nothing is written down. */
const MOVED_EVERY_MS = 60_000;
const HELD_UP_MS = 1000;
/** A feed that refuses a cursor this often, with pauses between, will not take it any more. */
const REFUSALS = 5;

/** Delivers one webhook's part of the feed, one message after the other, for as long as this instance holds it. */
export class WebhookRunner {
  private readonly stopping = new AbortController();
  /** Ends every wait: the webhook was changed, or is no longer held. */
  private changed = new AbortController();
  private refusals = 0;
  private movedAt = performance.now();
  private written = '';
  readonly done: Promise<void>;

  constructor(
    private readonly parts: RunnerParts,
    private held: Held,
  ) {
    this.done = this.run();
  }

  get token(): number {
    return this.held.token;
  }

  /** Told again and again; another revision: it is read anew at once. What is under way is settled by the revision it began with, and so not at all. */
  seen(revision: number): void {
    if (revision !== this.held.revision) this.changed.abort();
  }

  /** What is being sent is still sent and written down. */
  stop(): Promise<void> {
    this.stopping.abort();
    this.changed.abort();
    return this.done;
  }

  private get stopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async run(): Promise<void> {
    const { store, logger } = this.parts;
    while (!this.stopped) {
      this.changed = new AbortController();
      try {
        const webhook = await store.load(this.held);
        if (webhook === undefined) return;
        this.held = { ...this.held, revision: webhook.row.revision };
        this.written = webhook.row.cursor;
        while (!this.stopped && !this.changed.signal.aborted && (await this.step(webhook)));
      } catch (error) {
        if (this.stopped || this.changed.signal.aborted) continue;
        if (!isAway(error)) logger.error({ err: error, webhook: this.held.id }, 'A webhook could not be worked for; it is tried again.');
        await this.rest(HELD_UP_MS);
      }
    }
  }

  /** @returns false when the webhook must be read anew */
  private async step(webhook: HeldWebhook): Promise<boolean> {
    const { row } = webhook;
    if (!(await this.mayDeliver(row))) return false;
    if (webhook.pending === undefined) {
      const message = await this.nextMessage(row);
      if (message === undefined) return true;
      if (!(await this.parts.store.begin(this.held, message))) return false;
      webhook.pending = { ...message, attempts: 0, failingSince: null, nextAttemptAt: null };
      // Rights may have gone while the feed was waited for.
      return true;
    }
    const due = (webhook.pending.nextAttemptAt?.getTime() ?? 0) - Date.now();
    if (due > 0) {
      await this.rest(Math.min(due, HELD_UP_MS));
      return true;
    }
    return this.attempt(webhook, webhook.pending);
  }

  /** Nothing is sent of a workspace that is suspended or goes, nor for somebody whose right is gone. */
  private async mayDeliver({ workspace, answered_for }: WebhookRow): Promise<boolean> {
    const { directory, rights, isAlive } = this.parts;
    if (!isAlive() || !directory.complete || directory.workspace(workspace)?.status !== 'active') {
      await this.rest(HELD_UP_MS);
      return false;
    }
    if (await rights.hold(workspace, answered_for)) return true;
    await this.pause('creator-right-gone', null);
    return false;
  }

  /** Undefined: there is nothing at the moment, or nothing could be read. */
  private async nextMessage(row: WebhookRow): Promise<Message | undefined> {
    try {
      const page = await this.pageWithin(row);
      this.refusals = 0;
      if (page.changes.length > 0) return changesMessage(row, page);
      await this.moveOn(row, page.cursor);
    } catch (error) {
      if (error instanceof Problem && (error.type === 'cursor-expired' || (error.type === 'invalid-cursor' && ++this.refusals >= REFUSALS))) return this.gap(row, error);
      throw error;
    }
    return undefined;
  }

  /** A page of which the message keeps its bound, as far as one change does. */
  private async pageWithin(row: WebhookRow): Promise<FeedPage> {
    for (let limit = row.max_changes, wait = WAIT_SECONDS; ; limit = Math.max(1, limit >> 1), wait = 0) {
      const page = await this.parts.feed.page(row, row.cursor, limit, wait, this.changed.signal);
      if (limit === 1 || Buffer.byteLength(JSON.stringify(page.changes)) <= MAX_BODY_BYTES) return page;
    }
  }

  private async moveOn(row: WebhookRow, cursor: string): Promise<void> {
    row.cursor = cursor;
    if (cursor === this.written || performance.now() - this.movedAt < MOVED_EVERY_MS) return;
    this.movedAt = performance.now();
    if (await this.parts.store.moved(this.held, cursor)) this.written = cursor;
  }

  /** Never silently: the receiver is told that changes are missing before those that follow. */
  private async gap(row: WebhookRow, { type, detail }: Problem): Promise<Message> {
    const cursor = await this.parts.feed.cursorAt(row, 'earliest');
    this.refusals = 0;
    this.parts.logger.warn({ webhook: row.id, workspace: row.workspace, why: detail }, 'Changes are gone that a webhook was not sent yet.');
    return gapMessage(row, cursor, type === 'cursor-expired' ? 'The changes before this cursor are no longer kept.' : 'The feed was set up anew.', row.last_delivered_at);
  }

  private async attempt(webhook: HeldWebhook, message: Pending): Promise<boolean> {
    const { slots, sender, metrics, isAlive } = this.parts;
    const { row } = webhook;
    const secrets = signingSecrets(this.parts.secrets, row);
    const leave = await slots.enter(row.workspace, this.changed.signal);
    let result: Attempt;
    try {
      if (!isAlive()) return false;
      result = await sender.post({ id: message.id, body: message.body, url: row.url, secrets });
    } finally {
      leave();
    }
    metrics.attempted(result, message.changes);
    const attempts = message.attempts + 1;
    const kept = await this.settle(webhook, message, result, attempts);
    await this.parts.log.add(row.id, { id: message.id, kind: message.kind, attempt: attempts, changes: message.changes }, result);
    return kept;
  }

  private async settle(webhook: HeldWebhook, message: Pending, result: Attempt, attempts: number): Promise<boolean> {
    const { store, settings } = this.parts;
    if (result.outcome === 'delivered') {
      const { row } = webhook;
      if (!(await store.delivered(this.held, message))) return false;
      webhook.pending = undefined;
      row.cursor = this.written = message.nextCursor;
      row.last_delivered_at = new Date();
      return true;
    }
    if (result.outcome === 'gone') return this.pause('gone', null);
    const failingSince = message.failingSince ?? result.at;
    if (Date.now() - failingSince.getTime() >= settings.giveUpHours * 3_600_000) return this.pause('given-up', `After ${attempts} attempts since ${failingSince.toISOString()}. ${result.error}`);
    const pauseMs = pauseAfter(attempts, settings, result.askedMs);
    if (!(await store.failed(this.held, result.error!, attempts, pauseMs))) return false;
    webhook.pending = { ...message, attempts, failingSince, nextAttemptAt: new Date(Date.now() + pauseMs) };
    return true;
  }

  private async pause(reason: Parameters<HeldWebhooks['paused']>[1], detail: string | null): Promise<false> {
    const { store, metrics, logger } = this.parts;
    if (await store.paused(this.held, reason, detail)) {
      metrics.paused(reason);
      logger.warn({ webhook: this.held.id, reason }, 'A webhook was paused.');
    }
    return false;
  }

  /** Until then, or until the webhook changes. */
  private async rest(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.changed.signal }).catch(() => undefined);
  }
}

/** The feed, or a database, that can not be asked at the moment: said by readiness and metrics. */
const isAway = (error: unknown): boolean => (error instanceof Problem && ['unavailable', 'overloaded', 'not-ready', 'invalid-cursor'].includes(error.type)) || databaseFault(error) === 'away';
