import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#telemetry/logger.js';
import type { OutgoingRecord } from '../records/record.js';
import { RecordTooLargeError } from './send-errors.js';

const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 1000;

export interface PersistentSender {
  producer: {
    send(records: readonly OutgoingRecord[], connection: number): Promise<void>;
    /** See `CoalescingProducer`. */
    reconnected?: Promise<void> | undefined;
  };
  /** The records that still have to be sent, and the connection; called before each attempt. */
  ready: (records: readonly OutgoingRecord[]) => Promise<{ connection: number; records: readonly OutgoingRecord[] }>;
  /** Stops the attempts. */
  signal: AbortSignal;
  logger: Logger;
}

/**
 * Sends records until the broker has acknowledged them, or the signal is aborted. After each failure the same records are sent again, and
 * readers recognise repetitions by their revisions. A record that is too large for any topic is left out, with an error in the log.
 * @returns false if the signal was aborted first
 */
export async function sendUntilDone(sender: PersistentSender, records: readonly OutgoingRecord[]): Promise<boolean> {
  const { producer, ready, signal, logger } = sender;
  let wait = FIRST_RETRY_MS;
  for (;;) {
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
      const { reconnected } = producer;
      const paused = sleep(wait, false, { signal }).catch(() => false);
      // A new connection ends the pause: after a restart of the broker, much waits for these records, and the first answers may be errors.
      const isConnected = await (reconnected ? Promise.race([paused, reconnected.then(() => true)]) : paused);
      wait = isConnected ? FIRST_RETRY_MS : Math.min(wait * 2, LAST_RETRY_MS);
    }
  }
}

/** Splits the records in halves until the one that is too large is found. */
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
