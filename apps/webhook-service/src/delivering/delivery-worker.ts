import type { Logger } from '#telemetry/logger.js';
import { type Registry, watchedGauge } from '#telemetry/metrics.js';
import type { Held, LeaseBook } from './lease-book.js';
import { type RunnerParts, WebhookRunner } from './webhook-runner.js';

export interface WorkerOptions {
  book: Pick<LeaseBook, 'heartbeat' | 'held' | 'fairShare' | 'take' | 'giveUp' | 'leave'>;
  runner: Omit<RunnerParts, 'isAlive'>;
  leaseMs: number;
  /** Limit of this instance. */
  maxHeld: number;
  registry: Registry;
  logger: Logger;
}

const ROUNDS_PER_LEASE = 5;
const TURNS_PER_LEASE = 2;
const FIRST_AFTER_FAILURE_MS = 100;

/**
 * Takes its share of the webhooks and delivers each of them. It works in rounds, so that it notices changes and other instances. When all
 * instances together cannot hold all webhooks, the webhooks take turns.
 */
export class DeliveryWorker {
  private readonly runners = new Map<string, WebhookRunner>();
  /** Webhooks on their way to other instances; the message in flight still belongs to this one. */
  private readonly leaving = new Set<string>();
  private readonly parts: RunnerParts;
  private aliveUntil = 0;
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private phase: 'working' | 'ending' | 'ended' = 'working';

  constructor(private readonly options: WorkerOptions) {
    this.parts = { ...options.runner, isAlive: () => performance.now() < this.aliveUntil };
    watchedGauge(options.registry, {
      name: 'waymark_webhooks_held',
      help: 'Webhooks served by this instance.',
      value: () => this.runners.size,
    });
  }

  start(): void {
    this.next(0);
  }

  /** Finishes the messages in flight while this instance stays alive, then frees the webhooks at once for other instances. */
  async stop(): Promise<void> {
    this.phase = 'ending';
    await Promise.all([...this.runners.values()].map((runner) => runner.stop()));
    this.phase = 'ended';
    clearTimeout(this.timer);
    await this.round;
    await this.options.book.leave();
  }

  private next(ms: number): void {
    if (this.phase === 'ended') return;
    this.timer = setTimeout(() => {
      this.round = this.work();
    }, ms);
  }

  private async work(): Promise<void> {
    const { leaseMs, logger } = this.options;
    try {
      await this.heartbeat();
      if (this.phase === 'working') await this.share();
      this.next(leaseMs / ROUNDS_PER_LEASE);
    } catch (error) {
      logger.warn({ error: String(error) }, 'Webhooks cannot be distributed at the moment.');
      this.next(FIRST_AFTER_FAILURE_MS);
    }
  }

  private async heartbeat(): Promise<void> {
    const before = performance.now();
    await this.options.book.heartbeat();
    // Counted from before the announcement, so that this instance allows itself less time than the others allow it.
    this.aliveUntil = before + this.options.leaseMs;
  }

  /** Does not wait for any receiver: the next round must start on time. */
  private async share(): Promise<void> {
    const { book, maxHeld } = this.options;
    const held = await book.held();
    this.follow(held);
    const staying = held.filter(({ id }) => !this.leaving.has(id));
    const share = await book.fairShare();
    const most = Math.min(maxHeld, share);
    const over = share > maxHeld ? staying.filter(({ id }) => this.turnIsOver(id)).length : 0;
    const wanted = most - staying.length + over;
    const taken = wanted > 0 ? await book.take(wanted) : [];
    for (const each of taken) this.begin(each);
    for (const each of staying.slice(0, Math.max(0, staying.length + taken.length - most))) void this.handOver(each);
  }

  private turnIsOver(id: string): boolean {
    const runner = this.runners.get(id);
    return runner !== undefined && performance.now() - runner.begunAt >= this.options.leaseMs / TURNS_PER_LEASE;
  }

  private follow(held: readonly Held[]): void {
    const tokens = new Map(held.map(({ id, token }) => [id, token]));
    for (const [id, runner] of this.runners) if (tokens.get(id) !== runner.token) void runner.stop();
    for (const each of held) {
      if (this.leaving.has(each.id)) continue;
      const runner = this.runners.get(each.id);
      if (runner === undefined) this.begin(each);
      else runner.seen(each.revision);
    }
  }

  private begin(held: Held): void {
    if (this.phase !== 'working' || this.runners.has(held.id)) return;
    const runner = new WebhookRunner(this.parts, held);
    this.runners.set(held.id, runner);
    void runner.done.finally(() => this.runners.delete(held.id));
  }

  /** Releases the webhook to the next instance after the message in flight is done. */
  private async handOver({ id }: Held): Promise<void> {
    this.leaving.add(id);
    try {
      await this.runners.get(id)?.stop();
      await this.options.book.giveUp(id);
    } catch (error) {
      this.options.logger.warn({ error: String(error), webhook: id }, 'A webhook could not be handed over; the service tries again.');
    } finally {
      this.leaving.delete(id);
    }
  }
}
