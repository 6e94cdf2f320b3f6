import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { RecordMetadata } from '#kafka-client';
import type { KafkaConnection } from '../connection/connection.js';
import { recordBytes } from '../records/record-size.js';
import type { OutgoingRecord } from '../records/record.js';
import { ProducerLane } from './producer-lane.js';
import { type ProducerMetrics, producerMetrics } from './producer-metrics.js';
import { BrokerUnavailableError, RecordTooLargeError } from './send-errors.js';
import { type SendBatch, SendQueue } from './send-queue.js';

export interface CoalescingProducerOptions {
  kafka: KafkaConnection;
  /** Most bytes of all unacknowledged records; sends beyond that are refused at once. */
  maxQueuedBytes: number;
  /** Milliseconds within which every send is settled. Default 5000. */
  sendTimeoutMs?: number;
  /** Size of the largest record; default 6 MiB, the limit of the topics, minus overhead. */
  maxRecordBytes?: number;
  logger: Logger;
  metrics?: Registry;
  /** Label of the metrics when a service has several producers. */
  name?: string;
  /** Number of records after which a new producer is used, before its sequence numbers could wrap. Default 2^30. */
  renewAfterRecords?: number;
}

const MAX_RECORD_BYTES = 6 * 1024 * 1024 - 1024;
/** Most bytes per partition and request: small enough for the topics' limit even with three bytes per character. */
const MAX_PARTITION_BYTES = 1024 * 1024;
const MAX_REQUEST_BYTES = 8 * 1024 * 1024;
const SWEEP_MS = 50;
const FIRST_RECONNECT_MS = 50;
const LAST_RECONNECT_MS = 1000;

/**
 * A producer that loses no acknowledged records. It has one request in flight, sends records that arrive meanwhile together in the next
 * one, and uses a new Kafka producer after a failed request. Records of a partition keep the order of their sends as long as none fails; a
 * caller that needs order across failures must repeat failed records before it sends more.
 */
export class CoalescingProducer {
  private readonly queue: SendQueue;
  private readonly metrics: ProducerMetrics | undefined;
  private readonly sendTimeoutMs: number;
  private readonly label: string;
  private lane: ProducerLane | undefined;
  private connections = 0;
  /** Ends of the logs of partitions after the last acknowledged record, by topic. */
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

  /** Resolves once connected, even if the broker is down for long; only rejects if the producer is closed in the meantime. */
  async connect(): Promise<void> {
    await this.reconnect();
    if (!this.lane) throw new BrokerUnavailableError('not-sent', 'The producer was closed.');
  }

  /** Number of bytes that wait for an acknowledgement. */
  get queuedBytes(): number {
    return this.queue.queuedBytes;
  }

  /** Whether there is a connection; false from a failed send until the next producer is connected. */
  get ready(): boolean {
    return this.lane !== undefined;
  }

  /**
   * The number of the present connection, which changes whenever a connection to a broker is lost, since the broker may have restarted
   * without its newest records. Undefined while there is no connection.
   */
  get connection(): number | undefined {
    return this.lane && this.connections;
  }

  /** Resolves when there is a connection again; undefined while there is one, and after `close`. */
  get reconnected(): Promise<void> | undefined {
    return this.connecting;
  }

  /** End of a partition's log after the last acknowledged record; undefined if there was none. */
  acknowledgedEnd(topic: string, partition: number): number | undefined {
    return this.ends.get(topic)?.get(partition);
  }

  /**
   * Resolves when all records are acknowledged by all in-sync replicas; settles within `sendTimeoutMs`.
   * @param connection the send is refused if another connection is in use by then
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

  /** Schedules the next request, which combines the sends of the same turn of the event loop, without further waiting. */
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
          // A closed producer does not connect, so retrying at once would loop forever.
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
        // The broker omits the offset (-1) if it has recognised a repetition.
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
