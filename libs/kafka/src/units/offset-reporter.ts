import type { Logger } from 'pino';
import type { Consumer } from '#kafka-client';

const INTERVAL_MS = 500;

/**
 * Commits the database's offsets to Kafka, so that common tools show the lag. Reading never starts from them, so a failed commit only
 * delays the display.
 */
export class OffsetReporter {
  private readonly pending = new Map<number, number>();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly consumer: Consumer,
    private readonly topic: string,
    private readonly logger: Logger,
  ) {}

  note(partition: number, nextOffset: number): void {
    this.pending.set(partition, nextOffset);
    this.timer ??= setTimeout(() => void this.flush(), INTERVAL_MS);
  }

  /** Call it after a rebalance, since partitions may belong to other processes now. */
  forget(): void {
    this.pending.clear();
  }

  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.running = this.running.then(() => this.commit());
    return this.running;
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private async commit(): Promise<void> {
    this.timer = undefined;
    if (this.pending.size === 0) return;
    const offsets = [...this.pending].map(([partition, offset]) => ({ topic: this.topic, partition, offset: String(offset) }));
    this.pending.clear();
    try {
      await this.consumer.commitOffsets(offsets);
    } catch (error) {
      this.logger.debug({ error: String(error) }, 'offsets were not reported to Kafka');
    }
  }
}
