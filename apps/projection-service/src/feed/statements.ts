import { STORED_BODY } from './chunks/chunk-body.js';

/** SQL for reads of the feed. Table names are unqualified, since a rebuild swaps whole schemas under the same search_path. */

/**
 * One page of the feed in one snapshot: $1 consumer, $2 workspace, $3 partitions, $4 their offsets, $5 limit, $6 offsets at which to
 * end (null: at the end of the feed), $7 most chunks to read per partition.
 * Returns at least one row for each partition (nulls if nothing is waiting). Every partition gets its share: chunks are ordered by
 * the number of changes before them in their own partition (`before_here`); `before_all` counts the changes of all earlier chunks.
 * Bodies are only read for rows of the result (TOAST); `chunks_here` is the number of waiting chunks, counted up to $7.
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
    select p.partition, k.first_offset, k.last_offset, k.count, k.offsets, k.body, k.changes, p.since,
      sum(k.count) over (partition by p.partition order by k.last_offset) - k.count as before_here,
      count(*) over (partition by p.partition) as chunks_here
    from position p, lateral (
      select first_offset, last_offset, count, offsets, body, changes from feed_chunk
      where workspace = $2 and partition = p.partition and last_offset >= p.since and first_offset < p.next_offset
      order by last_offset limit $7
    ) k
  ), ordered as (
    select w.*, sum(count) over (order by before_here, partition rows unbounded preceding) - count as before_all from waiting w
  )
  select p.partition, p.floor, p.lost, p.next_offset, t.first_offset, t.last_offset, t.count, t.chunks_here, t.before_all,
    case when t.before_all < $5 then ${STORED_BODY} end as body,
    case when t.before_all < $5 and (t.first_offset < t.since or t.before_all + t.count > $5) then t.offsets end as offsets
  from position p left join ordered t on t.partition = p.partition and (t.before_all < $5 or t.before_here = 0)
  order by t.before_all nulls last, p.partition`;

/** Newest offsets and floors: $1 consumer. */
export const FEED_BOUNDS = `
  select o.partition, o.next_offset, coalesce(f.first_offset, 0) as floor
  from partition_offset o left join feed_floor f using (partition)
  where o.consumer = $1 order by o.partition`;

/** For each partition, the first offset of the first chunk that ends at the time or later: $1 consumer, $2 workspace, $3 time. */
export const FEED_PLACE_AT = `
  select o.partition, greatest(coalesce(f.first_offset, 0), coalesce(k.first_offset, o.next_offset)) as offset
  from partition_offset o left join feed_floor f using (partition)
  left join lateral (
    select first_offset from feed_chunk where workspace = $2 and partition = o.partition and at >= $3 order by last_offset limit 1
  ) k on true
  where o.consumer = $1`;
