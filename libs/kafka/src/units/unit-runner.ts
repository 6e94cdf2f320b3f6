import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { pause, settledWithin } from '#lifecycle/abortable-pause.js';
import type { ConsumerMetrics } from '../consuming/consumer-metrics.js';
import type { DeadLetterWriter } from '../dead-letters/dead-letter.js';
import type { PartitionBatch, UnitOfWork } from '../records/record.js';
import type { UnitBuffer } from './unit-buffer.js';
import { OwnershipLostError, PoisonError, type UnitProcessor } from './unit-processor.js';

const FIRST_RETRY_MS = 100;
/** Short, since everybody waits once the database or the broker is back. */
const LAST_RETRY_MS = 1000;
/** How often a unit that keeps failing is logged. */
const LOG_EVERY_MS = 10_000;
/** A unit with this number of records means that several callers are active. */
const BUSY_UNIT_RECORDS = 4;

export interface UnitRunnerOptions {
  /** Milliseconds to wait for more records before a unit is taken, while units have several records. Default 0. */
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
 * Takes one unit of work after another and tries it until it is committed, its partitions are assigned again, or the runner is stopped. It
 * passes no error of a processor on, since kafkajs would permanently end the consumer on a TypeError (reliability, section 1, rule 5).
 */
export class UnitRunner {
  private running: Promise<void> | undefined;
  private inHand: Promise<void> = Promise.resolve();
  private working = false;
  private lastUnitRecords = 0;
  private readonly stopping = new AbortController();
  /** Aborted when the current unit must no longer be processed here (reliability, section 1, rule 6). */
  private assignment = new AbortController();

  constructor(private readonly options: UnitRunnerOptions) {}

  private get stopped(): boolean {
    return this.stopping.signal.aborted;
  }

  /** Call it when something was added to the buffer. */
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
      // All partitions of one fetch arrive in this turn of the event loop, and belong in one unit.
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
      // Fetching continues before the next unit is taken, so that records that arrive now are part of it.
      this.options.buffer.release();
    }
  }

  /** With many callers, a short wait combines several units into one. A single caller never waits, nor does a backlog. */
  private async linger(signal: AbortSignal): Promise<void> {
    const { lingerMs = 0, buffer } = this.options;
    if (lingerMs > 0 && this.lastUnitRecords >= BUSY_UNIT_RECORDS && buffer.hasBatches && !buffer.isSubstantial && !this.stopped)
      await pause(lingerMs, signal);
  }

  private async work(taken: UnitOfWork, signal: AbortSignal): Promise<void> {
    let unit = taken;
    let wait = FIRST_RETRY_MS;
    let quietUntil = 0;
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
        if (performance.now() >= quietUntil) {
          this.options.logger.error({ err: error, retryInMs: wait }, 'a unit of work failed; it is tried again');
          if (wait === LAST_RETRY_MS) quietUntil = performance.now() + LOG_EVERY_MS;
        }
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

  /** Sets the bad record aside. @returns the unit without it; undefined if the record is not in the unit */
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
