import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { pause, settledWithin } from '#lifecycle/abortable-pause.js';
import type { ConsumerMetrics } from '../consuming/consumer-metrics.js';
import type { DeadLetterWriter } from '../dead-letters/dead-letter.js';
import type { PartitionBatch, UnitOfWork } from '../records/record.js';
import type { UnitBuffer } from './unit-buffer.js';
import { OwnershipLostError, PoisonError, type UnitProcessor } from './unit-processor.js';

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5000;
/** This number of records in one unit comes from several callers at once. */
const BUSY_UNIT_RECORDS = 4;

export interface UnitRunnerOptions {
  /** How long to wait for more before a unit is taken, while units hold several records. Default 0. */
  lingerMs?: number;
  topic: string;
  processor: UnitProcessor;
  buffer: UnitBuffer;
  deadLetters: DeadLetterWriter;
  logger: Logger;
  metrics: ConsumerMetrics;
  onProcessed: (batches: readonly PartitionBatch[]) => void;
  onOwnershipLost: () => void;
}

/**
 * Takes one unit of work after the other and stays with it until it is committed, its partitions are assigned again, or
 * the runner is stopped. No error of a processor leaves it: kafkajs would end the consumer for good on a TypeError
 * (reliability, section 1, rule 5).
 */
export class UnitRunner {
  private running: Promise<void> | undefined;
  private inHand: Promise<void> = Promise.resolve();
  private working = false;
  private lastUnitRecords = 0;
  private readonly stopping = new AbortController();
  /** Aborted when what was taken is no longer ours to process (reliability, section 1, rule 6). */
  private assignment = new AbortController();

  constructor(private readonly options: UnitRunnerOptions) {}

  private get stopped(): boolean {
    return this.stopping.signal.aborted;
  }

  /** To be called when something was added to the buffer. */
  wake(): void {
    if (this.stopped) return;
    this.running ??= this.drain().finally(() => {
      this.running = undefined;
      if (this.options.buffer.hasBatches) this.wake();
    });
  }

  /** Drops waiting records; the current unit is not tried again. */
  reassign(): void {
    this.options.buffer.clear();
    this.assignment.abort();
    this.assignment = new AbortController();
  }

  /** Whether a unit is being processed. */
  get busy(): boolean {
    return this.working;
  }

  /** Resolves when no unit is being processed, or after the given time. */
  async idle(maxWaitMs: number): Promise<void> {
    await settledWithin(this.inHand, maxWaitMs);
  }

  /** Takes no further unit; the current one is finished and not tried again. */
  stop(): void {
    this.stopping.abort();
  }

  private async drain(): Promise<void> {
    for (;;) {
      // All partitions of one fetch arrive in this turn of the event loop; they belong into one unit.
      await nextTurn();
      const { signal } = this.assignment;
      await this.linger(signal);
      const unit = this.stopped ? undefined : this.options.buffer.take();
      if (!unit) return;
      this.lastUnitRecords = recordsOf(unit);
      this.working = true;
      this.inHand = this.work(unit, signal);
      await this.inHand;
      this.working = false;
      // Fetching continues before the next unit is taken: records that come now belong into it.
      this.options.buffer.release();
    }
  }

  /** When many call at once, a short wait makes one unit of what would be several; a lone caller never waits, nor does a backlog. */
  private async linger(signal: AbortSignal): Promise<void> {
    const { lingerMs = 0, buffer } = this.options;
    if (lingerMs > 0 && this.lastUnitRecords >= BUSY_UNIT_RECORDS && buffer.hasBatches && !buffer.isSubstantial && !this.stopped)
      await pause(lingerMs, signal);
  }

  private async work(taken: UnitOfWork, signal: AbortSignal): Promise<void> {
    let unit = taken;
    let wait = FIRST_RETRY_MS;
    while (!signal.aborted && !this.stopped) {
      try {
        await this.process(unit);
        if (!signal.aborted) this.options.onProcessed(unit.batches);
        return;
      } catch (error) {
        if (error instanceof OwnershipLostError) return this.ownershipLost(error, signal);
        const without = error instanceof PoisonError ? await this.setAside(unit, error, signal) : undefined;
        if (without) {
          unit = without;
          continue;
        }
        this.options.metrics.failures.inc({ topic: this.options.topic, kind: 'retried' });
        this.options.logger.error({ err: error, retryInMs: wait }, 'a unit of work failed; it is tried again');
        await pause(wait, AbortSignal.any([signal, this.stopping.signal]));
        wait = Math.min(wait * 2, LAST_RETRY_MS);
      }
    }
  }

  private async process(unit: UnitOfWork): Promise<void> {
    const { metrics, topic, processor } = this.options;
    const end = metrics.unitSeconds.startTimer({ topic });
    await processor.process(unit);
    end();
    const records = recordsOf(unit);
    metrics.records.inc({ topic }, records);
    metrics.unitRecords.observe({ topic }, records);
  }

  private ownershipLost(error: OwnershipLostError, signal: AbortSignal): void {
    this.options.metrics.failures.inc({ topic: this.options.topic, kind: 'ownership-lost' });
    this.options.logger.warn(
      { reason: error.message },
      'the stored offsets are not as they were; this unit is dropped, and they are read again',
    );
    if (!signal.aborted) this.options.onOwnershipLost();
  }

  /** The unit without the poison, or undefined when that record is not in it. */
  private async setAside(unit: UnitOfWork, poison: PoisonError, signal: AbortSignal): Promise<UnitOfWork | undefined> {
    const { record } = poison;
    const batch = unit.batches.find(
      (each) => each.partition === record.partition && each.records.some(({ offset }) => offset === record.offset),
    );
    if (!batch) return undefined;
    const { topic, metrics, logger, deadLetters } = this.options;
    metrics.failures.inc({ topic, kind: 'poison' });
    logger.error(
      { partition: record.partition, offset: record.offset, reason: poison.message },
      'a record cannot be processed; it goes to the dead letters',
    );
    await deadLetters.writeUntilDone(record, poison.message, AbortSignal.any([signal, this.stopping.signal]), logger);
    const records = batch.records.filter(({ offset }) => offset !== record.offset);
    return { batches: unit.batches.map((each) => (each === batch ? { ...batch, records } : each)) };
  }
}

function recordsOf({ batches }: UnitOfWork): number {
  return batches.reduce((sum, batch) => sum + batch.records.length, 0);
}
