import { Gauge } from 'prom-client';
import { Problem } from '#problems/problem.js';
import type { Registry } from '#telemetry/metrics.js';

/** Counts waiting long polls and streams, and refuses those beyond the limit. */
export class WaitingReaders {
  private count = 0;
  private closed = false;
  private readonly gauge: Gauge;

  constructor(
    private readonly max: number,
    registry: Registry,
  ) {
    this.gauge = new Gauge({
      name: 'waymark_feed_waiting_readers',
      help: 'Long polls waiting for a change, reads waiting for an operation, and streams.',
      registers: [registry],
    });
  }

  get present(): number {
    return this.count;
  }

  /** @returns a function to call once when the wait is over; undefined if the limit is reached */
  tryEnter(): (() => void) | undefined {
    if (this.closed || this.count >= this.max) return undefined;
    this.gauge.set(++this.count);
    return () => this.gauge.set(--this.count);
  }

  /** @returns a function to call once when the wait is over @throws Problem overloaded */
  enter(): () => void {
    const leave = this.tryEnter();
    if (leave === undefined) {
      throw new Problem('overloaded', 'Too many readers are waiting for changes. Try again later, or poll without wait.', {
        headers: { 'retry-after': '2' },
      });
    }
    return leave;
  }

  close(): void {
    this.closed = true;
  }
}
