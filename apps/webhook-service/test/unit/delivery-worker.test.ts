import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createLogger } from '#telemetry/logger.js';
import { createMetrics } from '#telemetry/metrics.js';
import { DeliveryWorker } from '../../src/delivering/delivery-worker.js';
import type { Held } from '../../src/delivering/lease-book.js';
import type { RunnerParts } from '../../src/delivering/webhook-runner.js';

const LEASE_MS = 250;
const WAIT = { timeout: 8000, interval: 5 };

/** The leases of one table, with the actions of several instances; an instance that does not report within a lease loses all of them. */
class Table {
  readonly webhooks: { id: string; owner: string | undefined; token: number; takenAt: number }[];
  readonly alive = new Map<string, number>();
  private attempts = 0;

  constructor(count: number) {
    this.webhooks = Array.from({ length: count }, (_, n) => ({ id: `w${n}`, owner: undefined, token: 0, takenAt: 0 }));
  }

  isAlive(owner: string | undefined): boolean {
    return owner !== undefined && performance.now() - (this.alive.get(owner) ?? -Infinity) < LEASE_MS;
  }

  book(owner: string): ConstructorParameters<typeof DeliveryWorker>[0]['book'] {
    const held = ({ id, token }: Table['webhooks'][number]): Held => ({ id, token, revision: 1 });
    const alive = async (): Promise<void> => void this.alive.set(owner, performance.now());
    return {
      heartbeat: alive,
      held: async () =>
        this.webhooks
          .filter((each) => each.owner === owner)
          .sort((a, b) => a.takenAt - b.takenAt)
          .map(held),
      fairShare: async () =>
        Math.ceil(this.webhooks.length / Math.max(1, [...this.alive.keys()].filter((each) => this.isAlive(each)).length)),
      take: async (atMost) => {
        const free = this.webhooks
          .filter((each) => !this.isAlive(each.owner))
          .sort((a, b) => a.takenAt - b.takenAt)
          .slice(0, atMost);
        return free.map((each) => held(Object.assign(each, { owner, token: each.token + 1, takenAt: ++this.attempts })));
      },
      giveUp: async (id) => {
        for (const each of this.webhooks) if (each.id === id && each.owner === owner) each.owner = undefined;
      },
      leave: async () => {
        this.alive.delete(owner);
        for (const each of this.webhooks) if (each.owner === owner) each.owner = undefined;
      },
    };
  }
}

/** An instance whose webhooks each have a message; `hold` is the receiver's delay. */
function instance(table: Table, name: string, maxHeld: number, hold: (id: string) => Promise<void>) {
  const sent: string[] = [];
  const log: string[] = [];
  const parts = {
    store: {
      load: ({ id, token }: Held) =>
        Promise.resolve(
          table.webhooks.some((each) => each.id === id && each.token === token)
            ? {
                row: { id, workspace: 'ws1', url: id, cursor: '0', max_changes: 1, revision: 1, answered_for: {}, former_secret: null },
                pending: undefined,
              }
            : undefined,
        ),
      begin: () => Promise.resolve(true),
      delivered: () => Promise.resolve(true),
    },
    feed: {
      page: async (_row: unknown, cursor: string) => (
        await sleep(5),
        { changes: [{ externalId: 'a', revision: 1, receivedAt: new Date().toISOString() }], cursor, more: false }
      ),
    },
    slots: { enter: () => Promise.resolve(() => undefined) },
    sender: {
      post: async ({ url }: { url: string }) => {
        sent.push(url);
        log.push(`begin ${url}`);
        await hold(url);
        log.push(`end ${url}`);
        return { outcome: 'delivered', status: 204, error: null, answer: null, at: new Date(), durationMs: 1, retryAfterMs: 0 };
      },
    },
    log: { add: () => Promise.resolve() },
    secrets: { open: () => 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    directory: { complete: true, workspace: () => ({ status: 'active' }) },
    rights: { hold: () => Promise.resolve(true) },
    metrics: { attempted: () => undefined },
    settings: { retryFirstMs: 10, retryLongestSeconds: 1, giveUpHours: 1 },
    logger: createLogger({ service: 'test', instance: 'test', level: 'silent' }),
  } as unknown as RunnerParts;
  const worker = new DeliveryWorker({
    book: table.book(name),
    runner: parts,
    leaseMs: LEASE_MS,
    maxHeld,
    registry: createMetrics(name),
    logger: parts.logger,
  });
  worker.start();
  return { worker, sent, log };
}

describe('an instance', { timeout: 20_000 }, () => {
  it.each(['stops', 'hands over'])('that %s stays alive until its messages are sent: no other instance sends them', async (how) => {
    const table = new Table(2);
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const first = instance(table, 'first', 10, () => answered);
    await vi.waitFor(() => expect(first.sent).toHaveLength(2), WAIT);
    const stopped = how === 'stops' ? first.worker.stop() : undefined;
    const second = instance(table, 'second', 10, () => sleep(5));
    await sleep(2 * LEASE_MS);
    expect(second.sent).toEqual([]);
    answer();
    await vi.waitFor(() => expect(new Set(second.sent).size).toBe(how === 'stops' ? 2 : 1), WAIT);
    await Promise.all([stopped ?? first.worker.stop(), second.worker.stop()]);
    expect(table.webhooks.map(({ owner }) => owner)).toEqual([undefined, undefined]);
  });

  it('that cannot hold all webhooks gives each its turn', async () => {
    const table = new Table(7);
    const { worker, sent } = instance(table, 'only', 2, () => sleep(5));
    await vi.waitFor(() => expect(new Set(sent).size).toBe(7), WAIT);
    await worker.stop();
    const turns = table.webhooks.map(({ token }) => token);
    expect(Math.max(...turns) - Math.min(...turns)).toBeLessThanOrEqual(1);
  });

  it('that can hold its share keeps its webhooks, whatever is left to others', async () => {
    const table = new Table(4);
    const other = setInterval(() => void table.book('other').heartbeat(), LEASE_MS / 5);
    await table.book('other').heartbeat();
    const { worker } = instance(table, 'first', 10, () => sleep(5));
    await sleep(2 * LEASE_MS);
    clearInterval(other);
    expect(table.webhooks.map(({ token }) => token)).toEqual([1, 1, 0, 0]);
    await worker.stop();
  });
});
