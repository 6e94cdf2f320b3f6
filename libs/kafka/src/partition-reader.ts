import { randomUUID } from 'node:crypto';
import type { Batch, Consumer, EachBatchPayload } from 'kafkajs';
import type { Logger } from 'pino';
import { pause, settledWithin } from './abortable-pause.js';
import type { KafkaConnection } from './connection.js';
import { ConsumerStoppedError } from './consumer-errors.js';
import { ConsumerLiveness } from './consumer-liveness.js';
import { consumedRecord } from './consumed-records.js';
import type { ConsumedRecord } from './record.js';
import { partitionBounds } from './partition-bounds.js';
import { guardRejections } from './rejection-guard.js';
import { singlePartitionAssigner } from './single-partition-assigner.js';

export interface PartitionReaderOptions {
  kafka: KafkaConnection;
  topic: string;
  partition: number;
  /** Begin of the name of this reader's own group. */
  groupId: string;
  /** The first offset to read, or `end`: what is written after `start`. */
  from: number | 'end';
  /** Called in offset order, one call at a time. After an error each record is given again alone; one that fails alone is logged and passed over. */
  onRecords: (records: ConsumedRecord[]) => void | Promise<void>;
  logger: Logger;
  onFatal: (error: Error) => void;
  /** How many records the log holds that were not handed over: told with every fetch that brought some, before and after them. */
  onLag?: (records: number) => void;
}

const SESSION_TIMEOUT_MS = 10_000;
const IDLE_FETCH_MS = 250;
const LEAVE_WAIT_MS = 3000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5000;

/** Reads one partition alone, in a group of its own, so that nothing it shares is ever rebalanced. */
export class PartitionReader {
  private readonly client: KafkaConnection;
  private readonly consumer: Consumer;
  private readonly liveness: ConsumerLiveness;
  private readonly closing = new AbortController();
  private position: number | undefined;
  private joined = false;
  private removeGuard: (() => void) | undefined;

  constructor(private readonly options: PartitionReaderOptions) {
    this.client = options.kafka.derive({ retries: 8 });
    this.consumer = this.client.consumer({
      groupId: `${options.groupId}-${randomUUID()}`,
      partitionAssigners: [singlePartitionAssigner(options.topic, options.partition)],
      sessionTimeout: SESSION_TIMEOUT_MS,
      rebalanceTimeout: SESSION_TIMEOUT_MS,
      minBytes: 1,
      maxWaitTimeInMs: IDLE_FETCH_MS,
      allowAutoTopicCreation: false,
      // Giving up costs the place in the group, and coming back then takes a whole session.
      retry: { retries: 10, initialRetryTime: 100, maxRetryTime: 1000, restartOnFailure: () => Promise.resolve(true) },
    });
    this.liveness = new ConsumerLiveness({ sessionTimeoutMs: SESSION_TIMEOUT_MS, onSilence: (error) => this.fatal(error) });
  }

  /** Begins in the background, also when the broker is still away. */
  start(): void {
    this.removeGuard = guardRejections(this.options.logger, (error) => this.fatal(error));
    void this.run();
  }

  /** Whether it is positioned and shows life; what is written from then on is seen. */
  ready(): boolean {
    return this.joined && this.liveness.unreachedMs < SESSION_TIMEOUT_MS && !this.closing.signal.aborted;
  }

  /** The offset that comes next; undefined before the start is known. */
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
        this.options.logger.warn({ error: String(error), retryInMs: wait }, 'the broker or the topic is not there yet');
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
    consumer.on(consumer.events.GROUP_JOIN, () => {
      this.seek();
      this.joined = true;
    });
    consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
      this.joined = false;
      if (restart) this.liveness.tried();
      else this.fatal(new ConsumerStoppedError(`The reader of ${this.options.topic} ended: ${String(error)}`, { cause: error }));
    });
  }

  private seek(): void {
    const { topic, partition } = this.options;
    try {
      this.consumer.seek({ topic, partition, offset: String(this.position ?? 0) });
    } catch (error) {
      this.options.logger.debug({ error: String(error) }, 'the consumer is not running');
    }
  }

  private fatal(error: Error): void {
    if (this.closing.signal.aborted) return;
    this.joined = false;
    this.options.logger.fatal({ err: error }, 'the reader can not go on');
    this.options.onFatal(error);
  }

  /** Nothing but kafkajs's own errors leaves this (reliability, section 1, rule 5). */
  private async eachBatch({ batch, resolveOffset, isRunning, heartbeat }: EachBatchPayload): Promise<void> {
    if (this.closing.signal.aborted || !isRunning()) return;
    const records = this.continuing(batch);
    const end = Number(batch.highWatermark);
    this.options.onLag?.(Math.max(0, end - (this.position ?? 0)));
    resolveOffset(batch.lastOffset());
    this.position = Math.max(this.position ?? 0, Number(batch.lastOffset()) + 1);
    if (records.length > 0) await this.deliver(records);
    this.options.onLag?.(Math.max(0, end - this.position));
    await heartbeat();
  }

  private async deliver(records: ConsumedRecord[]): Promise<void> {
    try {
      await this.options.onRecords(records);
    } catch (error) {
      if (records.length === 1) this.options.logger.error({ err: error, offset: records[0]?.offset }, 'a record was not understood and is passed over');
      else for (const record of records) await this.deliver([record]);
    }
  }

  private continuing(batch: Batch): ConsumedRecord[] {
    // A log that ends before the position was made anew; what is in it now is all new.
    if (Number(batch.highWatermark) < (this.position ?? 0)) this.position = 0;
    const from = this.position ?? 0;
    const { topic, partition } = this.options;
    return batch.messages.filter(({ offset }) => Number(offset) >= from).map((message) => consumedRecord(topic, partition, message));
  }

  async close(): Promise<void> {
    if (this.closing.signal.aborted) return;
    this.closing.abort();
    this.liveness.stop();
    await settledWithin(this.consumer.disconnect(), LEAVE_WAIT_MS);
    this.client.destroySockets();
    this.removeGuard?.();
  }
}
