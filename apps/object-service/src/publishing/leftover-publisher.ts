import type { Pool } from 'pg';
import type { CoalescingProducer } from '#kafka/coalescing-producer.js';
import type { Logger } from '#telemetry/logger.js';
import { deleteOutbox, readOutbox } from '../unit/unit-sql.js';
import { changesOfPayload } from './outbox-payload.js';
import type { OutgoingRecords } from './outgoing-records.js';

const ROWS_AT_ONCE = 8;

/** Publishes what a former owner of partitions committed and perhaps did not publish. */
export class LeftoverPublisher {
  constructor(
    private readonly pool: Pool,
    private readonly producer: CoalescingProducer,
    private readonly records: OutgoingRecords,
    private readonly logger: Logger,
  ) {}

  /** @throws BrokerUnavailableError or an error of the database: the caller tries again */
  async publish(partitions: readonly number[]): Promise<void> {
    let published = 0;
    for (;;) {
      const rows = await readOutbox(this.pool, partitions, ROWS_AT_ONCE);
      if (rows.length === 0) break;
      for (const { partition, payload } of rows) {
        await this.producer.send(changesOfPayload(payload).map((change) => this.records.event(partition, change)));
      }
      await deleteOutbox(this.pool, rows);
      published += rows.length;
    }
    if (published > 0) this.logger.info({ rows: published, partitions }, 'published what was left in the outbox');
  }
}
