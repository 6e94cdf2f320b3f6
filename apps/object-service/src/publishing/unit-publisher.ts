import type { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { sendUntilDone } from '#kafka/producing/persistent-send.js';
import type { OutgoingRecord } from '#kafka/records/record.js';
import type { KeptOutbox } from '#postgres/kept-outbox.js';
import type { OutboxKey } from '#postgres/outbox-table.js';
import type { Logger } from '#telemetry/logger.js';

/** The records of one committed unit, and the outbox rows that hold its events. */
export interface PublishableUnit {
  outbox: readonly OutboxKey[];
  /** Events come before outcomes, so that the event of a reported outcome is already published. */
  records: readonly OutgoingRecord[];
}

/** Most units that are committed but not acknowledged by the broker; at this number, the next commit waits. */
const MAX_UNPUBLISHED_UNITS = 4;

/**
 * Publishes committed units in order, one send at a time; a failed send is repeated before the next one. Meanwhile the next unit is
 * folded and committed.
 */
export class UnitPublisher {
  private readonly waiting: PublishableUnit[] = [];
  private readonly wishes = new Set<() => void>();
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private inFlight = 0;

  constructor(
    private readonly producer: Pick<CoalescingProducer, 'send' | 'reconnected'>,
    private readonly outbox: Pick<KeptOutbox, 'ready' | 'acknowledged'>,
    private readonly logger: Logger,
  ) {}

  /** Number of units that the broker has not acknowledged yet. */
  get unpublished(): number {
    return this.waiting.length + this.inFlight;
  }

  enqueue(unit: PublishableUnit): void {
    this.waiting.push(unit);
    this.running ??= this.run().finally(() => (this.running = undefined));
  }

  /** Resolves when one more unit may be committed; rejects when that takes longer than `maxWaitMs`. */
  async room(maxWaitMs: number): Promise<void> {
    await this.until(() => this.unpublished < MAX_UNPUBLISHED_UNITS, maxWaitMs);
  }

  /** Resolves when everything is acknowledged; rejects when that takes longer than `maxWaitMs`. */
  async idle(maxWaitMs: number): Promise<void> {
    await this.until(() => this.unpublished === 0, maxWaitMs);
  }

  /** Stops retrying; unacknowledged events stay in the outbox. */
  stop(): void {
    this.stopping.abort();
  }

  private async run(): Promise<void> {
    const { producer, outbox, logger } = this;
    const sender = { producer, ready: outbox.ready.bind(outbox), signal: this.stopping.signal, logger };
    while (this.waiting.length > 0 && !this.stopping.signal.aborted) {
      const units = this.waiting.splice(0);
      this.inFlight = units.length;
      const records = units.length === 1 ? (units[0] as PublishableUnit).records : units.flatMap((unit) => unit.records);
      const done = await sendUntilDone(sender, records);
      this.inFlight = 0;
      if (done) outbox.acknowledged(units.flatMap((unit) => unit.outbox));
      for (const wish of [...this.wishes]) wish();
    }
  }

  private async until(fulfilled: () => boolean, maxWaitMs: number): Promise<void> {
    if (fulfilled()) return;
    await new Promise<void>((resolve, reject) => {
      const wish = (): void => {
        if (!fulfilled()) return;
        end();
        resolve();
      };
      const timer = setTimeout(() => {
        end();
        reject(new Error(`The broker did not acknowledge ${this.unpublished} committed units within ${maxWaitMs} ms.`));
      }, maxWaitMs);
      const end = (): void => {
        clearTimeout(timer);
        this.wishes.delete(wish);
      };
      this.wishes.add(wish);
    });
  }
}
