import type { Pool } from 'pg';
import { areaEventHeaders } from '#contracts/areas/area-headers.js';
import type { OutgoingRecord } from '#kafka/records/record.js';
import { topicName } from '#kafka/topics/topics.js';
import type { KeptOutboxOptions } from '#postgres/kept-outbox.js';
import { OutboxTable } from '#postgres/outbox-table.js';
import { CONSUMER } from '../storage/consumer.js';
import { eventsOfPayload, type OutgoingEvent } from '../storage/outbox.js';

/** Makes the records of `area.events`. */
export function eventRecords(topicPrefix: string): (partition: number, event: OutgoingEvent) => OutgoingRecord {
  const topic = topicName(topicPrefix, 'area.events');
  return (partition, { kind, event }) => ({
    topic,
    partition,
    key: event.externalId,
    value: JSON.stringify(event),
    headers: { ...areaEventHeaders(kind, event) },
  });
}

/** The outbox of `area.events`. */
export function areaOutbox(
  pool: Pool,
  recordOf: ReturnType<typeof eventRecords>,
): Pick<KeptOutboxOptions, 'table' | 'recordsOf' | 'advice'> {
  return {
    table: new OutboxTable(pool, { consumer: CONSUMER, place: 'id' }),
    recordsOf: ({ partition, payload }) => eventsOfPayload(payload).map((event) => recordOf(partition, event)),
    advice: 'Visits have them all: consumers of the topic have to read those again.',
  };
}
