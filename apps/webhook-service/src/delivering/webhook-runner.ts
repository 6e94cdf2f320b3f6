import { setTimeout as sleep } from 'node:timers/promises';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { databaseFault } from '#postgres/database-errors.js';
import { Problem } from '#problems/problem.js';
import type { Logger } from '#telemetry/logger.js';
import type { FeedClient } from '../feed/feed-client.js';
import type { CreatorRights } from '../rights/creator-rights.js';
import type { WebhookSecrets } from '../secrets/webhook-secrets.js';
import { type BackOffSettings, pauseAfter } from '../sending/back-off.js';
import type { DeliveryMetrics } from '../sending/delivery-metrics.js';
import type { DeliverySlots } from '../sending/delivery-slots.js';
import { changesMessage, changesOf } from '../sending/message.js';
import type { Attempt, Sender } from '../sending/sender.js';
import { signingSecrets } from '../sending/signing-secrets.js';
import type { WebhookRow } from '../storage/webhook-row.js';
import type { DeliveryLog } from '../subscriptions/delivery-log.js';
import { withoutErased } from './erased-changes.js';
import type { HeldWebhook, HeldWebhooks, Pending } from './held-webhooks.js';
import type { Held } from './lease-book.js';
import { WebhookReader } from './webhook-reader.js';

export interface RunnerParts {
  store: HeldWebhooks;
  feed: Pick<FeedClient, 'page' | 'cursorAt' | 'erasedAmong'>;
  slots: DeliverySlots;
  sender: Pick<Sender, 'post'>;
  log: DeliveryLog;
  secrets: WebhookSecrets;
  directory: Pick<DirectoryCopy, 'complete' | 'workspace'>;
  rights: Pick<CreatorRights, 'hold'>;
  metrics: DeliveryMetrics;
  settings: BackOffSettings & { giveUpHours: number };
  logger: Logger;
  /** False: another instance may have taken over; nothing is sent until this is known. */
  isAlive: () => boolean;
}

const HELD_UP_MS = 1000;

/** Delivers one webhook's part of the feed, one message after the other, while this instance holds it. */
export class WebhookRunner {
  private readonly stopping = new AbortController();
  /** Ends every wait: the webhook was changed, or is no longer held. */
  private changed = new AbortController();
  readonly begunAt = performance.now();
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

  /**
   * Called repeatedly. After a new revision the webhook is read again at once; writes of the message in flight name the old revision and
   * therefore have no effect.
   */
  seen(revision: number): void {
    if (revision !== this.held.revision) this.changed.abort();
  }

  /** The message in flight is still sent and recorded. */
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
        const reader = new WebhookReader(this.parts, this.held, webhook.row, this.changed.signal);
        while (!this.stopped && !this.changed.signal.aborted && (await this.step(webhook, reader)));
      } catch (error) {
        if (this.stopped || this.changed.signal.aborted) continue;
        if (!isAway(error))
          logger.error({ err: error, webhook: this.held.id }, 'A webhook could not be processed; the service tries again.');
        await this.rest(HELD_UP_MS);
      }
    }
  }

  /** @returns false when the webhook must be read again */
  private async step(webhook: HeldWebhook, reader: WebhookReader): Promise<boolean> {
    const { row } = webhook;
    if (!this.maySend(row)) {
      await this.rest(HELD_UP_MS);
      return true;
    }
    if (!(await this.parts.rights.hold(row.workspace, row.answered_for))) return this.pause('creator-right-gone', null);
    if (webhook.pending === undefined) {
      const message = await reader.next();
      if (message === undefined) return true;
      if (!(await this.parts.store.begin(this.held, message))) return false;
      webhook.pending = { ...message, attempts: 0, failingSince: null, nextAttemptAt: null };
      // Rights may have been revoked during the wait for the feed.
      return true;
    }
    const due = (webhook.pending.nextAttemptAt?.getTime() ?? 0) - Date.now();
    if (due > 0) {
      await this.rest(Math.min(due, HELD_UP_MS));
      return true;
    }
    const { body } = webhook.pending;
    return body === undefined ? this.takeUp(webhook, webhook.pending) : this.attempt(webhook, { ...webhook.pending, body });
  }

  /** False for a workspace that is suspended, deleted or still arriving, and when another instance may have taken over. */
  private maySend({ workspace }: WebhookRow): boolean {
    const { directory, isAlive } = this.parts;
    const found = directory.workspace(workspace);
    return isAlive() && directory.complete && found?.status === 'active' && found.move?.state !== 'receiving';
  }

  /**
   * Reads a message that a failure or another instance left. Objects erased since its creation are left out; a receiver that got the
   * complete message, but whose answer was lost, recognises it by its id.
   */
  private async takeUp(webhook: HeldWebhook, message: Pending): Promise<boolean> {
    const { store, feed } = this.parts;
    const { row } = webhook;
    const body = await store.body(this.held);
    if (body === undefined) return false;
    const changes = changesOf(body);
    const kept = await withoutErased(feed, row.workspace, changes);
    if (kept.length === changes.length) {
      webhook.pending = { ...message, body };
    } else if (kept.length > 0) {
      const { body: rest, changes: left } = changesMessage(row, { changes: kept, cursor: message.nextCursor });
      if (!(await store.shortened(this.held, { body: rest, changes: left }))) return false;
      webhook.pending = { ...message, body: rest, changes: left };
    } else {
      if (!(await store.moved(this.held, message.nextCursor))) return false;
      webhook.pending = undefined;
      row.cursor = message.nextCursor;
    }
    return true;
  }

  private async attempt(webhook: HeldWebhook, message: Pending & { body: string }): Promise<boolean> {
    const { slots, sender, metrics, isAlive } = this.parts;
    const { row } = webhook;
    const secrets = signingSecrets(this.parts.secrets, row);
    const leave = await slots.enter(row.workspace, this.changed.signal);
    let result: Attempt;
    try {
      if (!isAlive()) return true;
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
      row.cursor = message.nextCursor;
      row.last_delivered_at = new Date();
      row.refused_since = null;
      return true;
    }
    if (result.outcome === 'gone') return this.pause('gone', null);
    const failingSince = message.failingSince ?? result.at;
    if (Date.now() - failingSince.getTime() >= settings.giveUpHours * 3_600_000)
      return this.pause('given-up', `After ${attempts} attempts since ${failingSince.toISOString()}. ${result.error}`);
    const pauseMs = pauseAfter(attempts, settings, result.retryAfterMs);
    if (!(await store.failed(this.held, result.error!, attempts, pauseMs))) return false;
    webhook.pending = { ...message, body: undefined, attempts, failingSince, nextAttemptAt: new Date(Date.now() + pauseMs) };
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

  /** Waits for this time, or until the webhook changes. */
  private async rest(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.changed.signal }).catch(() => undefined);
  }
}

/** The feed or a database is unavailable; readiness and metrics report it. */
const isAway = (error: unknown): boolean =>
  (error instanceof Problem && ['unavailable', 'overloaded', 'not-ready'].includes(error.type)) || databaseFault(error) === 'away';
