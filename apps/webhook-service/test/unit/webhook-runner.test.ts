import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { WorkspaceMove } from '#contracts/directory/records.js';
import { Problem } from '#problems/problem.js';
import { createLogger } from '#telemetry/logger.js';
import { createMetrics } from '#telemetry/metrics.js';
import type { HeldWebhooks, Pending } from '../../src/delivering/held-webhooks.js';
import { type RunnerParts, WebhookRunner } from '../../src/delivering/webhook-runner.js';
import type { FeedChange } from '../../src/feed/feed-client.js';
import { WebhookSecrets } from '../../src/secrets/webhook-secrets.js';
import { DeliveryMetrics } from '../../src/sending/delivery-metrics.js';
import { DeliverySlots } from '../../src/sending/delivery-slots.js';
import type { Message } from '../../src/sending/message.js';
import type { Attempt, OutgoingMessage } from '../../src/sending/sender.js';
import type { WebhookRow } from '../../src/storage/webhook-row.js';

const secrets = new WebhookSecrets('a secret of the installation, long enough');

/** A change of the object with this name. */
const change = (name: unknown): FeedChange => ({ externalId: String(name), revision: 1, receivedAt: timeOf(name) });
/** If a name is a time, the change has that time. */
const timeOf = (name: unknown): string =>
  Number.isNaN(Date.parse(String(name))) || typeof name === 'number' ? new Date().toISOString() : String(name);

/** One webhook in memory; the feed is a list of numbers (in messages: their objects), and a cursor is a position in it. */
class Stage {
  row = {
    id: 'w',
    workspace: 'ws1',
    url: 'https://hooks.example.com/',
    mode: 'events',
    filter: {},
    max_changes: 3,
    cursor: '0',
    secret: secrets.seal('w', secrets.create()),
    former_secret: null,
    former_until: null,
    answered_for: { subject: 'token:t' },
    last_delivered_at: null,
    refused_since: null,
    revision: 1,
    state: 'active',
  } as unknown as WebhookRow;
  pending: Pending | undefined;
  paused: string | undefined;
  feed: unknown[] = [];
  floor = 0;
  /** The filter of the feed. */
  wanted: (name: unknown) => boolean = () => true;
  /** The limit of records in each request to the feed. */
  requested: number[] = [];
  /** The feed's answer to a rejected cursor; and the current position, if it is known. */
  refuses: (cursor: string) => boolean = () => false;
  place: (from: string) => string | undefined = (from) => (from === 'earliest' ? String(this.floor) : from);
  erased = new Map<string, number>();
  loads = 0;
  logs = 0;
  sent: { id: string; type: string; changes?: unknown[] }[] = [];
  /** The results of the attempts in order; all further attempts succeed. */
  answers: (() => Partial<Attempt>)[] = [];
  /** Whether another instance has taken the webhook. */
  lost = false;
  alive = true;
  workspace: 'active' | 'suspended' = 'active';
  move: WorkspaceMove | undefined;
  giveUpHours = 1;
  private readonly runner: WebhookRunner;

  constructor(prepare: (stage: Stage) => void = () => undefined) {
    prepare(this);
    const mine = <T>(held: unknown, work: () => T): boolean => {
      if (this.lost || (held as { revision: number }).revision !== this.row.revision) return false;
      work();
      return true;
    };
    const store = {
      load: () => (
        this.loads++,
        Promise.resolve(
          this.lost || this.paused !== undefined
            ? undefined
            : { row: { ...this.row }, pending: this.pending && { ...this.pending, body: undefined } },
        )
      ),
      body: () => Promise.resolve(this.lost ? undefined : this.pending?.body),
      shortened: (held: unknown, { body, changes }: Pick<Message, 'body' | 'changes'>) =>
        Promise.resolve(mine(held, () => Object.assign(this.pending!, { body, changes }))),
      refused: (held: unknown) => Promise.resolve(mine(held, () => (this.row.refused_since ??= new Date()))),
      begin: (held: unknown, message: Message) =>
        Promise.resolve(mine(held, () => (this.pending = { ...message, attempts: 0, failingSince: null, nextAttemptAt: null }))),
      delivered: (held: unknown, message: Message) =>
        Promise.resolve(mine(held, () => ((this.row.cursor = message.nextCursor), (this.pending = undefined)))),
      failed: (held: unknown, _error: string, attempts: number, pauseMs: number) =>
        Promise.resolve(
          mine(
            held,
            () =>
              (this.pending = {
                ...this.pending!,
                attempts,
                failingSince: this.pending!.failingSince ?? new Date(),
                nextAttemptAt: new Date(Date.now() + pauseMs),
              }),
          ),
        ),
      moved: (held: unknown, cursor: string) =>
        Promise.resolve(mine(held, () => ((this.row.cursor = cursor), (this.row.refused_since = null), (this.pending = undefined)))),
      paused: (held: unknown, reason: string) => Promise.resolve(mine(held, () => (this.paused = reason))),
    } as unknown as HeldWebhooks;
    const parts: RunnerParts = {
      store,
      feed: {
        page: async (_wanted, cursor, limit) => {
          if (Number(cursor) < this.floor) throw new Problem('cursor-expired', 'too old');
          if (this.refuses(cursor)) throw new Problem('invalid-cursor', 'not this one');
          this.requested.push(limit);
          const seen = this.feed.slice(Number(cursor), Number(cursor) + limit);
          if (seen.length === 0) await sleep(5);
          return {
            changes: seen.filter(this.wanted).map(change),
            cursor: String(Number(cursor) + seen.length),
            more: Number(cursor) + seen.length < this.feed.length,
          };
        },
        cursorAt: (_wanted, from) => {
          const place = this.place(from);
          return place === undefined ? Promise.reject(new Problem('invalid-cursor', 'of another log')) : Promise.resolve(place);
        },
        erasedAmong: () => Promise.resolve(this.erased),
      },
      slots: new DeliverySlots({ atATime: 2, ofAWorkspace: 2 }),
      sender: { post: (message) => Promise.resolve(this.take(message)) },
      log: { add: () => (this.logs++, Promise.resolve()) } as never,
      secrets,
      directory: { complete: true, workspace: () => ({ status: this.workspace, move: this.move }) as never },
      rights: { hold: () => Promise.resolve(true) },
      metrics: new DeliveryMetrics(createMetrics('test')),
      settings: { retryFirstMs: 10, retryLongestSeconds: 1, giveUpHours: this.giveUpHours },
      logger: createLogger({ service: 'test', instance: 'test', level: 'silent' }),
      isAlive: () => this.alive,
    };
    this.runner = new WebhookRunner(parts, { id: 'w', token: 1, revision: 1 });
  }

  get changes(): unknown[] {
    return this.sent.flatMap(({ changes = [] }) => changes);
  }

  stop(): Promise<void> {
    return this.runner.stop();
  }

  /** Like another instance does while a message is pending. */
  replay(): void {
    this.pending = undefined;
    this.row = { ...this.row, cursor: '0', revision: this.row.revision + 1 };
    this.runner.seen(this.row.revision);
  }

  private take({ id, body }: OutgoingMessage): Attempt {
    const { type, data } = JSON.parse(body) as { type: string; data: { changes?: FeedChange[] } };
    this.sent.push({
      id,
      type,
      changes: data.changes?.map(({ externalId }) => (/^\d+$/.test(externalId) ? Number(externalId) : externalId)),
    });
    return {
      outcome: 'delivered',
      status: 204,
      error: null,
      answer: null,
      at: new Date(),
      durationMs: 1,
      retryAfterMs: 0,
      ...this.answers.shift()?.(),
    };
  }
}

const failed = (): Partial<Attempt> => ({ outcome: 'failed', error: 'The receiver answered 500.' });

describe('an active webhook', () => {
  it('is sent page by page, and a retry is the same message even after more changes', async () => {
    const stage = new Stage((given) => {
      given.feed = [1, 2, 3, 4];
      given.answers = [() => ({}), () => (given.feed.push(5, 6), failed()), failed];
    });
    await vi.waitFor(() => expect(stage.row.cursor).toBe('6'));
    await stage.stop();
    const [first, ...rest] = stage.sent;
    expect(first!.changes).toEqual([1, 2, 3]);
    expect(rest.slice(0, 3).map(({ id, changes }) => [id, changes])).toEqual(rest.slice(0, 3).map(() => [rest[0]!.id, [4]]));
    expect(rest.slice(3).flatMap(({ changes }) => changes)).toEqual([5, 6]);
  });

  it('is sent again after a replay, also when that comes while a message is pending', async () => {
    const stage: Stage = new Stage((given) => {
      given.feed = [1, 2, 3, 4];
      given.answers = [() => ({}), () => (given.replay(), {})];
    });
    await vi.waitFor(() => expect(stage.changes).toEqual([1, 2, 3, 4, 1, 2, 3, 4]));
    await stage.stop();
  });

  it('continues with the message that another instance has left', async () => {
    const stage = new Stage((given) => {
      given.feed = [1, 2];
      given.pending = {
        id: 'msg_left',
        kind: 'changes',
        body: JSON.stringify({ type: 'waymark.feed.changes.v1', data: { changes: [change(1)] } }),
        changes: 1,
        nextCursor: '1',
        attempts: 4,
        failingSince: new Date(),
        nextAttemptAt: null,
      };
    });
    await vi.waitFor(() => expect(stage.row.cursor).toBe('2'));
    await stage.stop();
    expect(stage.sent.map(({ id, changes }) => [id === 'msg_left', changes])).toEqual([
      [true, [1]],
      [false, [2]],
    ]);
  });

  it('receives a notice of a gap, and the changes after it', async () => {
    const stage = new Stage((given) => {
      given.feed = [1, 2, 3, 4];
      given.floor = 3;
    });
    await vi.waitFor(() => expect(stage.row.cursor).toBe('4'));
    await stage.stop();
    expect(stage.sent.map(({ type }) => type)).toEqual(['waymark.feed.gap.v1', 'waymark.feed.changes.v1']);
    expect(stage.changes).toEqual([4]);
  });

  it('receives no gap while its cursor may be accepted again: it has another filter, or was rejected for less than a minute', async () => {
    const other = new Stage((given) => {
      given.feed = [1, 2];
      given.row.cursor = '1 of another filter';
      given.refuses = (cursor) => cursor.includes('filter');
      given.place = (from) => from.replace(/ .*/, '');
    });
    await vi.waitFor(() => expect(other.row.cursor).toBe('2'));
    await other.stop();
    expect([other.sent.map(({ type }) => type), other.changes]).toEqual([['waymark.feed.changes.v1'], [2]]);
    const refused = new Stage((given) => {
      given.feed = [1, 2];
      given.row.cursor = '1';
      given.row.refused_since = new Date(Date.now() - 30_000);
      given.refuses = () => true;
    });
    await sleep(50);
    await refused.stop();
    expect([refused.sent, refused.row.refused_since]).toEqual([[], expect.any(Date)]);
  });

  it('forgets the rejection once its cursor is accepted', async () => {
    const stage = new Stage((given) => (given.row.refused_since = new Date()));
    await vi.waitFor(() => expect(stage.row.refused_since).toBeNull());
    await stage.stop();
  });

  it('receives a gap when its cursor is unreadable for a minute', async () => {
    const stage = new Stage((given) => {
      given.feed = [1, 2];
      given.row.cursor = 'old';
      given.row.refused_since = new Date(Date.now() - 61_000);
      given.refuses = (cursor) => cursor === 'old';
      given.place = (from) => (from === 'earliest' ? '0' : undefined);
    });
    await vi.waitFor(() => expect(stage.changes).toEqual([1, 2]));
    await stage.stop();
    expect(stage.sent[0]!.type).toBe('waymark.feed.gap.v1');
  });

  it('reads more of the feed at a time while its filter matches little, and sends no more than its limit', async () => {
    const stage = new Stage((given) => {
      given.row.max_changes = 1;
      given.feed = Array.from({ length: 4000 }, (_, n) => n + 1);
      given.wanted = (name) => Number(name) % 500 === 0 || Number(name) > 3997;
    });
    await vi.waitFor(() => expect(stage.row.cursor).toBe('4000'));
    await stage.stop();
    expect(stage.changes).toEqual([500, 1000, 1500, 2000, 2500, 3000, 3500, 3998, 3999, 4000]);
    expect([
      stage.sent.every(({ changes }) => changes!.length === 1),
      Math.max(...stage.requested) <= 1000,
      stage.requested.length < 100,
    ]).toEqual([true, true, true]);
  });

  it(
    'does not receive objects erased since its message was created: the rest has the same id, or the ' + 'position after it is taken',
    async () => {
      const left = (name: string, changes: FeedChange[], nextCursor: string): Pending => ({
        id: name,
        kind: 'changes',
        body: JSON.stringify({ type: 'waymark.feed.changes.v1', data: { changes } }),
        changes: changes.length,
        nextCursor,
        attempts: 1,
        failingSince: new Date(),
        nextAttemptAt: null,
      });
      const some = new Stage((given) => {
        given.feed = [1, 2, 3];
        given.erased.set('1', 2);
        given.pending = left('msg_some', [change(1), { ...change(1), revision: 2 }, change(2)], '2');
      });
      await vi.waitFor(() => expect(some.row.cursor).toBe('3'));
      await some.stop();
      // The erasure itself is sent.
      expect(some.sent.map(({ id, changes }) => [id === 'msg_some', changes])).toEqual([
        [true, [1, 2]],
        [false, [3]],
      ]);
      const all = new Stage((given) => {
        given.feed = [1, 2, 3];
        given.erased.set('1', 2);
        given.pending = left('msg_all', [change(1)], '1');
      });
      await vi.waitFor(() => expect(all.row.cursor).toBe('3'));
      await all.stop();
      expect(all.changes).toEqual([2, 3]);
    },
  );

  it('keeps a message below 1 MiB by taking fewer changes, but at least one', async () => {
    const large = 'x'.repeat(600_000);
    const stage = new Stage((given) => {
      given.feed = [large, large, 'y'.repeat(2_000_000), 'small'];
    });
    await vi.waitFor(() => expect(stage.row.cursor).toBe('4'));
    await stage.stop();
    expect(stage.sent.map(({ changes }) => changes!.length)).toEqual([1, 1, 1, 1]);
  });

  it('is paused after it was retried for long enough, and not before', async () => {
    const patient = new Stage((given) => {
      given.feed = [1];
      given.answers = [failed, failed];
    });
    await vi.waitFor(() => expect(patient.row.cursor).toBe('1'));
    await patient.stop();
    expect(patient.paused).toBeUndefined();
    const over = new Stage((given) => {
      given.giveUpHours = 1;
      given.pending = {
        id: 'm',
        kind: 'changes',
        body: '{"data":{}}',
        changes: 1,
        nextCursor: '1',
        attempts: 50,
        failingSince: new Date(Date.now() - 3_600_001),
        nextAttemptAt: null,
      };
      given.answers = [failed];
    });
    await vi.waitFor(() => expect(over.paused).toBe('given-up'));
    await over.stop();
    expect(over.row.cursor).toBe('0');
  });

  it('sends nothing while the workspace is suspended, or another instance may have taken over', async () => {
    for (const hold of [(given: Stage) => (given.workspace = 'suspended'), (given: Stage) => (given.alive = false)]) {
      const stage = new Stage((given) => {
        given.feed = [1];
        hold(given);
      });
      // The pending message is not read again and again.
      await sleep(1100);
      await stage.stop();
      expect([stage.sent, stage.loads]).toEqual([[], 1]);
    }
  });

  it('sends nothing before its workspace has arrived from another installation', async () => {
    const stage = new Stage((given) => {
      given.feed = [1];
      given.move = { id: 'm', state: 'receiving', since: new Date().toISOString() };
    });
    await sleep(1100);
    expect(stage.sent).toEqual([]);
    stage.move = undefined;
    await vi.waitFor(() => expect(stage.changes).toEqual([1]), { timeout: 5000 });
    await stage.stop();
  });

  it('sends what was decided before its workspace left for another installation, and no more', async () => {
    const since = new Date(Date.now() - 60_000).toISOString();
    const later = (seconds: number): string => new Date(Date.parse(since) + seconds * 1000).toISOString();
    const times = [later(-3600), later(-1), later(9), later(11), later(40)];
    for (const [state, sent] of [
      ['forwarding', times.slice(0, 3)],
      ['closing', times],
    ] as const) {
      const stage = new Stage((given) => {
        given.feed = [...times];
        given.move = { id: 'm', state, since };
      });
      await vi.waitFor(() => expect(stage.changes).toEqual(sent));
      await sleep(50);
      expect(stage.changes).toEqual(sent);
      await stage.stop();
    }
  });

  it('stops once another instance has it', async () => {
    const stage = new Stage((given) => {
      given.feed = [1, 2, 3, 4, 5, 6];
      // Another instance takes over while the receiver has the first message, so its answer must not advance the position.
      given.answers = [() => ((given.lost = true), {})];
    });
    await vi.waitFor(() => expect(stage.sent).toHaveLength(1));
    await sleep(50);
    await stage.stop();
    expect([stage.sent.length, stage.row.cursor]).toEqual([1, '0']);
  });
});
