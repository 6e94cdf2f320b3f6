import { Counter, Gauge, Histogram } from 'prom-client';
import type { PauseReason } from '#contracts/webhooks/webhook-message.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Attempt } from './sender.js';

const BUCKETS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];

/** Metrics of deliveries: number, duration, pauses. */
export class DeliveryMetrics {
  private readonly attempts: Counter;
  private readonly changes: Counter;
  private readonly seconds: Histogram;
  private readonly pauses: Counter;
  private readonly states: Gauge;

  constructor(registry: Registry) {
    const registers = [registry];
    this.attempts = new Counter({
      name: 'waymark_webhook_attempts_total',
      help: 'Attempts to deliver a message, by outcome.',
      labelNames: ['outcome'],
      registers,
    });
    this.changes = new Counter({ name: 'waymark_webhook_changes_total', help: 'Delivered changes.', registers });
    this.seconds = new Histogram({
      name: 'waymark_webhook_attempt_seconds',
      help: 'Time until a receiver has answered.',
      buckets: BUCKETS,
      registers,
    });
    this.pauses = new Counter({
      name: 'waymark_webhook_pauses_total',
      help: 'Webhooks paused, by reason.',
      labelNames: ['reason'],
      registers,
    });
    this.states = new Gauge({
      name: 'waymark_webhooks',
      help: 'Webhooks of the installation by state, accurate to about a minute; every instance reports all of them.',
      labelNames: ['state'],
      registers,
    });
  }

  attempted({ outcome, durationMs }: Attempt, changes: number): void {
    this.attempts.inc({ outcome });
    this.seconds.observe(durationMs / 1000);
    if (outcome === 'delivered') this.changes.inc(changes);
  }

  paused(reason: PauseReason): void {
    this.pauses.inc({ reason });
  }

  counted(states: Readonly<Record<string, number>>): void {
    for (const [state, count] of Object.entries(states)) this.states.set({ state }, count);
  }
}
