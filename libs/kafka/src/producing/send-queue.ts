import type { Message, TopicMessages } from '#kafka-client';
import { recordBytes } from '../records/record-size.js';
import type { OutgoingRecord } from '../records/record.js';
import { BrokerUnavailableError } from './send-errors.js';

/** One call of `send`, until it is settled. */
interface PendingSend {
  records: readonly OutgoingRecord[];
  bytes: number;
  /** The only connection on which it may be sent; undefined for any. */
  connection: number | undefined;
  /** Milliseconds on the monotonic clock. */
  deadline: number;
  /** Index of the first record that is in no batch yet. */
  next: number;
  settled: boolean;
  resolve(): void;
  reject(error: Error): void;
}

/** The records of one request. */
export interface SendBatch {
  topicMessages: TopicMessages[];
  records: number;
  /** Sends with at least one record in this batch. */
  sends: PendingSend[];
}

interface TopicPart extends TopicMessages {
  messages: Message[];
  bytesOfPartition: number[];
}

/**
 * Sends in order of arrival, split into batches. A batch never has more bytes of one partition than a topic accepts as a record batch,
 * unless a single record is larger.
 */
export class SendQueue {
  private readonly waiting: PendingSend[] = [];
  private readonly unsettled = new Set<PendingSend>();
  private bytes = 0;

  constructor(
    private readonly maxPartitionBytes: number,
    private readonly maxBatchBytes: number,
  ) {}

  /** Number of bytes in all unsettled sends. */
  get queuedBytes(): number {
    return this.bytes;
  }

  get hasWaiting(): boolean {
    return this.waiting.length > 0;
  }

  get isEmpty(): boolean {
    return this.unsettled.size === 0;
  }

  add(records: readonly OutgoingRecord[], bytes: number, deadline: number, connection?: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const send = { records, bytes, connection, deadline, next: 0, settled: false, resolve, reject };
      this.waiting.push(send);
      this.unsettled.add(send);
      this.bytes += bytes;
    });
  }

  /** The next batch; undefined if nothing waits. Its sends stay unsettled until `acknowledge` or `fail`. */
  cut(): SendBatch | undefined {
    const batch: SendBatch = { topicMessages: [], records: 0, sends: [] };
    const parts: TopicPart[] = [];
    let taken = 0;
    let done = 0;
    for (const send of this.waiting) {
      const added = this.fill(send, parts, this.maxBatchBytes - taken, batch.records === 0);
      if (added.records > 0) {
        batch.sends.push(send);
        batch.records += added.records;
        taken += added.bytes;
      }
      if (send.next < send.records.length) break;
      done++;
    }
    this.waiting.splice(0, done);
    batch.topicMessages = parts.filter(({ messages }) => messages.length > 0);
    return batch.records === 0 ? undefined : batch;
  }

  private fill(send: PendingSend, parts: TopicPart[], room: number, first: boolean): { records: number; bytes: number } {
    const start = send.next;
    let bytes = 0;
    for (; send.next < send.records.length; send.next++) {
      const record = send.records[send.next]!;
      const size = recordBytes(record);
      const part = partOf(parts, record.topic);
      const ofPartition = part.bytesOfPartition[record.partition] ?? 0;
      const full = bytes + size > room || ofPartition + size > this.maxPartitionBytes;
      if (full && !(first && send.next === start)) break;
      part.bytesOfPartition[record.partition] = ofPartition + size;
      part.messages.push(record);
      bytes += size;
    }
    return { records: send.next - start, bytes };
  }

  /** Resolves the sends that are now completely written. */
  acknowledge(batch: SendBatch): void {
    for (const send of batch.sends) {
      if (send.next === send.records.length) this.settle(send)?.resolve();
    }
  }

  /** Rejects all sends of the batch, and drops those of their records that still wait. */
  fail(batch: SendBatch, error: BrokerUnavailableError): void {
    for (const send of batch.sends) this.drop(send, error);
  }

  /** Rejects sends that are bound to an earlier connection. */
  keepOnly(connection: number): void {
    for (const send of [...this.waiting]) {
      if (send.connection === undefined || send.connection === connection) continue;
      this.drop(
        send,
        new BrokerUnavailableError(send.next === 0 ? 'not-sent' : 'unknown', 'The connection to the broker is another one meanwhile.'),
      );
    }
  }

  /** Rejects sends that have waited too long. */
  expire(now: number): void {
    for (const send of this.unsettled) {
      if (send.deadline > now) break;
      this.drop(
        send,
        send.next === 0
          ? new BrokerUnavailableError('not-sent', 'The broker was not reachable in time; nothing was sent.')
          : new BrokerUnavailableError('unknown', 'The broker did not acknowledge in time; the records may have been written.'),
      );
    }
  }

  private drop(send: PendingSend, error: BrokerUnavailableError): void {
    const index = this.waiting.indexOf(send);
    if (index >= 0) this.waiting.splice(index, 1);
    this.settle(send)?.reject(error);
  }

  private settle(send: PendingSend): PendingSend | undefined {
    if (send.settled) return undefined;
    send.settled = true;
    this.unsettled.delete(send);
    this.bytes -= send.bytes;
    return send;
  }
}

function partOf(parts: TopicPart[], topic: string): TopicPart {
  for (const part of parts) if (part.topic === topic) return part;
  const part = { topic, messages: [], bytesOfPartition: [] };
  parts.push(part);
  return part;
}
