import { CONSUMER } from '../storage/consumer.js';
import { type Compared, type Difference, WHAT } from './difference.js';

/** Chunks per workspace and partition, and partitions, that one statement compares. */
const CHUNKS = 30;
const PARTITIONS = 16;

interface Reach {
  partition: number;
  since: number;
  upto: number;
}

/** Workspace by workspace, some chunks of each partition at a time: the changes in them one by one, with the offset of each. */
export async function* differentFeeds(compared: Compared): AsyncGenerator<Difference[]> {
  const { pool, former, next, deleted } = compared;
  for (let workspace = ''; ;) {
    const { rows } = await pool.query<{ workspace: string | null }>(
      `select min(workspace) as workspace from (select min(workspace) as workspace from ${former}.feed_chunk
        where workspace > $1 union all select min(workspace) from ${next}.feed_chunk where workspace > $1) m`,
      [workspace],
    );
    const found = rows[0]!.workspace;
    if (found === null) return;
    workspace = found;
    if (deleted.includes(workspace)) continue;
    let left = await reachOf(compared);
    while (left.length > 0) {
      const some = left.slice(0, PARTITIONS);
      const ends = await endsOf(compared, workspace, some);
      yield await differing(
        compared,
        workspace,
        some.map((reach) => ({ ...reach, upto: ends.get(reach.partition) ?? reach.upto })),
      );
      left = [
        ...some.flatMap((reach) => (ends.has(reach.partition) ? [{ ...reach, since: ends.get(reach.partition)! }] : [])),
        ...left.slice(PARTITIONS),
      ];
    }
  }
}

/** The range of each partition that both projections have by now. */
async function reachOf({ pool, former, next }: Compared): Promise<Reach[]> {
  const { rows } = await pool.query<Reach>(
    `select partition, greatest(fa.first_offset, fb.first_offset, 0) as since, least(a.next_offset, b.next_offset) as upto
     from ${former}.partition_offset a join ${next}.partition_offset b using (consumer, partition)
     left join ${former}.feed_floor fa using (partition) left join ${next}.feed_floor fb using (partition)
     where consumer = $1 order by partition`,
    [CONSUMER],
  );
  return rows.filter(({ since, upto }) => since < upto);
}

const REACH = 'unnest($2::int[], $3::bigint[], $4::bigint[]) as r (partition, since, upto)';
const valuesOf = (workspace: string, reach: readonly Reach[]): [string, number[], number[], number[]] => [
  workspace,
  reach.map(({ partition }) => partition),
  reach.map(({ since }) => since),
  reach.map(({ upto }) => upto),
];

/** Where to stop for now: by partition, for those with more than one statement compares. */
async function endsOf({ pool, former, next }: Compared, workspace: string, reach: readonly Reach[]): Promise<Map<number, number>> {
  const edge = (schema: string): string =>
    `(select c.last_offset + 1 as "end" from ${schema}.feed_chunk c where c.workspace = $1 and c.partition = r.partition
      and c.last_offset >= r.since and c.last_offset < r.upto - 1 order by c.last_offset offset ${CHUNKS} limit 1)`;
  const { rows } = await pool.query<{ partition: number; end: number }>(
    `select r.partition, min(e."end") as "end" from ${REACH} cross join lateral (${edge(former)} union all ${edge(next)}) e
      group by r.partition`,
    valuesOf(workspace, reach),
  );
  return new Map(rows.map(({ partition, end }) => [partition, end]));
}

async function differing({ pool, former, next }: Compared, workspace: string, reach: readonly Reach[]): Promise<Difference[]> {
  const { rows } = await pool.query<Difference>(
    `select 'feed' as table, coalesce(a.partition, b.partition) || '/' || coalesce(a.at_offset, b.at_offset) as key,
      ${WHAT.replaceAll('external_id', 'line')}
     from (${linesOf(former)}) a full join (${linesOf(next)}) b using (partition, at_offset)
     where a.line is distinct from b.line and not (a.line is null and ${isRepeated(former)})`,
    valuesOf(workspace, reach),
  );
  return rows;
}

/**
 * When a log was read again from an earlier offset, the feed did not get the same changes a second time. The new projection reads
 * the log once, so it has these changes at their offsets in the log, and before that offset what the former has.
 */
const isRepeated = (
  former: string,
): string => `exists (select from ${former}.partition_offset o where o.consumer = '${CONSUMER}' and o.partition = b.partition
  and o.log_shift > 0)
  and (exists (select from ${former}.told_area_event t where t.event_id = b.line::json->>'eventId')
    or exists (select from ${former}.history h where h.external_id = b.line::json->>'externalId'
    and h.revision = (b.line::json->>'revision')::bigint))`;

function linesOf(schema: string): string {
  const byte = (at: number): string => `get_byte(c.offsets, (4 * (l.n - 1) + ${at})::int)::bigint`;
  const distance = `${byte(0)} + (${byte(1)} << 8) + (${byte(2)} << 16) + (${byte(3)} << 24)`;
  const chunks = `select first_offset, last_offset, offsets, changes from ${schema}.feed_chunk where workspace = $1
    and partition = r.partition`;
  // Chunks of a workspace and partition are consecutive: in addition to those that end in the range, one may end after it.
  return `select r.partition, o.at_offset, l.line from ${REACH}
    cross join lateral (
      (${chunks} and last_offset >= r.since and last_offset < r.upto)
      union all (${chunks} and last_offset >= r.upto order by last_offset limit 1)
    ) c,
    unnest(string_to_array(c.changes, E',\\n')) with ordinality l (line, n),
    lateral (select c.first_offset + case when c.offsets is null then l.n - 1 else ${distance} end as at_offset) o
    where o.at_offset < r.upto and o.at_offset >= r.since`;
}
