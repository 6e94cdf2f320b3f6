/**
 * The hot SQL of the projection, written by hand, in one place. Unqualified names: a rebuild swaps whole schemas under
 * the same search_path.
 */

/** $1 workspaces, $2 ids, in pairs. */
export const STATES_OF_OBJECTS = `
  select o.external_id, o.seen, o.state from unnest($1::text[], $2::text[]) as k (workspace, external_id)
  join object_state o on o.workspace = k.workspace and o.external_id = k.external_id`;

const STATE_ARRAYS =
  '$1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::float8[], ' +
  '$8::float8[], $9::int[], $10::bool[], $11::json[], $12::bigint[], $13::int[]';
const STATE_COLUMNS = 'external_id, workspace, revision, seen, title, type, lat, lon, q16, archived, state, last_seen, seen_span';

const SET_STATE = `
  update object_state held set
    revision = new.revision, seen = new.seen, title = new.title, type = new.type,
    lat = new.lat, lon = new.lon, q16 = new.q16, archived = new.archived, state = new.state,
    last_seen = new.last_seen, seen_span = new.seen_span`;
const IS_OLDER = 'held.workspace = new.workspace and held.external_id = new.external_id and held.seen < new.seen';

/** For objects with a row: cheaper than an upsert, which also locks it. The guard on `seen` makes a repeated row change nothing. */
export const UPDATE_STATES = `${SET_STATE} from unnest(${STATE_ARRAYS}) as new (${STATE_COLUMNS}) where ${IS_OLDER}`;

/** The same for rows that were just read: $14 their locations (ctid), which avoids the index search. */
export const UPDATE_STATES_AT = `${SET_STATE} from unnest(${STATE_ARRAYS}, $14::text[]) as new (${STATE_COLUMNS}, place)
  where held.ctid = new.place::tid and ${IS_OLDER}`;

/** For any objects; one array for each column, as above. */
export const UPSERT_STATES = `
  insert into object_state as held (${STATE_COLUMNS})
  select ${STATE_COLUMNS} from unnest(${STATE_ARRAYS}) as new (${STATE_COLUMNS})
  on conflict (workspace, external_id) do update set
    revision = excluded.revision, seen = excluded.seen, title = excluded.title, type = excluded.type,
    lat = excluded.lat, lon = excluded.lon, q16 = excluded.q16, archived = excluded.archived, state = excluded.state,
    last_seen = excluded.last_seen, seen_span = excluded.seen_span
  where held.seen < excluded.seen
  returning external_id, xmax = 0 as is_new`;

const KEYS = 'unnest($1::text[], $2::text[]) as k (workspace, external_id)';
const REVISIONS = 'unnest($1::text[], $2::text[], $3::bigint[]) as k (workspace, external_id, revision)';

/** $1 workspaces, $2 ids, in pairs; also in the following statements. */
export const ERASED_OBJECTS = `
  select e.external_id, e.workspace, e.revision, e.erased_at from ${KEYS}
  join erased_object e on e.workspace = k.workspace and e.external_id = k.external_id`;

export const DELETE_STATES = `delete from object_state o using ${KEYS} where o.workspace = k.workspace
  and o.external_id = k.external_id returning o.workspace, o.type, o.archived, o.lat, o.lon, o.state -> 'fields' as fields`;

/** $1 ids, $2 how far it is counted. */
export const COUNT_HISTORY = 'select count(*)::int as count from (select from history where external_id = any($1::text[]) limit $2) h';

/** $3 the last revision to delete. */
export const DELETE_HISTORY = `delete from history h using ${REVISIONS} where h.external_id = k.external_id
  and h.workspace = k.workspace and h.revision <= k.revision`;

/** $3 the last revision to delete. A held object cannot be erased; after the release, its erasure deletes the kept rows as well. */
export const DELETE_KEPT = `delete from history_kept h using ${REVISIONS} where h.external_id = k.external_id
  and h.workspace = k.workspace and h.revision <= k.revision`;

export const INSERT_HELD = `insert into held_object (workspace, external_id) select workspace, external_id from ${KEYS}
  on conflict do nothing`;
export const DELETE_HELD = `delete from held_object o using ${KEYS} where o.workspace = k.workspace and o.external_id = k.external_id`;

/** $4 when, $5 whether history is left. */
export const UPSERT_ERASED = `
  insert into erased_object as held (workspace, external_id, revision, erased_at, history_left)
  select k.workspace, k.external_id, k.revision, k.erased_at, $5::boolean
  from unnest($1::text[], $2::text[], $3::bigint[], $4::timestamptz[]) as k (workspace, external_id, revision, erased_at)
  on conflict (workspace, external_id) do update
    set revision = greatest(held.revision, excluded.revision), erased_at = excluded.erased_at,
    history_left = held.history_left or excluded.history_left`;

/** Deletes the presence that belongs to a history. */
export const DELETE_PRESENCE = `delete from presence p using ${REVISIONS} where p.external_id = k.external_id
  and p.workspace = k.workspace and p.revision <= k.revision`;

/** Presence of objects ($1) that were erased since it was read from their histories. */
export const DELETE_ERASED_PRESENCE = `delete from presence p using erased_object e where p.external_id = any($1::text[])
  and e.external_id = p.external_id and e.workspace = p.workspace and p.revision <= e.revision`;

/** Stays of a unit, one array for each column. */
export const INSERT_STAYS = `
  insert into presence (external_id, revision, workspace, received_at, day, q16, since_hour, until_hour)
  select * from unnest($1::text[], $2::bigint[], $3::text[], $4::timestamptz[], $5::int[], $6::int[], $7::int[], $8::int[])
  on conflict do nothing`;

/** Chunks of a unit. */
export const INSERT_CHUNKS = `
  insert into feed_chunk (workspace, partition, first_offset, last_offset, count, at, offsets, changes)
  select * from unnest($1::text[], $2::int[], $3::bigint[], $4::bigint[], $5::int[], $6::timestamptz[], $7::bytea[], $8::text[])`;

/** $1 partitions, $2 first offsets that are kept. */
export const RAISE_FLOOR = `
  insert into feed_floor (partition, first_offset)
  select * from unnest($1::int[], $2::bigint[])
  on conflict (partition) do update set first_offset = greatest(feed_floor.first_offset, excluded.first_offset)`;

/**
 * One page of the feed in one snapshot: $1 consumer, $2 workspace, $3 partitions, $4 their offsets, $5 limit, $6 where
 * to end (null: at the end).
 * Returns at least one row for each partition (nulls if nothing is waiting). Every partition gets its share: chunks are ordered by
 * the number of changes before them in their own partition (`before_here`); `before_all` counts the changes of all earlier chunks.
 * Bodies stay TOAST pointers until a row is really used; `chunks_here` is the number of waiting chunks, counted up to the limit.
 */
export const FEED_PAGE = `
  with position as materialized (
    select o.partition, least(o.next_offset, c.until) as next_offset, coalesce(f.first_offset, 0) as floor, c.since,
      exists (select from partition_break b where b.consumer = $1 and b.partition = c.partition and b.left_at < c.since
      and c.since < b.went_on_at) as lost
    from unnest($3::int[], $4::bigint[], $6::bigint[]) as c (partition, since, until)
    join partition_offset o on o.consumer = $1 and o.partition = c.partition
    left join feed_floor f on f.partition = c.partition
  ), waiting as (
    select p.partition, k.first_offset, k.last_offset, k.count, k.offsets, k.changes, p.since,
      sum(k.count) over (partition by p.partition order by k.last_offset) - k.count as before_here,
      count(*) over (partition by p.partition) as chunks_here
    from position p, lateral (
      select first_offset, last_offset, count, offsets, changes from feed_chunk
      where workspace = $2 and partition = p.partition and last_offset >= p.since and first_offset < p.next_offset
      order by last_offset limit $5
    ) k
  ), ordered as (
    select w.*, sum(count) over (order by before_here, partition rows unbounded preceding) - count as before_all from waiting w
  )
  select p.partition, p.floor, p.lost, p.next_offset, t.first_offset, t.last_offset, t.count, t.chunks_here, t.before_all,
    case when t.before_all < $5 then t.changes end as changes,
    case when t.before_all < $5 and (t.first_offset < t.since or t.before_all + t.count > $5) then t.offsets end as offsets
  from position p left join ordered t on t.partition = p.partition and (t.before_all < $5 or t.before_here = 0)
  order by t.before_all nulls last, p.partition`;

/** Newest offsets and floors: $1 consumer. */
export const FEED_BOUNDS = `
  select o.partition, o.next_offset, coalesce(f.first_offset, 0) as floor
  from partition_offset o left join feed_floor f using (partition)
  where o.consumer = $1 order by o.partition`;

/** Parameters: consumer, workspace, time. Of each partition the first offset of the first chunk that ends at the time or later. */
export const FEED_PLACE_AT = `
  select o.partition, greatest(coalesce(f.first_offset, 0), coalesce(k.first_offset, o.next_offset)) as offset
  from partition_offset o left join feed_floor f using (partition)
  left join lateral (
    select first_offset from feed_chunk where workspace = $2 and partition = o.partition and at >= $3 order by last_offset limit 1
  ) k on true
  where o.consumer = $1`;
