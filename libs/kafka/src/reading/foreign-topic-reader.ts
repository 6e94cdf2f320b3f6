import type { Logger } from 'pino';
import type { Consumer, EachBatchPayload } from '#kafka-client';
import { pause, settledWithin } from '#lifecycle/abortable-pause.js';
import type { KafkaConnection } from '../connection/connection.js';
import { guardRejections } from '../connection/rejection-guard.js';
import { consumedRecord } from '../consuming/consumed-records.js';
import { ConsumerLiveness } from '../consuming/consumer-liveness.js';
import { damageIn } from '../records/damaged-batches.js';
import type { ConsumedRecord } from '../records/record.js';

export interface ForeignTopicReaderOptions {
  kafka: KafkaConnection;
  topic: string;
  /** Group of this reader alone, which reads all partitions. No offsets are committed. */
  groupId: string;
  /** Next offset of a partition; undefined to begin at the oldest record. */
  nextOffset: (partition: number) => number | undefined;
  /**
   * Called in the order of offsets. The reader waits, without a limit, until it resolves; an error ends the reader. If the group changes in
   * the meantime, it is called again with the same records before the first call has ended, and must drop the repetitions.
   * @param next offset after the last record
   */
  onRecords: (partition: number, records: readonly ConsumedRecord[], next: number) => Promise<void>;
  /** Called when all partitions are assigned. */
  onJoined: (partitions: readonly number[]) => void;
  logger: Logger;
  signal: AbortSignal;
}

const SESSION_TIMEOUT_MS = 30_000;
const HEARTBEAT_MS = 3000;
const IDLE_FETCH_MS = 500;
const MAX_PARTITION_BYTES = 1024 * 1024;
/** Time after which new partitions of the topic are noticed. */
const METADATA_AGE_MS = 30_000;
const LEAVE_WAIT_MS = 800;

/**
 * Reads all partitions of a topic in another organisation's cluster, from offsets that the caller stores. Resolves when the signal is
 * aborted.
 * @throws Error with the reason for any other end
 */
export async function readForeignTopic(options: ForeignTopicReaderOptions): Promise<void> {
  const reader = new ForeignTopicReader(options);
  await reader.run();
}

class ForeignTopicReader {
  private readonly client: KafkaConnection;
  private readonly consumer: Consumer;
  private readonly ending = new AbortController();
  private readonly end: AbortSignal;
  private readonly liveness: ConsumerLiveness;
  private failure: Error | undefined;

  constructor(private readonly options: ForeignTopicReaderOptions) {
    this.end = AbortSignal.any([options.signal, this.ending.signal]);
    this.client = options.kafka.derive({ retries: 4 });
    this.liveness = new ConsumerLiveness({ sessionTimeoutMs: SESSION_TIMEOUT_MS, onSilence: (error) => this.fail(error) });
    this.consumer = this.client.consumer({
      groupId: options.groupId,
      sessionTimeout: SESSION_TIMEOUT_MS,
      rebalanceTimeout: SESSION_TIMEOUT_MS,
      heartbeatInterval: HEARTBEAT_MS,
      minBytes: 1,
      maxWaitTimeInMs: IDLE_FETCH_MS,
      maxBytesPerPartition: MAX_PARTITION_BYTES,
      metadataMaxAge: METADATA_AGE_MS,
      allowAutoTopicCreation: false,
      readUncommitted: false,
      retry: { retries: 4, initialRetryTime: 200, maxRetryTime: 2000, restartOnFailure: () => Promise.resolve(false) },
    });
  }

  async run(): Promise<void> {
    const { consumer, options } = this;
    const removeGuard = guardRejections(options.logger, (error) => this.fail(error));
    try {
      await this.untilEnd(consumer.connect());
      await this.untilEnd(consumer.subscribe({ topics: [options.topic], fromBeginning: true }));
      if (this.end.aborted) return;
      this.listen();
      void consumer
        .run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: (payload) => this.eachBatch(payload) })
        .catch((error: unknown) => this.fail(error as Error));
      await pause(2 ** 31 - 1, this.end);
    } finally {
      this.ending.abort();
      this.liveness.stop();
      await settledWithin(consumer.disconnect(), LEAVE_WAIT_MS);
      this.client.destroySockets();
      removeGuard();
    }
    if (this.failure !== undefined && !options.signal.aborted) throw this.failure;
  }

  private listen(): void {
    const { consumer } = this;
    this.liveness.watch(consumer);
    consumer.on(consumer.events.CRASH, ({ payload: { error } }) => this.fail(error));
    consumer.on(consumer.events.REQUEST_TIMEOUT, () => this.client.breakSockets('the broker did not answer in time'));
    consumer.on(consumer.events.GROUP_JOIN, ({ payload: { memberAssignment } }) => {
      const partitions = memberAssignment[this.options.topic] ?? [];
      for (const partition of partitions) this.seek(partition);
      this.options.onJoined(partitions);
    });
  }

  private seek(partition: number): void {
    const offset = this.options.nextOffset(partition);
    // An offset before the oldest record is out of range; reading then starts at the oldest one.
    this.consumer.seek({ topic: this.options.topic, partition, offset: String(offset ?? 0) });
  }

  private async eachBatch({ batch, resolveOffset, heartbeat, isStale }: EachBatchPayload): Promise<void> {
    const { topic, onRecords } = this.options;
    if (this.end.aborted || isStale()) return;
    const damage = damageIn(batch);
    if (damage)
      return this.fail(
        new Error(`Partition ${batch.partition} of ${topic} holds records that are damaged on the broker's disk (${damage.reason}).`),
      );
    const records = batch.messages.map((message) => consumedRecord(topic, batch.partition, message));
    const next = Number(batch.lastOffset()) + 1;
    await this.whileAlive(onRecords(batch.partition, records, next), heartbeat);
    resolveOffset(batch.lastOffset());
  }

  /** Keeps the membership in the group during the work. */
  private async whileAlive(work: Promise<void>, heartbeat: () => Promise<void>): Promise<void> {
    let done = false;
    const settled = work.finally(() => (done = true));
    settled.catch((error: unknown) => this.fail(error as Error));
    while (!done && !this.end.aborted) {
      await settledWithin(settled, HEARTBEAT_MS);
      this.liveness.tried();
      if (!done) await heartbeat();
    }
    if (!this.end.aborted) await settled;
  }

  private async untilEnd(work: Promise<void>): Promise<void> {
    await Promise.race([work, pause(2 ** 31 - 1, this.end)]);
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.ending.abort();
  }
}
