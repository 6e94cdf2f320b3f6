import type { Pool } from 'pg';
import type { KeptOutboxOptions } from '#postgres/kept-outbox.js';
import { OutboxTable } from '#postgres/outbox-table.js';
import { CONSUMER } from '../storage/consumer.js';
import { changesOfPayload } from './outbox-payload.js';
import type { OutgoingRecords } from './outgoing-records.js';

export type ObjectOutbox = Pick<KeptOutboxOptions, 'table' | 'recordsOf' | 'advice'>;

const ROWS_AT_ONCE = 8;

/** The outbox of `object.events`. The position of a row is the offset in `object.commands` at which its unit ended. */
export function objectOutbox(pool: Pool, records: OutgoingRecords): ObjectOutbox {
  return {
    table: new OutboxTable(pool, { consumer: CONSUMER, place: 'upto', recordedOnlyIf: 'o.next_offset >= p.upto' }),
    recordsOf: ({ partition, payload }) => changesOfPayload(payload).map((change) => records.event(partition, change)),
    advice: 'Run npm run rebuild for the projection; consumers of the topic have to read object.state again.',
  };
}

/** Ids of the objects with events of a partition in the outbox: the keys of the records. */
export async function objectsInOutbox({ table, recordsOf }: ObjectOutbox, partition: number): Promise<Set<string>> {
  const ids = new Set<string>();
  const entries = await table.entries([partition]);
  for (let i = 0; i < entries.length; i += ROWS_AT_ONCE) {
    for (const row of await table.rows(entries.slice(i, i + ROWS_AT_ONCE))) for (const { key } of recordsOf(row)) ids.add(String(key));
  }
  return ids;
}
