import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#telemetry/logger.js';
import type { OutgoingRecord } from '../records/record.js';
import { RecordTooLargeError } from './send-errors.js';

const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 2000;

export interface PersistentSender {
  producer: { send(records: readonly OutgoingRecord[], connection: number): Promise<void> };
  /** The records that are still unsent, and their connection; called before each try. */
  ready: (records: readonly OutgoingRecord[]) => Promise<{ connection: number; records: readonly OutgoingRecord[] }>;
  /** Ends the tries. */
  signal: AbortSignal;
  logger: Logger;
}

/**
 * Sends until the broker has acknowledged, the same records again after each failure (readers recognise repetitions by their
 * revisions), or until the signal comes. A record that no topic takes is left out, with an error in the log.
 * @returns false when the signal came first
 */
export async function sendUntilDone(sender: PersistentSender, records: readonly OutgoingRecord[]): Promise<boolean> {
  const { producer, ready, signal, logger } = sender;
  for (let wait = FIRST_RETRY_MS; ; wait = Math.min(wait * 2, LAST_RETRY_MS)) {
    if (signal.aborted) return false;
    try {
      const remaining = await ready(records);
      await producer.send(remaining.records, remaining.connection);
      return true;
    } catch (error) {
      if (error instanceof RecordTooLargeError) return sendEach(sender, records, error);
      logger.warn(
        { error: String(error), records: records.length, retryInMs: wait },
        'records were not acknowledged; they are published again',
      );
      await sleep(wait, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Splits in halves until the too large record is alone. */
async function sendEach(sender: PersistentSender, records: readonly OutgoingRecord[], reason: Error): Promise<boolean> {
  const [only] = records;
  if (records.length === 1 && only) {
    sender.logger.error(
      { topic: only.topic, partition: only.partition, key: only.key?.toString(), reason: reason.message },
      'a record is larger than its topic takes; it is not published',
    );
    return true;
  }
  const middle = records.length >> 1;
  if (!(await sendUntilDone(sender, records.slice(0, middle)))) return false;
  return sendUntilDone(sender, records.slice(middle));
}
