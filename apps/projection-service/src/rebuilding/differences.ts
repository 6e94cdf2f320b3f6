import type { Pool } from 'pg';
import { WRONG_CELLS } from '../indexing/cell-counts.js';

export interface Difference {
  table: 'object_state' | 'history' | 'presence' | 'feed' | 'cell_count' | 'cell_category_count' | 'object_text';
  /** Id and revision, or partition and offset. */
  key: string;
  what: 'only in the former' | 'only in the new' | 'different';
}

/** What is on its way out: the former may have let go of it already, the new one lets go of it after the swap. */
export interface Leaving {
  /** Deleted workspaces: their feeds. */
  deleted: readonly string[];
  /** Workspaces whose plans keep less history than the installation: what was taken in before. */
  histories: readonly { workspace: string; before: string }[];
  /** The log has lost its beginning: which stays objects had before is not known in the new one, and those after name more than needed. */
  truncated: boolean;
}

/** Rows named at most, of each table. */
const LISTED = 1000;

/**
 * Row by row, each statement in one snapshot of both projections. The two stand at different offsets while updates go on,
 * so an object is compared up to the revision that both have seen, and the feed up to the offset that both have reached.
 * The numbers by cell are held against a recount of the new one, and what is searched is compared where both have taken it up.
 * An object that is there on one side and was erased further on by the other is no difference.
 */
export async function findDifferences(pool: Pool, former: string, next: string, since: string, { deleted, histories, truncated }: Leaving): Promise<Difference[]> {
  const what = `case when b.external_id is null then 'only in the former' when a.external_id is null then 'only in the new' else 'different' end as what`;
  const states = await pool.query<Difference>(
    `select 'object_state' as table, coalesce(a.external_id, b.external_id) as key, ${what}
     from ${former}.object_state a full join ${next}.object_state b using (external_id)
     where case
       when a.external_id is null then b.state->>'createdAt' < $1 and not ${erasedFurtherOn(former, 'b')}
       when b.external_id is null then a.state->>'createdAt' < $1 and not ${erasedFurtherOn(next, 'a')}
       else a.seen = b.seen and (a.workspace, a.revision, a.title, a.type, a.lat, a.lon, a.q16, a.archived, a.state::jsonb)
         is distinct from (b.workspace, b.revision, b.title, b.type, b.lat, b.lon, b.q16, b.archived, b.state::jsonb) end
     order by 2 limit ${LISTED}`,
    [since],
  );
  const seen = `select a.external_id, least(a.seen, b.seen) as seen, greatest(ea.revision, eb.revision, 0) as erased, coalesce(k.before, '-infinity') as begin
    from ${former}.object_state a join ${next}.object_state b using (external_id)
    left join ${former}.erased_object ea on ea.workspace = a.workspace and ea.external_id = a.external_id
    left join ${next}.erased_object eb on eb.workspace = a.workspace and eb.external_id = a.external_id
    left join unnest($1::text[], $2::timestamptz[]) as k (workspace, before) on k.workspace = a.workspace`;
  const kept = 's.external_id = h.external_id and h.revision <= s.seen and h.revision > s.erased and h.received_at >= s.begin';
  const history = await pool.query<Difference>(
    `with both_seen as (${seen}),
       a as (select h.* from ${former}.history h join both_seen s on ${kept}),
       b as (select h.* from ${next}.history h join both_seen s on ${kept})
     select 'history' as table, coalesce(a.external_id, b.external_id) || '@' || coalesce(a.revision, b.revision) as key, ${what}
     from a full join b using (external_id, revision)
     where (a.workspace, a.observed_at, a.received_at, a.change) is distinct from (b.workspace, b.observed_at, b.received_at, b.change)
     order by 2 limit ${LISTED}`,
    [histories.map(({ workspace }) => workspace), histories.map(({ before }) => before)],
  );
  // While history from before the table is made up for, the former lacks what the new one has.
  const presence = await pool.query<Difference>(
    `with both_seen as (${seen}),
       a as (select h.* from ${former}.presence h join both_seen s on ${kept}),
       b as (select h.* from ${next}.presence h join both_seen s on ${kept})
     select 'presence' as table, coalesce(a.external_id, b.external_id) || '@' || coalesce(a.revision, b.revision) as key, ${what}
     from a full join b using (external_id, revision)
     where (a.workspace, a.received_at, a.day, a.q16, a.since_hour, a.until_hour) is distinct from (b.workspace, b.received_at, b.day, b.q16, b.since_hour, b.until_hour)
       and not $3::boolean and (select done_at is not null from ${former}.presence_progress)
     order by 2 limit ${LISTED}`,
    [histories.map(({ workspace }) => workspace), histories.map(({ before }) => before), truncated],
  );
  const feed = await pool.query<Difference>(
    `with reach as (
       select partition, least(a.next_offset, b.next_offset) as upto, greatest(fa.first_offset, fb.first_offset, a.shifted_at, 0) as since
       from ${former}.partition_offset a join ${next}.partition_offset b using (consumer, partition)
       left join ${former}.feed_floor fa using (partition) left join ${next}.feed_floor fb using (partition)
       where consumer = 'projection'
     ), a as (${feedLines(former)}), b as (${feedLines(next)})
     select 'feed' as table, coalesce(a.partition, b.partition) || '/' || coalesce(a.at_offset, b.at_offset) as key, ${what.replaceAll('external_id', 'line')}
     from a full join b using (partition, at_offset)
     where (a.workspace, a.line) is distinct from (b.workspace, b.line) and coalesce(a.workspace, b.workspace) <> all($1::text[])
     order by 2 limit ${LISTED}`,
    [deleted],
  );
  const cells: Difference[] = [];
  for (const wrongCells of WRONG_CELLS) cells.push(...(await pool.query<Difference>(`select w.*, 'different' as what from (${wrongCells(next)}) w order by key limit ${LISTED}`)).rows);
  const texts = await pool.query<Difference>(
    `select 'object_text' as table, coalesce(a.external_id, b.external_id) || '/' || coalesce(a.source, b.source) as key, ${what}
     from (select t.* from ${former}.object_text t where not exists (select from ${former}.search_due d where d.external_id = t.external_id)) a
     full join (select t.* from ${next}.object_text t where not exists (select from ${next}.search_due d where d.external_id = t.external_id)) b using (workspace, external_id, source)
     where a.words is distinct from b.words and exists (
       select from ${former}.object_state f join ${next}.object_state n using (workspace, external_id)
       where f.external_id = coalesce(a.external_id, b.external_id) and f.seen = n.seen
         and not exists (select from ${former}.search_due d where d.external_id = f.external_id) and not exists (select from ${next}.search_due d where d.external_id = f.external_id))
     order by 2 limit ${LISTED}`,
  );
  return [...states.rows, ...history.rows, ...presence.rows, ...feed.rows, ...cells, ...texts.rows];
}

/** Of a row that the other schema does not have. */
function erasedFurtherOn(schema: string, row: string): string {
  return `exists (select from ${schema}.erased_object e where e.workspace = ${row}.workspace and e.external_id = ${row}.external_id and e.revision >= ${row}.seen)`;
}

/** The changes of all chunks one by one, with the offset of each. */
function feedLines(schema: string): string {
  const byte = (at: number): string => `get_byte(c.offsets, (4 * (l.n - 1) + ${at})::int)::bigint`;
  const distance = `${byte(0)} + (${byte(1)} << 8) + (${byte(2)} << 16) + (${byte(3)} << 24)`;
  return `select c.workspace, c.partition, o.at_offset, l.line
    from ${schema}.feed_chunk c
    join reach r on r.partition = c.partition and c.first_offset < r.upto and c.last_offset >= r.since,
    unnest(string_to_array(c.changes, E',\\n')) with ordinality l (line, n),
    lateral (select c.first_offset + case when c.offsets is null then l.n - 1 else ${distance} end as at_offset) o
    where o.at_offset < r.upto and o.at_offset >= r.since`;
}
