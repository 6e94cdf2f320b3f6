import type { Logger } from 'pino';
import type { Consumer } from '#kafka-client';

const INTERVAL_MS = 500;

/**
 * Reports the database's offsets to Kafka, so that the usual tools see the lag. Nothing is ever read back from there, so a
 * failed commit is only late.
 */
export class OffsetReporter {
  private readonly noted = new Map<number, number>();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly consumer: Consumer,
    private readonly topic: string,
    private readonly logger: Logger,
  ) {}

  note(partition: number, nextOffset: number): void {
    this.noted.set(partition, nextOffset);
    this.timer ??= setTimeout(() => void this.flush(), INTERVAL_MS);
  }

  /** After a rebalance: these partitions may be another's now. */
  forget(): void {
    this.noted.clear();
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
    if (this.noted.size === 0) return;
    const offsets = [...this.noted].map(([partition, offset]) => ({ topic: this.topic, partition, offset: String(offset) }));
    this.noted.clear();
    try {
      await this.consumer.commitOffsets(offsets);
    } catch (error) {
      this.logger.debug({ error: String(error) }, 'offsets were not reported to Kafka');
    }
  }
}
