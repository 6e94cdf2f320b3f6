import type { Pool, PoolClient } from 'pg';
import { int8Array, textArray } from '#postgres/binary-array.js';
import type { IncomingAreaEvent } from './incoming-area-event.js';

const REMEMBER =
  'insert into told_area_event (event_id, told_at) select * from unnest($1::text[], $2::timestamptz[]) ' +
  'on conflict do nothing returning event_id';

/** The events that the feed has not emitted yet, each once: the area service may publish a record again after a fault. */
export async function notYetEmitted(client: PoolClient, events: readonly IncomingAreaEvent[]): Promise<IncomingAreaEvent[]> {
  if (events.length === 0) return [];
  // Both units insert in the same order, so that they cannot deadlock.
  const ordered = events.toSorted((a, b) => (a.event.eventId < b.event.eventId ? -1 : 1));
  const { rows } = await client.query<{ event_id: string }>({
    name: 'remember-area-events',
    text: REMEMBER,
    values: [textArray(ordered.map(({ event }) => event.eventId)), ordered.map(({ record }) => new Date(record.timestamp).toISOString())],
  });
  const fresh = new Set(rows.map(({ event_id }) => event_id));
  return events.filter(({ event }) => fresh.delete(event.eventId));
}

const ANY_AHEAD = `
  select exists (
    select from unnest($1::text[], $2::text[], $3::bigint[]) as k (workspace, external_id, revision)
    where not exists (select from object_state o where o.workspace = k.workspace and o.external_id = k.external_id and o.seen >= k.revision)
      and not exists (select from erased_object e where e.workspace = k.workspace and e.external_id = k.external_id
      and e.revision >= k.revision)
  ) as some`;

/** Whether any of the events was caused by a change that the projection has not processed yet. */
export async function anyAhead(db: Pool, events: readonly IncomingAreaEvent[]): Promise<boolean> {
  if (events.length === 0) return false;
  const of = <T>(pick: (event: IncomingAreaEvent['event']) => T): T[] => events.map(({ event }) => pick(event));
  const { rows } = await db.query<{ some: boolean }>({
    name: 'area-events-ahead',
    text: ANY_AHEAD,
    values: [
      textArray(of(({ workspace }) => workspace)),
      textArray(of(({ externalId }) => externalId)),
      int8Array(of(({ objectRevision }) => objectRevision)),
    ],
  });
  return rows[0]!.some;
}
