import type { Pool } from 'pg';
import { placedLines, STORED_BODY, type StoredLines } from '../feed/chunks/chunk-body.js';
import { isInPack } from '../history/rows/packed-rows.js';
import { CONSUMER } from '../storage/consumer.js';
import type { Compared, Difference } from './difference.js';

/** Chunks per workspace and partition that one statement compares. */
const CHUNKS = 30;
const PARTITIONS = 16;

interface Reach {
  partition: number;
  since: number;
  upto: number;
}

/** Compares the feeds by workspace, some chunks of each partition at a time, change by change with their offsets. */
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

/** The range of each partition that both projections have. */
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

/** Where the next statement stops, for partitions with more chunks than it compares. */
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

/** Compares in one snapshot of both projections; unpacks one partition at a time. */
async function differing({ pool, former, next }: Compared, workspace: string, reach: readonly Reach[]): Promise<Difference[]> {
  const { rows } = await pool.query<Chunk>(`${chunksOf(former, 'former')} union all ${chunksOf(next, 'new')}`, valuesOf(workspace, reach));
  const byPartition = Map.groupBy(rows, ({ partition }) => partition);
  const differences: (Difference & Place)[] = [];
  for (const range of reach) {
    const chunks = byPartition.get(range.partition) ?? [];
    const [before, after] = (['former', 'new'] as const).map((side) =>
      linesWithin(
        chunks.filter((chunk) => chunk.side === side),
        range,
      ),
    ) as [Lines, Lines];
    for (const offset of new Set([...before.keys(), ...after.keys()])) {
      const [a, b] = [before.get(offset), after.get(offset)];
      if (a === b) continue;
      const what = b === undefined ? 'only in the former' : a === undefined ? 'only in the new' : 'different';
      differences.push({ table: 'feed', key: `${range.partition}/${offset}`, what, partition: range.partition, line: b });
    }
  }
  const repeated = await repeatedIn(
    pool,
    former,
    differences.filter(({ what }) => what === 'only in the new'),
  );
  return differences.filter((difference) => !repeated.has(difference)).map(({ table, key, what }) => ({ table, key, what }));
}

type Lines = ReadonlyMap<number, string>;

interface Chunk extends StoredLines {
  side: 'former' | 'new';
  partition: number;
}

interface Place {
  partition: number;
  /** The line in the new feed. */
  line: string | undefined;
}

/** SQL for the chunks in a range. Chunks do not overlap: in addition to those that end in the range, one may end after it. */
function chunksOf(schema: string, side: Chunk['side']): string {
  const chunks = `select first_offset, offsets, ${STORED_BODY} as body from ${schema}.feed_chunk where workspace = $1
    and partition = r.partition`;
  return `select '${side}' as side, r.partition, c.first_offset, c.offsets, c.body from ${REACH}
    cross join lateral (
      (${chunks} and last_offset >= r.since and last_offset < r.upto)
      union all (${chunks} and last_offset >= r.upto order by last_offset limit 1)
    ) c`;
}

const linesWithin = (chunks: readonly Chunk[], { since, upto }: Reach): Lines =>
  new Map(
    chunks
      .flatMap(placedLines)
      .filter(({ offset }) => offset >= since && offset < upto)
      .map(({ offset, line }) => [offset, line]),
  );

interface RepeatedLine {
  externalId: string;
  revision?: number;
  observedAt?: string;
  eventId?: string;
}

/**
 * Changes that are no difference although only the new feed has them here: when a log was read again from an earlier offset, the former
 * feed did not get the same changes a second time. The new projection reads the log once, and has them at their offsets in the log.
 */
async function repeatedIn<T extends Place>(pool: Pool, former: string, added: readonly T[]): Promise<Set<T>> {
  if (added.length === 0) return new Set();
  const lines = added.map(({ line }) => JSON.parse(line!) as RepeatedLine);
  const { rows } = await pool.query<{ at: number }>(
    `select l.at::int as at from unnest($1::int[], $2::text[], $3::text[], $4::bigint[], $6::timestamptz[]) with ordinality
      as l (partition, event_id, external_id, revision, observed_at, at)
     join ${former}.partition_offset o on o.consumer = $5 and o.partition = l.partition and o.log_shift > 0
     where exists (select from ${former}.told_area_event t where t.event_id = l.event_id)
      or exists (select from ${former}.history h where h.external_id = l.external_id and h.revision = l.revision)
      or ${isInPack(former, 'l')}`,
    [
      added.map(({ partition }) => partition),
      lines.map(({ eventId }) => eventId ?? null),
      lines.map(({ externalId }) => externalId),
      lines.map(({ revision }) => revision ?? null),
      CONSUMER,
      lines.map(({ observedAt }) => observedAt ?? null),
    ],
  );
  return new Set(rows.map(({ at }) => added[at - 1]!));
}
