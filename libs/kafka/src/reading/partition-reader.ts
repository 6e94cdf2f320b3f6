import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Counter, Registry } from 'prom-client';
import type { Consumer, EachBatchPayload } from '#kafka-client';
import { pause, settledWithin } from '#lifecycle/abortable-pause.js';
import type { KafkaConnection } from '../connection/connection.js';
import { guardRejections } from '../connection/rejection-guard.js';
import { ConsumerStoppedError } from '../consuming/consumer-errors.js';
import { ConsumerLiveness } from '../consuming/consumer-liveness.js';
import { logBreaksCounter } from '../consuming/consumer-metrics.js';
import { DamageWatch } from '../consuming/damage-watch.js';
import type { LogMark } from '../consuming/log-places.js';
import { PartitionIntake } from '../consuming/partition-intake.js';
import { PERSISTENT_CONSUMER } from '../consuming/persistent-consumer.js';
import { type Damage, damageIn } from '../records/damaged-batches.js';
import { moveOf } from '../records/record-mark.js';
import type { ConsumedRecord, PartitionBatch } from '../records/record.js';
import { partitionBounds } from '../topics/partition-bounds.js';
import { singlePartitionAssigner } from './single-partition-assigner.js';

export interface PartitionReaderOptions {
  kafka: KafkaConnection;
  topic: string;
  partition: number;
  /** Prefix of the name of this reader's own group. */
  groupId: string;
  /** First offset to read, or `end` for records written after `start`. */
  from: number | 'end';
  /** Offset at which it stops, without further fetches. Default: it continues. */
  to?: number;
  /**
   * Called in offset order, one call at a time. After an error it is called again for each record alone; a record that fails alone is
   * logged and skipped.
   */
  onRecords: (records: ConsumedRecord[]) => void | Promise<void>;
  logger: Logger;
  /** Registry for the counter of logs that turned out to be another one. */
  metrics?: Registry;
  onFatal: (error: Error) => void;
  /** Called when its position is known: at the start, after each lost connection, and in another log. */
  onPositioned?: () => void;
  /** Called with the lag in records, before and after processing each fetch with records. */
  onLag?: (records: number) => void;
  /**
   * Milliseconds for which the broker may hold a fetch that follows an empty one; less than half of the session timeout. Default: a
   * second, as for every fetch.
   */
  idleFetchMs?: number;
  /** Whether damaged records are skipped. By default, the reader stops at them until they are readable again or given up. */
  passesOverDamage?: boolean;
}

const SESSION_TIMEOUT_MS = 10_000;
const LEAVE_WAIT_MS = 3000;
const FIRST_RETRY_MS = 100;
/** Short, since everybody waits once the database or the broker is back. */
const LAST_RETRY_MS = 1000;
/** Interval of marks, which are kept for five minutes. */
const MARK_EVERY_MS = 5000;
const MARKS = 60;

/**
 * Reads one partition in a separate group, so that no rebalances with others occur. If the log has lost records that were read, it is
 * read again from an earlier position, and `onRecords` gets some records once more.
 */
export class PartitionReader {
  private readonly client: KafkaConnection;
  private readonly consumer: Consumer;
  private readonly damage: DamageWatch;
  private readonly liveness: ConsumerLiveness;
  private readonly closing = new AbortController();
  private readonly intake: PartitionIntake;
  private readonly breaks: Counter<'topic' | 'kind'> | undefined;
  private position: number | undefined;
  /** Checksum of the record before the position. */
  private record: number | null = null;
  /** Earlier positions, newest first. */
  private marks: LogMark[] = [];
  private markedAt = 0;
  /** Aborted when the position is determined again. */
  private assignment = new AbortController();
  private joined = false;
  private removeGuard: (() => void) | undefined;

  constructor(private readonly options: PartitionReaderOptions) {
    this.client = options.kafka.derive({ retries: 8 });
    // Holes are always legal, since most of these topics are compacted.
    this.intake = new PartitionIntake(options.topic, true);
    this.consumer = this.client.consumer({
      groupId: `${options.groupId}-${randomUUID()}`,
      groupInstanceId: this.client.memberName,
      partitionAssigners: [singlePartitionAssigner(options.topic, options.partition)],
      sessionTimeout: SESSION_TIMEOUT_MS,
      rebalanceTimeout: SESSION_TIMEOUT_MS,
      ...PERSISTENT_CONSUMER,
      ...(options.idleFetchMs !== undefined && { idleWaitTimeInMs: options.idleFetchMs }),
    });
    const { topic, logger, passesOverDamage: passesOver = false, kafka, metrics } = options;
    this.breaks = metrics && logBreaksCounter(metrics);
    this.damage = new DamageWatch({ consumer: this.consumer, topic, logger, passesOver, givenUp: kafka.settings.givenUp });
    this.liveness = new ConsumerLiveness({ sessionTimeoutMs: SESSION_TIMEOUT_MS, onSilence: (error) => this.fatal(error) });
  }

  /** Starts in the background, even while the broker is still down. */
  start(): void {
    this.removeGuard = guardRejections(this.options.logger, (error) => this.fatal(error));
    void this.run();
  }

  /** Whether it is positioned and alive; records written from then on are read. */
  ready(): boolean {
    return this.joined && this.liveness.unreachedMs < SESSION_TIMEOUT_MS && !this.closing.signal.aborted;
  }

  /** Next offset; undefined before the start is known. */
  get nextOffset(): number | undefined {
    return this.position;
  }

  private async run(): Promise<void> {
    for (let wait = FIRST_RETRY_MS; !this.closing.signal.aborted; wait = Math.min(wait * 2, LAST_RETRY_MS)) {
      try {
        this.position = await this.startOffset();
        if (this.options.from === 'end') this.options.onLag?.(0);
        await this.consumer.connect();
        await this.consumer.subscribe({ topics: [this.options.topic], fromBeginning: true });
        break;
      } catch (error) {
        this.options.logger.warn({ error: String(error), retryInMs: wait }, 'the broker or the topic is not available yet');
        await pause(wait, this.closing.signal);
      }
    }
    if (this.closing.signal.aborted) return;
    this.listenToConsumer();
    await this.consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: (payload) => this.eachBatch(payload) });
  }

  private async startOffset(): Promise<number> {
    const { from, topic, partition } = this.options;
    return from === 'end' ? (await partitionBounds(this.client, topic, partition)).high : from;
  }

  private listenToConsumer(): void {
    const { consumer } = this;
    this.liveness.watch(consumer);
    consumer.on(consumer.events.REQUEST_TIMEOUT, () => this.client.breakSockets('the broker did not answer in time'));
    this.client.onConnectionLost(() => {
      if (this.joined) void this.keepReading();
    });
    consumer.on(consumer.events.GROUP_JOIN, () => void this.keepReading());
    consumer.on(consumer.events.START_BATCH_PROCESS, ({ payload }) => {
      const skipped = this.intake.skip(payload);
      if ('batch' in skipped) this.note(skipped.batch);
    });
    consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
      this.joined = false;
      if (restart) this.liveness.tried();
      else this.fatal(new ConsumerStoppedError(`The reader of ${this.options.topic} ended: ${String(error)}`, { cause: error }));
    });
  }

  /** Continues from the position, or from an earlier one if the log is not the one that was read. */
  private async keepReading(): Promise<void> {
    this.assignment.abort();
    this.assignment = new AbortController();
    const { signal } = this.assignment;
    const { topic, partition, logger } = this.options;
    this.intake.clear();
    this.damage.forget();
    this.whileRunning(() => this.consumer.pause([{ topic }]));
    for (let wait = FIRST_RETRY_MS; !signal.aborted && !this.closing.signal.aborted; wait = Math.min(wait * 2, LAST_RETRY_MS)) {
      try {
        // With another client, whose connection closes after the answer.
        const bounds = await partitionBounds(this.options.kafka, topic, partition);
        if (signal.aborted) return;
        const next = this.position ?? 0;
        const { seeks, gone, others } = this.intake.begin(
          new Map([[partition, { place: { next, shift: 0, record: this.record, marks: this.marks }, begin: next, bounds }]]),
        );
        const other = others.get(partition);
        if (other) {
          this.goBack(other);
          continue;
        }
        for (const { batch } of gone) this.position = batch.nextOffset;
        this.whileRunning(() => {
          this.consumer.seek({ topic, partition, offset: String(seeks.get(partition)) });
          this.consumer.resume([{ topic }]);
        });
        this.joined = true;
        this.options.onPositioned?.();
        return;
      } catch (error) {
        logger.warn({ error: String(error), retryInMs: wait }, 'the ends of the log are not known yet');
        await pause(wait, signal);
      }
    }
  }

  private goBack({ offset, record }: LogMark): void {
    this.options.logger.error(
      { topic: this.options.topic, partition: this.options.partition, readUpTo: this.position, goesOnAt: offset },
      'the log is not the one that was read: the broker has lost records, or is another one. It is read ' +
        'again from the newest place that is known to be the same',
    );
    this.breaks?.inc({ topic: this.options.topic, kind: 'other-log' });
    this.position = offset;
    this.record = record;
    this.marks = this.marks.filter((mark) => mark.offset <= offset);
  }

  /** Ignores errors of a consumer that has stopped or crashed; the next GROUP_JOIN sets everything again. */
  private whileRunning(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.options.logger.debug({ error: String(error) }, 'the consumer is not running');
    }
  }

  private fatal(error: Error): void {
    if (this.closing.signal.aborted) return;
    this.joined = false;
    this.options.logger.fatal({ err: error }, 'the reader cannot continue');
    this.options.onFatal(error);
  }

  /** Must only throw kafkajs's own errors (reliability, section 1, rule 5). */
  private async eachBatch({ batch, resolveOffset, isRunning, heartbeat }: EachBatchPayload): Promise<void> {
    if (this.closing.signal.aborted || !isRunning()) return;
    const { topic, partition } = this.options;
    const damage = damageIn(batch);
    if (damage) return this.meetDamage(damage);
    this.damage.read(partition);
    const intake = this.intake.take(batch);
    if ('seek' in intake) this.whileRunning(() => this.consumer.seek({ topic, partition, offset: String(intake.seek) }));
    else if ('other' in intake) {
      this.goBack(intake.other);
      void this.keepReading();
    } else if ('again' in intake) void this.keepReading();
    if ('passed' in intake) resolveOffset(batch.lastOffset());
    if (!('batch' in intake)) return;
    const end = Number(batch.highWatermark);
    this.options.onLag?.(Math.max(0, end - (this.position ?? 0)));
    resolveOffset(batch.lastOffset());
    this.note(intake.batch);
    const { records } = intake.batch;
    if (records.length > 0) await this.deliver(records);
    this.options.onLag?.(Math.max(0, end - intake.batch.nextOffset));
    await heartbeat();
  }

  private meetDamage(damage: Damage): void {
    const intake = this.damage.meet(this.options.partition, damage, this.intake, this.assignment.signal);
    if (!intake) return;
    if ('batch' in intake) this.note(intake.batch);
    else if ('other' in intake) this.goBack(intake.other);
    // The last read record is among the damaged ones, and can no longer be compared.
    else this.record = null;
    void this.keepReading();
  }

  private note(batch: PartitionBatch): void {
    const { to, record } = moveOf(batch);
    const now = performance.now();
    if (this.record !== null && now - this.markedAt > MARK_EVERY_MS) {
      this.marks = [{ offset: this.position!, record: this.record }, ...this.marks].slice(0, MARKS);
      this.markedAt = now;
    }
    this.position = to;
    this.record = record;
    // Paused, since a fetch at the end of the log would delay `close`.
    if (to >= (this.options.to ?? Infinity)) this.whileRunning(() => this.consumer.pause([{ topic: this.options.topic }]));
  }

  private async deliver(records: ConsumedRecord[]): Promise<void> {
    try {
      await this.options.onRecords(records);
    } catch (error) {
      if (records.length === 1)
        this.options.logger.error({ err: error, offset: records[0]?.offset }, 'a record was not understood and is skipped');
      else for (const record of records) await this.deliver([record]);
    }
  }

  async close(): Promise<void> {
    if (this.closing.signal.aborted) return;
    this.closing.abort();
    this.assignment.abort();
    this.damage.forget();
    this.liveness.stop();
    await settledWithin(this.consumer.disconnect(), LEAVE_WAIT_MS);
    this.client.destroySockets();
    this.removeGuard?.();
  }
}
