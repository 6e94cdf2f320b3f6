import type { Logger } from 'pino';
import type { KafkaConnection } from '../connection/connection.js';
import type { CoalescingProducer } from '../producing/coalescing-producer.js';
import { readPartition } from '../reading/read-partition.js';
import type { ConsumedRecord, OutgoingRecord } from '../records/record.js';
import { DEAD_LETTER_HEADERS, originalHeaders } from './dead-letter.js';

/** A record that was set aside and is neither replayed nor dropped yet. */
export interface DeadLetter {
  /** Offset in the dead-letter topic, used as the letter's name. */
  offset: number;
  reason: string;
  /** Time when it was set aside; RFC 3339 in UTC. */
  time: string;
  source: { topic: string; partition: number; offset: number };
  key: string | null;
  /** Size of the value in bytes. */
  size: number;
}

/** A letter with its content. */
export interface OpenedLetter extends DeadLetter {
  keyBytes: Buffer | null;
  value: Buffer | null;
  /** Headers of the original record. */
  headers: Record<string, Buffer>;
}

export type Settlement = 'replayed' | 'dropped';

/** There is no waiting letter with an offset; the message contains the missing ones. */
export class UnknownLetterError extends Error {
  override readonly name = 'UnknownLetterError';
}

export interface DeadLetterDeskOptions {
  kafka: KafkaConnection;
  producer: CoalescingProducer;
  /** The dead-letter topic, with its prefix. */
  topic: string;
  logger: Logger;
}

/**
 * An operator's actions on dead letters. A settled letter is marked by a later record, and all records before the oldest waiting letter are
 * removed from the topic.
 */
export class DeadLetterDesk {
  constructor(private readonly options: DeadLetterDeskOptions) {}

  /** The waiting letters, oldest first, without their values. */
  async list(signal?: AbortSignal): Promise<DeadLetter[]> {
    return (await this.readAll(signal)).letters;
  }

  /** @returns also `end`: the offset after the last record that was read */
  private async readAll(signal?: AbortSignal): Promise<{ letters: DeadLetter[]; end: number }> {
    const letters = new Map<number, DeadLetter>();
    const end = await this.read(
      (record) => {
        const settled = record.headers[DEAD_LETTER_HEADERS.settles];
        if (settled) letters.delete(Number(settled.toString()));
        else letters.set(record.offset, letterOf(record));
      },
      undefined,
      signal,
    );
    return { letters: [...letters.values()], end };
  }

  /** @throws UnknownLetterError */
  async show(offset: number, signal?: AbortSignal): Promise<OpenedLetter> {
    const [letter] = await this.open([offset], signal);
    return letter!;
  }

  /**
   * Writes the original records of letters back to their partitions.
   * @throws UnknownLetterError before anything is written
   */
  async replay(offsets: readonly number[]): Promise<void> {
    const letters = await this.open(offsets);
    for (const letter of letters) {
      const { source, keyBytes, value, headers } = letter;
      await this.options.producer.send([{ topic: source.topic, partition: source.partition, key: keyBytes, value, headers }]);
      await this.mark([letter.offset], 'replayed');
    }
    await this.trim();
  }

  /** @throws UnknownLetterError before anything is dropped */
  async drop(offsets: readonly number[]): Promise<void> {
    await this.waiting(offsets);
    await this.mark(offsets, 'dropped');
    await this.trim();
  }

  private async waiting(offsets: readonly number[], signal?: AbortSignal): Promise<DeadLetter[]> {
    const letters = new Map((await this.list(signal)).map((letter) => [letter.offset, letter]));
    const unknown = offsets.filter((offset) => !letters.has(offset));
    if (unknown.length > 0) throw new UnknownLetterError(`No dead letter waits at offset ${unknown.join(', ')} of ${this.options.topic}.`);
    return offsets.map((offset) => letters.get(offset)!);
  }

  private async open(offsets: readonly number[], signal?: AbortSignal): Promise<OpenedLetter[]> {
    const letters = await this.waiting(offsets, signal);
    const opened = new Map<number, OpenedLetter>();
    await this.read(
      (record) => {
        const letter = letters.find(({ offset }) => offset === record.offset);
        if (letter)
          opened.set(record.offset, { ...letter, keyBytes: record.key, value: record.value, headers: originalHeaders(record.headers) });
      },
      Math.min(...offsets),
      signal,
    );
    return letters.map(({ offset }) => opened.get(offset)!);
  }

  private async mark(offsets: readonly number[], settlement: Settlement): Promise<void> {
    const time = new Date().toISOString();
    await this.options.producer.send(offsets.map((offset) => this.marker(offset, settlement, time)));
  }

  private marker(offset: number, settlement: Settlement, time: string): OutgoingRecord {
    const { settles, settlement: how, time: when } = DEAD_LETTER_HEADERS;
    return {
      topic: this.options.topic,
      partition: 0,
      key: null,
      value: null,
      headers: { [settles]: String(offset), [how]: settlement, [when]: time },
    };
  }

  private async trim(): Promise<void> {
    const { letters, end } = await this.readAll();
    const { kafka, topic } = this.options;
    const admin = kafka.admin();
    await admin.connect();
    try {
      const [only] = await admin.fetchTopicOffsets(topic);
      // Never up to the present end, since a letter may have been written after the topic was read.
      const before = letters[0]?.offset ?? end;
      if (before > Number(only?.low ?? 0))
        await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: String(before) }] });
    } finally {
      await admin.disconnect();
    }
  }

  private read(onRecord: (record: ConsumedRecord) => void, from?: number, signal?: AbortSignal): Promise<number> {
    const { kafka, topic, logger } = this.options;
    return readPartition({
      kafka,
      topic,
      partition: 0,
      logger,
      onRecord,
      ...(from === undefined ? {} : { from }),
      ...(signal && { signal }),
    });
  }
}

function letterOf(record: ConsumedRecord): DeadLetter {
  const text = (name: string): string => record.headers[name]?.toString() ?? '';
  return {
    offset: record.offset,
    reason: text(DEAD_LETTER_HEADERS.reason),
    time: text(DEAD_LETTER_HEADERS.time),
    source: {
      topic: text(DEAD_LETTER_HEADERS.topic),
      partition: Number(text(DEAD_LETTER_HEADERS.partition)),
      offset: Number(text(DEAD_LETTER_HEADERS.offset)),
    },
    key: record.key?.toString() ?? null,
    size: record.value?.length ?? 0,
  };
}
