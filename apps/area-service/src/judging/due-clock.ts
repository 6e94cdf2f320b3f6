import type { Logger } from '#telemetry/logger.js';
import type { Judge } from './judge.js';

/** Checks periodically for events that are due by time alone, and for changed areas. */
export class DueClock {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private stopped = false;

  constructor(
    private readonly judge: Pick<Judge, 'publishDue' | 'followChanges'>,
    private readonly intervalMs: number,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.timer = setInterval(() => (this.running ??= this.look().finally(() => (this.running = undefined))), this.intervalMs);
  }

  private async look(): Promise<void> {
    try {
      while (!this.stopped && (await this.judge.followChanges()));
      while (!this.stopped && (await this.judge.publishDue()));
    } catch (error) {
      // Another instance took the partitions, or the database is unavailable: their owner publishes the events at its next look.
      this.logger.warn({ error: String(error) }, 'Events that are due could not be published; the service tries again.');
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }
}
