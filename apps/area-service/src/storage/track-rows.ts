import type { Pool, PoolClient } from 'pg';
import { newTrack, type Track, trackDue } from '#geofence/live-track.js';
import { int4Array, textArray } from '#postgres/binary-array.js';
import { packTrack, unpackTrack } from './packed-track.js';

/** An object that has a track. */
export interface ObjectKey {
  workspace: string;
  externalId: string;
  partition: number;
}

export interface HeldTrack extends ObjectKey {
  track: Track;
  /** Whether the table has its row. */
  stored: boolean;
  /** The due time in that row, milliseconds since the epoch; undefined: never. */
  storedDue?: number | undefined;
}

interface Row {
  workspace: string;
  external_id: string;
  partition: number;
  state: string;
  due_at: Date | null;
}

const COLUMNS = 'workspace, external_id, partition, state, due_at';

/** Leaves out objects without a track. */
export async function readTracks(db: Pool | PoolClient, keys: readonly ObjectKey[]): Promise<HeldTrack[]> {
  if (keys.length === 0) return [];
  const { rows } = await db.query<Row>({
    name: 'tracks',
    text:
      'select t.workspace, t.external_id, t.partition, t.state, t.due_at from track t join ' +
      'unnest($1::text[], $2::text[]) as k(w, i) on t.workspace = k.w and t.external_id = k.i',
    values: [textArray(keys.map(({ workspace }) => workspace)), textArray(keys.map(({ externalId }) => externalId))],
  });
  return rows.map(heldOf);
}

/** @param until milliseconds since the epoch */
export async function readDueTracks(db: Pool, partitions: readonly number[], until: number, limit: number): Promise<HeldTrack[]> {
  const { rows } = await db.query<Row>({
    name: 'due-tracks',
    text: `select ${COLUMNS} from track where partition = any($1::int[]) and due_at <= $2::timestamptz order by due_at limit $3`,
    values: [partitions, new Date(until).toISOString(), limit],
  });
  return rows.map(heldOf);
}

/** When the first track of these partitions is due, milliseconds since the epoch; Infinity: none is. */
export async function firstDue(db: Pool, partitions: readonly number[]): Promise<number> {
  const { rows } = await db.query<{ due_at: Date | null }>({
    name: 'first-due',
    text: `select min(d.due_at) as due_at from unnest($1::int[]) as p cross join lateral
      (select due_at from track where partition = p and due_at is not null order by due_at limit 1) d`,
    values: [partitions],
  });
  return rows[0]?.due_at?.getTime() ?? Infinity;
}

const TRACKS = 'unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[]) as u(w, i, p, lat, lon, s, due)';
const UPDATE = `update track t set lat = u.lat::float8, lon = u.lon::float8, state = u.s, due_at = u.due::timestamptz
  from ${TRACKS} where t.workspace = u.w and t.external_id = u.i`;
const UPSERT = `insert into track (workspace, external_id, partition, lat, lon, state, due_at)
  select w, i, p, lat::float8, lon::float8, s, due::timestamptz from ${TRACKS}
  on conflict (workspace, external_id) do update set lat = excluded.lat, lon = excluded.lon, state = excluded.state,
  due_at = excluded.due_at`;

/** About 1 kB each; packing them blocks the event loop. */
const TRACKS_A_STATEMENT = 2000;

/** Whether the track is due earlier than its row says. */
export const isDueEarlier = ({ track, storedDue }: HeldTrack, now: number): boolean =>
  (trackDue(track, now) ?? Infinity) < (storedDue ?? Infinity);

/**
 * Writes in key order, so that two writers cannot deadlock. For existing rows an update costs less than an upsert.
 * @param now decides what is due next
 */
export async function writeTracks(client: PoolClient, tracks: readonly HeldTrack[], now: number): Promise<void> {
  if (tracks.length === 0) return;
  const ordered = tracks.toSorted((a, b) =>
    a.workspace === b.workspace ? (a.externalId < b.externalId ? -1 : 1) : a.workspace < b.workspace ? -1 : 1,
  );
  for (let from = 0; from < ordered.length; from += TRACKS_A_STATEMENT)
    await writeSome(client, ordered.slice(from, from + TRACKS_A_STATEMENT), now);
}

async function writeSome(client: PoolClient, tracks: readonly HeldTrack[], now: number): Promise<void> {
  const stored = tracks.filter((held) => held.stored);
  const updated =
    stored.length === 0 ? 0 : (await client.query({ name: 'update-tracks', text: UPDATE, values: columnsOf(stored, now) })).rowCount;
  const left = updated === stored.length ? tracks.filter((held) => !held.stored) : tracks;
  if (left.length > 0) await client.query({ name: 'upsert-tracks', text: UPSERT, values: columnsOf(left, now) });
}

function columnsOf(tracks: readonly HeldTrack[], now: number): Buffer[] {
  const dueTimes = tracks.map(({ track }) => trackDue(track, now));
  return [
    textArray(tracks.map(({ workspace }) => workspace)),
    textArray(tracks.map(({ externalId }) => externalId)),
    int4Array(tracks.map(({ partition }) => partition)),
    textArray(tracks.map(({ track }) => numberText(track.reports.at(-1)?.lat))),
    textArray(tracks.map(({ track }) => numberText(track.reports.at(-1)?.lon))),
    textArray(tracks.map(({ track }) => packTrack(track))),
    textArray(dueTimes.map((due) => (due === undefined ? null : new Date(due).toISOString()))),
  ];
}

/** Removes up to this many tracks of a workspace. @returns how many */
export async function dropTracks(
  db: Pool | PoolClient,
  workspace: string,
  partitions: readonly number[] | null,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query(
    'delete from track where ctid = any(array(select ctid from track where workspace = $1 and ($2::int[] ' +
      'is null or partition = any($2::int[])) limit $3 for update skip locked))',
    [workspace, partitions, limit],
  );
  return rowCount ?? 0;
}

/** The track of an erased object: its revision, which identifies repeated records from before the erasure. */
export const erasedTrack = (revision: number): Track => ({ ...newTrack(), revision, erasedAt: revision });

const numberText = (value: number | undefined): string | null => (value === undefined ? null : String(value));

const heldOf = ({ workspace, external_id: externalId, partition, state, due_at }: Row): HeldTrack => ({
  workspace,
  externalId,
  partition,
  track: unpackTrack(state),
  stored: true,
  storedDue: due_at?.getTime(),
});
