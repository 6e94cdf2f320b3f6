import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { areaEventHeaders } from '#contracts/areas/area-headers.js';
import type { CoalescingProducer } from '#kafka/coalescing-producer.js';
import type { OutgoingRecord } from '#kafka/record.js';
import { topicName } from '#kafka/topics.js';
import type { Logger } from '#telemetry/logger.js';
import { deleteOutbox, type OutboxRow, readOutbox } from '../storage/outbox.js';

const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 2000;
const ROWS_AT_ONCE = 16;
/** Of some 600 bytes each: one commit may tell of more than the producer takes at once. */
const RECORDS_A_SEND = 2_000;

/** Brings committed events to `area.events`, in the order of their commits: the same again after a failed send, before anything after it. */
export class EventPublisher {
  private readonly topic: string;
  private readonly stopping = new AbortController();

  constructor(
    private readonly pool: Pool,
    private readonly producer: Pick<CoalescingProducer, 'send'>,
    topicPrefix: string,
    private readonly logger: Logger,
  ) {
    this.topic = topicName(topicPrefix, 'area.events');
  }

  /** Resolves when the broker has them and the outbox no longer has; what a stop cuts short stays there. */
  async publish(rows: readonly OutboxRow[]): Promise<void> {
    if (rows.length === 0) return;
    const records = rows.flatMap(({ partition, events }) => events.map(({ kind, event }): OutgoingRecord => ({ topic: this.topic, partition, key: event.externalId, value: JSON.stringify(event), headers: { ...areaEventHeaders(kind, event) } })));
    for (let wait = FIRST_RETRY_MS; !this.stopping.signal.aborted; wait = Math.min(wait * 2, LAST_RETRY_MS)) {
      try {
        for (let from = 0; from < records.length; from += RECORDS_A_SEND) await this.producer.send(records.slice(from, from + RECORDS_A_SEND));
        return await deleteOutbox(this.pool, rows);
      } catch (error) {
        this.logger.warn({ error: String(error), records: records.length, retryInMs: wait }, 'Events were not acknowledged; they are published again.');
        await sleep(wait, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
  }

  /** What a former owner of partitions committed and perhaps did not publish. */
  async publishLeftovers(partitions: readonly number[]): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const rows = await readOutbox(this.pool, partitions, ROWS_AT_ONCE);
      if (rows.length === 0) return;
      await this.publish(rows);
    }
  }

  stop(): void {
    this.stopping.abort();
  }
}
