import type { Pool } from 'pg';
import type { KeptOutboxOptions } from '#postgres/kept-outbox.js';
import { OutboxTable } from '#postgres/outbox-table.js';
import { CONSUMER } from '../unit/write-unit.js';
import { changesOfPayload } from './outbox-payload.js';
import type { OutgoingRecords } from './outgoing-records.js';

/** The outbox of `object.events`. Its rows are placed by the offset in `object.commands` at which their unit ended. */
export function objectOutbox(pool: Pool, records: OutgoingRecords): Pick<KeptOutboxOptions, 'table' | 'recordsOf' | 'advice'> {
  return {
    table: new OutboxTable(pool, { consumer: CONSUMER, place: 'upto', notedOnlyIf: 'o.next_offset >= p.upto' }),
    recordsOf: ({ partition, payload }) => changesOfPayload(payload).map((change) => records.event(partition, change)),
    advice: 'Run npm run rebuild for the projection; consumers of the topic have to read object.state again.',
  };
}
