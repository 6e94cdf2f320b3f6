import { EventEmitter } from 'node:events';
import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import type { Logger } from 'pino';
import type { TopicName } from '#contracts/topics.js';
import type { Consumer, ConsumerCrashEvent, EachBatchPayload } from '#kafka-client';
import { pause, settledWithin } from '#lifecycle/abortable-pause.js';
import type { KafkaConnection } from '../connection/connection.js';
import { guardRejections } from '../connection/rejection-guard.js';
import { ConsumerStoppedError } from '../consuming/consumer-errors.js';
import { ConsumerLiveness } from '../consuming/consumer-liveness.js';
import { type ConsumerMetrics, consumerMetrics } from '../consuming/consumer-metrics.js';
import { DamageWatch } from '../consuming/damage-watch.js';
import type { LogMark, ReadingPlace } from '../consuming/log-places.js';
import { type Intake, PartitionIntake, type PartitionStart } from '../consuming/partition-intake.js';
import { type Damage, damageIn, damageMetrics } from '../records/damaged-batches.js';
import { OffsetReporter } from './offset-reporter.js';
import { partitionStarts } from './partition-starts.js';
import { comparedWithReports } from './reported-offsets.js';
import { UnitBuffer } from './unit-buffer.js';
import { unitConsumer } from './unit-consumer.js';
import { handlersOf } from './unit-handlers.js';
import type { UnitProcessor } from './unit-processor.js';
import { UnitRunner } from './unit-runner.js';
import type { UnitTransportOptions } from './unit-transport-options.js';

const SESSION_TIMEOUT_MS = 10_000;
const BACKPRESSURE_STEP_MS = 1000;
const IN_HAND_WAIT_MS = 5000;
const CLOSE_WAIT_MS = 10_000;
const LEAVE_WAIT_MS = 5000;
const MARK_EVERY_MS = 5000;
/** How long the consumer stays ready after a lost connection: by then it is connected again, or its broker is down. */
const RECHECK_MS = 5000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 1000;
/** Longest wait when another process seems to own the partitions as well. */
const LAST_LOST_RETRY_MS = 5000;

export interface UnitTransportEvents extends Record<string, (...values: never[]) => void> {
  /** The partitions of this process, after each rebalance. */
  assigned: (partitions: readonly number[]) => void;
}

/**
 * Nest transport that passes the waiting records of all assigned partitions to a UnitProcessor as one unit of work. The processor stores
 * the offsets (in Postgres); Kafka's offsets are only written to show the lag. Fetching continues while a unit is being processed.
 */
export class UnitTransport extends Server<UnitTransportEvents> implements CustomTransportStrategy {
  override readonly transportId = Symbol('waymark-units');
  // Nest must not handle errors of handlers, which decide what happens to their unit.
  override readonly propagatesEventHandlerErrors = true;
  private readonly processor: UnitProcessor;
  private readonly client: KafkaConnection;
  private readonly consumer: Consumer;
  private readonly metrics: ConsumerMetrics;
  private readonly buffer: UnitBuffer;
  private readonly runner: UnitRunner;
  private readonly intake: PartitionIntake;
  private readonly damage: DamageWatch;
  private readonly liveness: ConsumerLiveness;
  private readonly reporter: OffsetReporter;
  private readonly log: Logger;
  private readonly closing = new AbortController();
  private assignment = new AbortController();
  private assigned: readonly number[] | undefined;
  private lostInARow = 0;
  /** Time by performance.now(), while stored offsets are only read again because of a lost connection. */
  private recheckingSince: number | undefined;
  /** Time of the last marks by performance.now(), and the partitions to mark next. */
  private markedAt = performance.now();
  private readonly unmarked = new Set<number>();
  /** By partition, offsets in the log: its end at the last fetch, and the committed position. */
  private readonly ends = new Map<number, number>();
  private readonly done = new Map<number, number>();
  private ended = false;
  private comparedWithReports = false;
  private removeGuard: (() => void) | undefined;
  private bound: UnitProcessor | undefined;
  private readonly events = new EventEmitter();

  constructor(private readonly options: UnitTransportOptions) {
    super();
    const { topic, groupId, metrics } = options;
    this.processor = options.processor ?? this.handlersOnceBound(options.handlers);
    this.log = options.logger.child({ topic, group: groupId });
    this.metrics = consumerMetrics(metrics);
    this.client = options.kafka.derive({ retries: 8 });
    this.consumer = unitConsumer(this.client, { ...options, sessionTimeoutMs: this.sessionTimeoutMs });
    this.reporter = new OffsetReporter(this.consumer, topic, this.log);
    this.buffer = new UnitBuffer(options);
    this.intake = new PartitionIntake(topic, options.compacted ?? false, options.headers);
    damageMetrics(metrics);
    this.damage = new DamageWatch({
      consumer: this.consumer,
      topic,
      logger: options.logger,
      givenUp: options.kafka.settings.givenUp,
      metrics: this.metrics,
    });
    this.liveness = new ConsumerLiveness({ sessionTimeoutMs: this.sessionTimeoutMs, onSilence: (error) => this.fatal(error) });
    this.runner = new UnitRunner({
      ...options,
      processor: this.processor,
      buffer: this.buffer,
      logger: this.log,
      metrics: this.metrics,
      onProcessed: (batches) => this.processed(batches),
      onOwnershipLost: () => void this.beginAgain(),
    });
  }

  private get sessionTimeoutMs(): number {
    return this.options.sessionTimeoutMs ?? SESSION_TIMEOUT_MS;
  }

  /** Starts in the background, even while the broker is still down; `ready()` shows when it reads. */
  listen(callback: (error?: unknown) => void): void {
    if (this.options.handlers !== undefined) this.bound = handlersOf(this.options.handlers, this.messageHandlers);
    this.removeGuard = guardRejections(this.log, (error) => this.fatal(error));
    void this.start();
    callback();
  }

  /** The handlers of controllers, which Nest binds after the constructor and before `listen`. */
  private handlersOnceBound(topic: TopicName): UnitProcessor {
    const bound = (): UnitProcessor => (this.bound ??= handlersOf(topic, this.messageHandlers));
    return {
      process: (unit) => bound().process(unit),
      assigned: (partitions) => bound().assigned(partitions),
      missed: async (partitions) => await bound().missed?.(partitions),
    };
  }

  on<Name extends keyof UnitTransportEvents, Listener extends UnitTransportEvents[Name]>(event: Name, listener: Listener): void {
    this.events.on(event as string, listener as () => void);
  }

  unwrap<T>(): T {
    return this.consumer as T;
  }

  /** Whether the group is joined, the stored offsets are known and the consumer is alive. */
  ready(): boolean {
    return this.notReadyReason() === undefined;
  }

  notReadyReason(): string | undefined {
    const { topic } = this.options;
    if (this.closing.signal.aborted) return `The consumer of ${topic} is closing.`;
    if (!this.assigned) return `The consumer of ${topic} has not joined its group.`;
    if (!this.intake.positioned && performance.now() - (this.recheckingSince ?? -Infinity) > RECHECK_MS)
      return `The consumer of ${topic} waits for its stored offsets.`;
    if (this.liveness.unreachedMs > this.sessionTimeoutMs) return `The consumer of ${topic} does not reach the broker.`;
    return undefined;
  }

  private async start(): Promise<void> {
    try {
      await this.options.begins?.(this.closing.signal);
    } catch (error) {
      return this.fatal(error as Error);
    }
    for (let wait = FIRST_RETRY_MS; !this.closing.signal.aborted; wait = Math.min(wait * 2, LAST_RETRY_MS)) {
      try {
        await this.consumer.connect();
        await this.consumer.subscribe({ topics: [this.options.topic], fromBeginning: this.options.fromBeginning });
        break;
      } catch (error) {
        this.log.warn({ error: String(error), retryInMs: wait }, 'the broker or the topic is not available yet');
        await pause(wait, this.closing.signal);
      }
    }
    if (this.closing.signal.aborted) return;
    this.listenToConsumer();
    await this.consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: this.options.partitions,
      eachBatch: (payload) => this.eachBatch(payload),
    });
  }

  private listenToConsumer(): void {
    const { consumer, liveness } = this;
    liveness.watch(consumer);
    this.client.onConnectionLost(() => this.connectionLost());
    consumer.on(consumer.events.REQUEST_TIMEOUT, () => this.client.breakSockets('the broker did not answer in time'));
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => this.joined(payload.memberAssignment[this.options.topic] ?? []));
    consumer.on(consumer.events.CRASH, ({ payload }) => this.crashed(payload));
    consumer.on(consumer.events.START_BATCH_PROCESS, ({ payload }) => this.act(payload.partition, this.intake.skip(payload)));
  }

  private crashed({ error, restart }: ConsumerCrashEvent['payload']): void {
    this.assigned = undefined;
    this.reassign();
    if (restart) {
      this.liveness.tried();
      this.log.warn({ error: String(error) }, 'the consumer is restarting');
    } else this.fatal(new ConsumerStoppedError(`The consumer of ${this.options.topic} ended: ${String(error)}`, { cause: error }));
  }

  private fatal(error: Error): void {
    if (this.ended || this.closing.signal.aborted) return;
    this.ended = true;
    this.log.fatal({ err: error }, 'the consumer cannot continue');
    this.options.onFatal(error);
  }

  /** Drops everything of the former assignment; nothing is read until the stored offsets are known. */
  private joined(partitions: readonly number[]): void {
    this.recheckingSince = undefined;
    this.assigned = [...partitions].sort((a, b) => a - b);
    this.log.info({ partitions: this.assigned }, 'partitions assigned');
    this.events.emit('assigned', this.assigned);
    void this.position();
  }

  private reassign(): AbortSignal {
    this.assignment.abort();
    this.assignment = new AbortController();
    this.runner.reassign();
    this.intake.clear();
    this.damage.forget();
    this.reporter.forget();
    this.ends.clear();
    this.done.clear();
    this.metrics.lag.reset();
    this.unmarked.clear();
    return this.assignment.signal;
  }

  private async position(): Promise<void> {
    const signal = this.reassign();
    const partitions = this.assigned ?? [];
    this.ifRunning(() => this.consumer.pause([{ topic: this.options.topic }]));
    // The current unit may still commit: reading the offsets after that avoids repeating its work.
    await this.runner.idle(IN_HAND_WAIT_MS);
    const starts = await this.starts(partitions, signal);
    if (signal.aborted || !starts) return;
    const { seeks, gone, others } = this.intake.begin(starts);
    if (others.size > 0)
      return this.goBack(new Map([...others].map(([partition, to]) => [partition, { place: starts.get(partition)!.place, to }])));
    if (!(await this.reportMissed(gone.filter(({ missing }) => missing > 0).map(({ batch }) => batch.partition))))
      return signal.aborted ? undefined : this.beginAgain();
    if (signal.aborted) return;
    this.recheckingSince = undefined;
    if (this.options.storesAtOnce)
      this.comparedWithReports ||= await comparedWithReports({ ...this.options, metrics: this.metrics, logger: this.log }, starts);
    if (signal.aborted) return;
    for (const [partition, { place }] of starts) this.done.set(partition, place.next - place.shift);
    for (const each of gone) this.act(each.batch.partition, each);
    this.ifRunning(() => {
      for (const [partition, offset] of seeks) this.consumer.seek({ topic: this.options.topic, partition, offset: String(offset) });
      this.consumer.resume([{ topic: this.options.topic }]);
    });
  }

  /** The stored places, and the broker's bounds. */
  private async starts(partitions: readonly number[], signal: AbortSignal): Promise<ReadonlyMap<number, PartitionStart> | undefined> {
    if (partitions.length === 0) return new Map();
    for (let wait = FIRST_RETRY_MS; !signal.aborted && !this.closing.signal.aborted; wait = Math.min(wait * 2, LAST_RETRY_MS)) {
      try {
        return await partitionStarts({ ...this.options, processor: this.processor }, partitions);
      } catch (error) {
        this.log.warn({ err: error, retryInMs: wait }, 'the stored offsets, or the ends of the log, are not known yet');
        await pause(wait, signal);
      }
    }
    return undefined;
  }

  /** Compares the logs again before more is read, since the broker may have restarted without its newest records. */
  private connectionLost(): void {
    if (this.closing.signal.aborted || !this.assigned || !this.intake.positioned) return;
    this.recheckingSince ??= performance.now();
    void this.position();
  }

  /** Continues from earlier positions of logs that are no longer the ones that were read; the processor recognises repetitions. */
  private async goBack(others: ReadonlyMap<number, { place: ReadingPlace; to: LogMark }>): Promise<void> {
    const { topic, places } = this.options;
    for (const [partition, { place, to }] of others) {
      const read = place.next - place.shift;
      this.metrics.breaks.inc({ topic, kind: 'other-log' });
      this.log.error(
        { partition, readUpTo: read, goesOnAt: to.offset },
        'the log of this partition is not the one that was read up to this offset: the broker has lost ' +
          'records, or is another one. It is read again from the newest place that is known to be the same',
      );
      try {
        // If it is a completely different log, its earlier records are unknown.
        if (to.record !== null || place.record === null || (await this.reportMissed([partition])))
          await places.goBack(partition, place.next, to);
      } catch (error) {
        this.log.warn({ err: error, partition }, 'the earlier place was not stored; the log is compared again');
      }
    }
    await this.beginAgain();
  }

  private async reportMissed(partitions: readonly number[]): Promise<boolean> {
    if (partitions.length === 0) return true;
    try {
      await this.processor.missed?.(partitions);
      return true;
    } catch (error) {
      this.log.warn({ err: error, partitions }, 'what is missing in the log was not made up for yet; it is tried again');
      return false;
    }
  }

  /** Call it when processed records were not stored: continues from the stored offsets, as after a rebalance. */
  rewind(): void {
    void this.beginAgain();
  }

  private async beginAgain(): Promise<void> {
    this.lostInARow++;
    // Records fetched after the dropped unit must not be processed without it: their compare-and-set would succeed if only the offset of
    // another partition had moved.
    const signal = this.reassign();
    // With back-off, since two processes that both believe to own a partition would otherwise compete at full speed until the group
    // decides.
    await pause(Math.min(FIRST_RETRY_MS * 2 ** this.lostInARow, LAST_LOST_RETRY_MS), signal);
    if (!signal.aborted && !this.closing.signal.aborted) await this.position();
  }

  /**
   * Whether enough is fetched ahead. While a unit is processed, only the next one is fetched: later records then arrive in fewer, larger
   * fetches and units, which makes a busy service efficient.
   */
  private get saturated(): boolean {
    return this.buffer.isFull || (this.runner.busy && this.buffer.isReplenished);
  }

  /** Must only throw kafkajs's own errors, since any other would end the consumer (reliability, section 1, rule 5). */
  private async eachBatch(payload: EachBatchPayload): Promise<void> {
    if (this.closing.signal.aborted || !payload.isRunning() || !this.take(payload)) return;
    const { signal } = this.assignment;
    while (this.saturated && !signal.aborted && !this.closing.signal.aborted) {
      this.liveness.sign('fetch');
      await settledWithin(this.buffer.change(), BACKPRESSURE_STEP_MS);
      await payload.heartbeat();
    }
  }

  private take({ batch, resolveOffset }: EachBatchPayload): boolean {
    try {
      const damage = damageIn(batch);
      if (damage) return this.meetDamage(batch.partition, damage);
      this.damage.read(batch.partition);
      const intake = this.intake.take(batch);
      this.ends.set(batch.partition, Number(batch.highWatermark));
      this.showLag(batch.partition);
      if (!this.act(batch.partition, intake)) return false;
      resolveOffset(batch.lastOffset());
      return true;
    } catch (error) {
      this.log.error({ err: error, partition: batch.partition }, 'a fetched batch was not understood; it is fetched again');
      return false;
    }
  }

  private meetDamage(partition: number, damage: Damage): false {
    const intake = this.damage.meet(partition, damage, this.intake, this.assignment.signal);
    if (intake && this.act(partition, intake)) this.act(partition, { seek: this.intake.wanted(partition)! });
    return false;
  }

  /** @returns whether to continue with the next fetch */
  private act(partition: number, intake: Intake): boolean {
    const { topic } = this.options;
    if ('batch' in intake) {
      if (intake.missing > 0) this.reportMissing(partition, intake.missing, intake.batch.nextOffset);
      this.buffer.add(intake.batch);
      this.metrics.buffered.set({ topic }, this.buffer.records);
      this.runner.wake();
    } else if ('seek' in intake) this.ifRunning(() => this.consumer.seek({ topic, partition, offset: String(intake.seek) }));
    else if ('other' in intake) void this.goBack(new Map([[partition, { place: intake.place, to: intake.other }]]));
    else if ('again' in intake) {
      this.log.warn({ partition, reason: intake.again }, 'the log changed while it was being read');
      void this.beginAgain();
    }
    return 'batch' in intake || 'passed' in intake;
  }

  private reportMissing(partition: number, missing: number, nextOffset: number): void {
    const { topic } = this.options;
    this.metrics.breaks.inc({ topic, kind: 'gap' });
    this.metrics.missing.inc({ topic }, missing);
    this.log.error(
      { partition, missing, nextOffset },
      'records are gone from the log that were not read: its retention is too short for this reader, or ' +
        'they were deleted. Reading goes on behind them',
    );
  }

  private processed(batches: readonly { partition: number; nextOffset: number }[]): void {
    this.lostInARow = 0;
    for (const { partition, nextOffset } of batches) {
      const offset = nextOffset - (this.intake.place(partition)?.shift ?? 0);
      this.reporter.note(partition, offset);
      this.done.set(partition, offset);
      this.unmarked.add(partition);
      this.showLag(partition);
    }
    this.metrics.buffered.set({ topic: this.options.topic }, this.buffer.records);
    if (performance.now() - this.markedAt > MARK_EVERY_MS) void this.mark();
  }

  private async mark(): Promise<void> {
    this.markedAt = performance.now();
    const partitions = [...this.unmarked];
    this.unmarked.clear();
    // Errors are ignored: with fewer marks, only more records have to be read again.
    await this.options.places
      .mark(partitions)
      .catch((error: unknown) => this.log.debug({ error: String(error) }, 'reading positions were not stored'));
  }

  /** The lag from the committed offset, since records in the buffer are not processed yet. */
  private showLag(partition: number): void {
    const [end, done] = [this.ends.get(partition), this.done.get(partition)];
    if (end !== undefined && done !== undefined) this.metrics.lag.set({ topic: this.options.topic, partition }, Math.max(0, end - done));
  }

  /** Ignores errors of a consumer that has stopped or crashed; the next GROUP_JOIN sets everything again. */
  private ifRunning(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.log.debug({ error: String(error) }, 'the consumer is not running');
    }
  }

  /** Finishes the current unit, reports the offsets and leaves the group, within 20 seconds. */
  async close(): Promise<void> {
    if (this.closing.signal.aborted) return;
    this.ifRunning(() => this.consumer.pause([{ topic: this.options.topic }]));
    this.runner.stop();
    await this.runner.idle(CLOSE_WAIT_MS);
    this.closing.abort();
    this.assignment.abort();
    this.damage.forget();
    this.buffer.clear();
    this.liveness.stop();
    await settledWithin(this.reporter.flush(), LEAVE_WAIT_MS);
    await settledWithin(this.consumer.disconnect(), LEAVE_WAIT_MS);
    this.client.destroySockets();
    this.reporter.stop();
    this.removeGuard?.();
  }
}
