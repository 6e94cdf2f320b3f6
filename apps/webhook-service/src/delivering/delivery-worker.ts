import { Gauge } from 'prom-client';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Held, LeaseBook } from './lease-book.js';
import { type RunnerParts, WebhookRunner } from './webhook-runner.js';

export interface WorkerOptions {
  book: LeaseBook;
  runner: Omit<RunnerParts, 'isAlive'>;
  leaseMs: number;
  /** Of this instance. */
  maxHeld: number;
  registry: Registry;
  logger: Logger;
}

const ROUNDS_A_LEASE = 5;
const FIRST_AFTER_FAILURE_MS = 100;

/** Takes its share of the webhooks and has each delivered; in rounds, so that changes and other instances are noticed. */
export class DeliveryWorker {
  private readonly runners = new Map<string, WebhookRunner>();
  private readonly parts: RunnerParts;
  private aliveUntil = 0;
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(private readonly options: WorkerOptions) {
    const { runners } = this;
    this.parts = { ...options.runner, isAlive: () => performance.now() < this.aliveUntil };
    new Gauge({ name: 'waymark_webhooks_held', help: 'Webhooks that this instance works for.', registers: [options.registry], collect() { this.set(runners.size); } });
  }

  start(): void {
    this.next(0);
  }

  private next(ms: number): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.round = this.work();
    }, ms);
  }

  private async work(): Promise<void> {
    const { leaseMs, logger } = this.options;
    try {
      await this.share();
      this.next(leaseMs / ROUNDS_A_LEASE);
    } catch (error) {
      logger.warn({ error: String(error) }, 'Webhooks can not be shared out at the moment.');
      this.next(FIRST_AFTER_FAILURE_MS);
    }
  }

  private async share(): Promise<void> {
    const { book, leaseMs, maxHeld } = this.options;
    const before = performance.now();
    await book.sayAlive();
    // Counted from before it was said: this instance gives itself less time than others give it.
    this.aliveUntil = before + leaseMs;
    const held = await book.held();
    await this.follow(held);
    const most = Math.min(maxHeld, await book.fairShare());
    if (held.length < most) for (const each of await book.take(most - held.length)) this.begin(each);
    else if (held.length > most) await this.handOver(held.slice(most));
  }

  private async follow(held: readonly Held[]): Promise<void> {
    const ids = new Set(held.map(({ id }) => id));
    for (const [id, runner] of this.runners) if (!ids.has(id)) void runner.stop();
    for (const each of held) {
      const runner = this.runners.get(each.id);
      if (runner === undefined) this.begin(each);
      else if (runner.token === each.token) runner.seen(each.revision);
    }
  }

  private begin(held: Held): void {
    if (this.stopped || this.runners.has(held.id)) return;
    const runner = new WebhookRunner(this.parts, held);
    this.runners.set(held.id, runner);
    void runner.done.finally(() => {
      if (this.runners.get(held.id) === runner) this.runners.delete(held.id);
    });
  }

  /** Another instance has come: it gets its share once what is being sent is through. */
  private async handOver(held: readonly Held[]): Promise<void> {
    await Promise.all(held.map(({ id }) => this.runners.get(id)?.stop()));
    await this.options.book.giveUp(held.map(({ id }) => id));
  }

  /** What is being sent is finished, and others can go on at once. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.round;
    await Promise.all([...this.runners.values()].map((runner) => runner.stop()));
    await this.options.book.leave();
  }
}
