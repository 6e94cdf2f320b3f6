import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { RecordMetadata } from '#kafka-client';
import type { KafkaConnection } from '../connection/connection.js';
import type { OutgoingRecord } from '../records/record.js';
import { recordBytes } from '../records/record-size.js';
import { ProducerLane } from './producer-lane.js';
import { type ProducerMetrics, producerMetrics } from './producer-metrics.js';
import { BrokerUnavailableError, RecordTooLargeError } from './send-errors.js';
import { type SendBatch, SendQueue } from './send-queue.js';

export interface CoalescingProducerOptions {
  kafka: KafkaConnection;
  /** Limit in bytes for all unacknowledged records; a send beyond it is refused at once. */
  maxQueuedBytes: number;
  /** Milliseconds after which every send is settled. Default 5000. */
  sendTimeoutMs?: number;
  /** Largest record; default 6 MiB less its envelope, as the topics are made. */
  maxRecordBytes?: number;
  logger: Logger;
  metrics?: Registry;
  /** Label of the metrics when a service has several producers. */
  name?: string;
  /** A new producer before a sequence number could wrap. Default 2^30. */
  renewAfterRecords?: number;
}

const MAX_RECORD_BYTES = 6 * 1024 * 1024 - 1024;
/** Of one partition in one request: small enough for the topics' bound also when texts are three bytes a character. */
const MAX_PARTITION_BYTES = 1024 * 1024;
const MAX_REQUEST_BYTES = 8 * 1024 * 1024;
const SWEEP_MS = 50;
const FIRST_RECONNECT_MS = 50;
const LAST_RECONNECT_MS = 1000;

/**
 * A producer that loses nothing it acknowledged: one request in flight, records that arrive meanwhile go together in the next
 * one, and after a failed request a new producer. Records of one partition keep the order of their sends as long as none
 * fails; a caller that needs order across a failure repeats the failed records before it sends more.
 */
export class CoalescingProducer {
  private readonly queue: SendQueue;
  private readonly metrics: ProducerMetrics | undefined;
  private readonly sendTimeoutMs: number;
  private readonly label: string;
  private lane: ProducerLane | undefined;
  private connections = 0;
  /** Where the logs of partitions ended with the last acknowledged record, by topic. */
  private readonly ends = new Map<string, Map<number, number>>();
  private connecting: Promise<void> | undefined;
  private sweeper: NodeJS.Timeout | undefined;
  private sending = false;
  private pumpDue = false;
  private closed = false;
  private readonly abort = new AbortController();

  constructor(private readonly options: CoalescingProducerOptions) {
    this.queue = new SendQueue(MAX_PARTITION_BYTES, MAX_REQUEST_BYTES);
    this.sendTimeoutMs = options.sendTimeoutMs ?? 5000;
    this.label = options.name ?? 'default';
    this.metrics = options.metrics && producerMetrics(options.metrics);
  }

  /** Resolves once connected, however long the broker is away; rejects only when closed meanwhile. */
  async connect(): Promise<void> {
    await this.reconnect();
    if (!this.lane) throw new BrokerUnavailableError('not-sent', 'The producer was closed.');
  }

  /** Bytes that wait for an acknowledgement. */
  get queuedBytes(): number {
    return this.queue.queuedBytes;
  }

  /** Whether a connection stands; false from a failed send until the next producer is connected. */
  get ready(): boolean {
    return this.lane !== undefined;
  }

  /**
   * Another number whenever a connection to a broker was lost: a broker that is connected again may have started again, without its
   * newest records. Undefined while none stands.
   */
  get connection(): number | undefined {
    return this.lane && this.connections;
  }

  /** Where the log of a partition ended behind the record that was acknowledged last; undefined: none was. */
  acknowledgedEnd(topic: string, partition: number): number | undefined {
    return this.ends.get(topic)?.get(partition);
  }

  /**
   * Resolves when every record is acknowledged by all in-sync copies; settles within `sendTimeoutMs`.
   * @param connection refused when another connection is in use when its turn comes
   * @throws BrokerUnavailableError, RecordTooLargeError
   */
  async send(records: readonly OutgoingRecord[], connection?: number): Promise<void> {
    if (records.length === 0) return;
    const bytes = this.admit(records);
    const settled = this.queue.add(records, bytes, performance.now() + this.sendTimeoutMs, connection);
    this.sweeper ??= setInterval(() => this.sweep(), SWEEP_MS);
    this.schedulePump();
    try {
      await settled;
    } finally {
      this.metrics?.queuedBytes.set({ producer: this.label }, this.queue.queuedBytes);
    }
  }

  private admit(records: readonly OutgoingRecord[]): number {
    if (this.closed) throw new BrokerUnavailableError('not-sent', 'The producer is closed.');
    const largest = this.options.maxRecordBytes ?? MAX_RECORD_BYTES;
    let bytes = 0;
    for (const record of records) {
      const size = recordBytes(record);
      if (size > largest) throw new RecordTooLargeError(`A record of ${size} bytes for ${record.topic} is larger than ${largest} bytes.`);
      bytes += size;
    }
    if (this.queue.queuedBytes + bytes > this.options.maxQueuedBytes) {
      throw new BrokerUnavailableError('not-sent', `More than ${this.options.maxQueuedBytes} bytes would wait for the broker.`);
    }
    return bytes;
  }

  /** Sends of the same turn of the event loop go together; nothing else is waited for. */
  private schedulePump(): void {
    if (this.sending || this.pumpDue) return;
    this.pumpDue = true;
    queueMicrotask(() => {
      this.pumpDue = false;
      void this.pump();
    });
  }

  private async pump(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    try {
      while (this.queue.hasWaiting) {
        const lane = this.lane;
        if (!lane) {
          // After closing, nothing connects, and retrying at once would loop forever.
          if (!this.closed) void this.reconnect();
          return;
        }
        this.queue.keepOnly(this.connections);
        const batch = this.queue.cut();
        if (batch) await this.sendBatch(lane, batch);
      }
    } finally {
      this.sending = false;
    }
  }

  private async sendBatch(lane: ProducerLane, batch: SendBatch): Promise<void> {
    const end = this.metrics?.sendSeconds.startTimer({ producer: this.label });
    try {
      this.noteEnds(batch, await lane.send(batch.topicMessages, batch.records));
      end?.();
      this.metrics?.records.inc({ producer: this.label }, batch.records);
      this.queue.acknowledge(batch);
      if (lane.sent >= (this.options.renewAfterRecords ?? 2 ** 30)) this.discard(lane);
    } catch (error) {
      this.metrics?.failures.inc({ producer: this.label });
      this.options.logger.warn(
        { error: String(error), records: batch.records },
        'produce request failed; its outcome is unknown, going on with a new producer',
      );
      this.discard(lane);
      this.queue.fail(batch, new BrokerUnavailableError('unknown', `The broker did not acknowledge: ${String(error)}`, { cause: error }));
    }
  }

  private noteEnds({ topicMessages }: SendBatch, acknowledged: readonly RecordMetadata[]): void {
    for (const { topic, messages } of topicMessages) {
      const sent = new Map<number, number>();
      for (const { partition } of messages) sent.set(partition!, (sent.get(partition!) ?? 0) + 1);
      let ends = this.ends.get(topic);
      if (ends === undefined) this.ends.set(topic, (ends = new Map()));
      for (const { topicName, partition, baseOffset } of acknowledged) {
        // The broker leaves the offset out (-1) where it recognised a repetition.
        if (topicName === topic && Number(baseOffset) >= 0) ends.set(partition, Number(baseOffset) + (sent.get(partition) ?? 0));
      }
    }
  }

  private discard(lane: ProducerLane): void {
    if (this.lane === lane) this.lane = undefined;
    void lane.retire();
    if (!this.closed) void this.reconnect();
  }

  private reconnect(): Promise<void> {
    this.connecting ??= this.connectLane().finally(() => {
      this.connecting = undefined;
      this.schedulePump();
    });
    return this.connecting;
  }

  private async connectLane(): Promise<void> {
    let wait = FIRST_RECONNECT_MS;
    while (!this.closed && !this.lane) {
      const lane: ProducerLane = new ProducerLane(this.options.kafka, this.sendTimeoutMs, () => {
        if (this.lane === lane) this.connections++;
      });
      try {
        await lane.connect();
        this.connections++;
        if (this.closed) await lane.retire();
        else this.lane = lane;
      } catch (error) {
        void lane.retire();
        this.options.logger.warn({ error: String(error), retryInMs: wait }, 'the broker is not reachable');
        await sleep(wait, undefined, { signal: this.abort.signal }).catch(() => undefined);
        wait = Math.min(wait * 2, LAST_RECONNECT_MS);
      }
    }
  }

  private sweep(): void {
    this.queue.expire(performance.now());
    if (!this.queue.isEmpty) return;
    clearInterval(this.sweeper);
    this.sweeper = undefined;
  }

  /** Accepts no further records, waits for those in flight (at most `sendTimeoutMs`), and disconnects. */
  async close(): Promise<void> {
    if (this.closed) return;
    const deadline = performance.now() + this.sendTimeoutMs;
    this.closed = true;
    while (!this.queue.isEmpty && performance.now() < deadline) await sleep(5);
    this.abort.abort();
    this.queue.expire(Infinity);
    clearInterval(this.sweeper);
    const lane = this.lane;
    this.lane = undefined;
    await lane?.retire();
  }
}
