import { setTimeout as sleep } from 'node:timers/promises';
import type { CoalescingProducer } from '#kafka/coalescing-producer.js';
import type { OutgoingRecord } from '#kafka/record.js';
import { RecordTooLargeError } from '#kafka/send-errors.js';
import type { Logger } from '#telemetry/logger.js';

const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 2000;

/**
 * Sends until the broker has acknowledged, the same records again after each failure (they are told apart by their
 * revisions), or until the signal comes. A record that no topic takes is left out, with an error in the log.
 * @returns false when the signal came first
 */
export async function sendUntilDone(producer: CoalescingProducer, records: readonly OutgoingRecord[], signal: AbortSignal, logger: Logger): Promise<boolean> {
  for (let wait = FIRST_RETRY_MS; ; wait = Math.min(wait * 2, LAST_RETRY_MS)) {
    if (signal.aborted) return false;
    try {
      await producer.send(records);
      return true;
    } catch (error) {
      if (error instanceof RecordTooLargeError) return sendEach(producer, records, signal, logger, error);
      logger.warn({ error: String(error), records: records.length, retryInMs: wait }, 'records were not acknowledged; they are published again');
      await sleep(wait, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Halves until the too large record stands alone. */
async function sendEach(producer: CoalescingProducer, records: readonly OutgoingRecord[], signal: AbortSignal, logger: Logger, reason: Error): Promise<boolean> {
  const [only] = records;
  if (records.length === 1 && only) {
    logger.error({ topic: only.topic, partition: only.partition, key: only.key?.toString(), reason: reason.message }, 'a record is larger than its topic takes; it is not published');
    return true;
  }
  const middle = records.length >> 1;
  if (!(await sendUntilDone(producer, records.slice(0, middle), signal, logger))) return false;
  return sendUntilDone(producer, records.slice(middle), signal, logger);
}
