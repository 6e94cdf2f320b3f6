import type { Pool, PoolClient } from 'pg';
import type { AreaEvent, AreaEventKind } from '#contracts/areas/area-event.js';

/** An event that is to be published. */
export interface OutgoingEvent {
  kind: AreaEventKind;
  event: AreaEvent;
}

export interface OutboxRow {
  id: number;
  partition: number;
  events: OutgoingEvent[];
}

/** Keeps a unit's events with the rows that they follow from, in the caller's transaction. @returns one row a partition */
export async function insertOutbox(client: PoolClient, events: ReadonlyMap<number, OutgoingEvent[]>): Promise<OutboxRow[]> {
  if (events.size === 0) return [];
  const entries = [...events].sort(([a], [b]) => a - b);
  const { rows } = await client.query<{ id: number; partition: number }>(
    `insert into outbox (partition, payload) select p, t from unnest($1::int[], $2::text[]) as u(p, t) order by p returning id, partition`,
    [entries.map(([partition]) => partition), entries.map(([, list]) => JSON.stringify(list))],
  );
  return rows.map(({ id, partition }) => ({ id, partition, events: events.get(partition)! }));
}

/** The oldest of these partitions. */
export async function readOutbox(db: Pool, partitions: readonly number[], limit: number): Promise<OutboxRow[]> {
  const { rows } = await db.query<{ id: number; partition: number; payload: string }>('select id, partition, payload from outbox where partition = any($1::int[]) order by id limit $2', [partitions, limit]);
  return rows.map(({ id, partition, payload }) => ({ id, partition, events: JSON.parse(payload) as OutgoingEvent[] }));
}

export async function deleteOutbox(db: Pool | PoolClient, rows: readonly { id: number }[]): Promise<void> {
  if (rows.length > 0) await db.query('delete from outbox where id = any($1::bigint[])', [rows.map(({ id }) => id)]);
}
