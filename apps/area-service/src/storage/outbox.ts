import type { PoolClient } from 'pg';
import type { AreaEvent, AreaEventKind } from '#contracts/areas/area-event.js';
import { byteaArray, int4Array } from '#postgres/binary-array.js';
import type { OutboxKey } from '#postgres/outbox-table.js';
import { packedText } from '#postgres/packed-text.js';

/** An event to publish. */
export interface OutgoingEvent {
  kind: AreaEventKind;
  event: AreaEvent;
}

/** The events of one commit in one partition; `upto` is the id of their row. */
export interface CommittedEvents extends OutboxKey {
  events: OutgoingEvent[];
}

/**
 * Stores a unit's events with the rows that caused them, in the caller's transaction. That transaction locks the partitions, so the ids of
 * a partition's rows grow with each commit.
 * @returns one row per partition
 */
export async function insertOutbox(client: PoolClient, events: ReadonlyMap<number, OutgoingEvent[]>): Promise<CommittedEvents[]> {
  if (events.size === 0) return [];
  const entries = [...events].sort(([a], [b]) => a - b);
  const { rows } = await client.query<{ id: number; partition: number }>(
    `insert into outbox (partition, body, events) select p, b, n
      from unnest($1::int[], $2::bytea[], $3::int[]) as u(p, b, n) order by p returning id, partition`,
    [
      int4Array(entries.map(([partition]) => partition)),
      byteaArray(entries.map(([, list]) => packedText(JSON.stringify(list)))),
      int4Array(entries.map(([, list]) => list.length)),
    ],
  );
  return rows.map(({ id, partition }) => ({ partition, upto: id, events: events.get(partition)! }));
}

export function eventsOfPayload(payload: string): OutgoingEvent[] {
  return JSON.parse(payload) as OutgoingEvent[];
}
