import type { Logger } from 'pino';
import { pause } from '#lifecycle/abortable-pause.js';
import type { CoalescingProducer } from '../producing/coalescing-producer.js';
import { RecordTooLargeError } from '../producing/send-errors.js';
import type { ConsumedRecord, OutgoingRecord } from '../records/record.js';

/** Headers of a dead letter in addition to those of the original record. */
export const DEAD_LETTER_HEADERS = {
  reason: 'waymark-dead-letter-reason',
  topic: 'waymark-dead-letter-topic',
  partition: 'waymark-dead-letter-partition',
  offset: 'waymark-dead-letter-offset',
  /** Time when it was set aside; RFC 3339 in UTC. */
  time: 'waymark-dead-letter-time',
  /** On a marker: offset of the settled letter. */
  settles: 'waymark-dead-letter-settles',
  /** On a marker: `replayed` or `dropped`. */
  settlement: 'waymark-dead-letter-settlement',
} as const;

const OWN = new Set<string>(Object.values(DEAD_LETTER_HEADERS));
const MAX_REASON_CHARACTERS = 2000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5000;

/** The dead-letter topic of a topic. */
export function deadLetterTopic(topic: string): string {
  return `${topic}.dead-letter`;
}

/** Sets records aside that can never be processed, with the reason. Key, value and headers stay unchanged. */
export class DeadLetterWriter {
  constructor(private readonly producer: CoalescingProducer) {}

  /** @throws BrokerUnavailableError; if it is called again after that, the letter may appear twice */
  async write(record: ConsumedRecord, reason: string): Promise<void> {
    try {
      await this.producer.send([deadLetterOf(record, reason, new Date())]);
    } catch (error) {
      if (!(error instanceof RecordTooLargeError) || record.value === null) throw error;
      const without = `${reason} (its ${record.value.length} bytes are too many for a dead letter; they stay at the source)`;
      await this.producer.send([deadLetterOf(record, without, new Date(), null)]);
    }
  }

  /** Tries until the letter is written or the signal is aborted: a record must not be skipped before its letter is on the topic. */
  async writeUntilDone(record: ConsumedRecord, reason: string, signal: AbortSignal, logger: Logger): Promise<void> {
    for (let wait = FIRST_RETRY_MS; !signal.aborted; wait = Math.min(wait * 2, LAST_RETRY_MS)) {
      try {
        return await this.write(record, reason);
      } catch (error) {
        logger.error({ err: error, retryInMs: wait }, 'a dead letter was not written; it is tried again');
        await pause(wait, signal);
      }
    }
  }
}

function deadLetterOf(record: ConsumedRecord, reason: string, now: Date, value = record.value): OutgoingRecord {
  return {
    topic: deadLetterTopic(record.topic),
    partition: 0,
    key: record.key,
    value,
    headers: {
      ...originalHeaders(record.allHeaders ?? record.headers),
      [DEAD_LETTER_HEADERS.reason]: reason.slice(0, MAX_REASON_CHARACTERS),
      [DEAD_LETTER_HEADERS.topic]: record.topic,
      [DEAD_LETTER_HEADERS.partition]: String(record.partition),
      [DEAD_LETTER_HEADERS.offset]: String(record.offset),
      [DEAD_LETTER_HEADERS.time]: now.toISOString(),
    },
  };
}

/** The original headers of a record, without those of a dead letter, which a replayed record gets again when it fails. */
export function originalHeaders(headers: ConsumedRecord['headers']): Record<string, Buffer> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, Buffer] => entry[1] !== undefined && !OWN.has(entry[0])),
  );
}
