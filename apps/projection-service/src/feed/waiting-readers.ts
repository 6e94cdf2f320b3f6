import { Gauge } from 'prom-client';
import { Problem } from '#problems/problem.js';
import type { Registry } from '#telemetry/metrics.js';

/** Counts the long polls that wait and the streams, and refuses those beyond the bound. */
export class WaitingReaders {
  private count = 0;
  private closed = false;
  private readonly gauge: Gauge;

  constructor(
    private readonly max: number,
    registry: Registry,
  ) {
    this.gauge = new Gauge({ name: 'waymark_feed_waiting_readers', help: 'Long polls that wait for a change, and streams.', registers: [registry] });
  }

  get present(): number {
    return this.count;
  }

  /** @returns to be called once when the wait is over @throws Problem overloaded */
  enter(): () => void {
    if (this.closed || this.count >= this.max) {
      throw new Problem('overloaded', 'Too many readers are waiting for changes. Try again later, or poll without wait.', { headers: { 'retry-after': '2' } });
    }
    this.gauge.set(++this.count);
    return () => this.gauge.set(--this.count);
  }

  close(): void {
    this.closed = true;
  }
}
