import type { Pool } from 'pg';
import { packedText } from '#postgres/packed-text.js';
import { placedLines, STORED_BODY, type StoredLines } from '../feed/chunks/chunk-body.js';
import { INSERT_CHUNKS } from '../feed/chunks/chunk-writer.js';
import { LINE_SEPARATOR } from '../feed/chunks/feed-chunks.js';
import { CONSUMER } from '../storage/consumer.js';
import { listPieces, pieceEnd } from '../storage/time-partitions.js';
import { byBlocks } from './by-blocks.js';
import type { CarryingRows } from './rows-carried.js';

interface Chunk extends StoredLines {
  workspace: string;
  partition: number;
  last_offset: number;
  count: number;
  at: Date;
}

interface Begin {
  partition: number;
  begin: number;
}

const COLUMNS = 'workspace, partition, first_offset, last_offset, count, at, offsets';
const BEGINS = 'unnest($1::int[], $2::bigint[]) as b (partition, begin)';

/**
 * Copies the part of the feed from before the start of the logs into the new projection, so that cursors into it stay valid. If a log
 * was read again from an earlier offset, earlier changes are copied as well, since only the former projection has the numbers that
 * cursors use.
 */
export async function carryFeed(carrying: CarryingRows): Promise<void> {
  const { schema, next, former, pool, pieces } = carrying;
  const { rows: begins } = await pool.query<Begin & { shifted: boolean }>(
    `select o.partition, greatest(coalesce(f.first_offset, 0), o.shifted_at) as begin, o.shifted_at > 0 as shifted
     from ${next}.partition_offset o left join ${next}.feed_floor f using (partition) where o.consumer = $1
     and (o.shifted_at > 0 or f.first_offset > 0)`,
    [CONSUMER],
  );
  if (begins.length === 0) return;
  const feed = pieces.tables.find(({ table }) => table === 'feed_chunk')!;
  const renumbered = begins.filter(({ shifted }) => shifted);
  if (renumbered.length > 0) for (const piece of await listPieces(pool, feed)) await cutAway(pool, `${next}.${piece}`, renumbered);
  for (const piece of await listPieces(former, feed)) {
    await pieces.ensure(feed, [pieceEnd(feed, piece) - 1]);
    await byBlocks(pool, `${schema}.${piece}`, async (range) => {
      await pool.query(
        `insert into ${next}.feed_chunk (${COLUMNS}, body)
         select ${COLUMNS}, ${STORED_BODY}
         from ${schema}.${piece} c join ${BEGINS} using (partition) where ${range('c')} and c.last_offset < b.begin on conflict do nothing`,
        valuesOf(begins),
      );
      await write(
        pool,
        (await across(pool, `${schema}.${piece}`, range('c'), begins)).map(({ begin, ...chunk }) => cut(chunk, (offset) => offset < begin)),
      );
    });
  }
  // After the rows, since chunks that the former projection has dropped in the meantime are below its floor now.
  await pool.query(
    `insert into ${next}.feed_floor (partition, first_offset) select b.partition, coalesce(f.first_offset, 0) from ${BEGINS}
      left join ${schema}.feed_floor f using (partition)
     on conflict (partition) do update set first_offset = excluded.first_offset`,
    valuesOf(begins),
  );
}

const valuesOf = (begins: readonly Begin[]): [number[], number[]] => [
  begins.map(({ partition }) => partition),
  begins.map(({ begin }) => begin),
];

/** Chunks with changes on both sides of a beginning: at most one per workspace and partition. */
async function across(pool: Pool, piece: string, range: string, begins: readonly Begin[]): Promise<(Chunk & Begin)[]> {
  const { rows } = await pool.query<Chunk & Begin>(
    `select ${COLUMNS}, ${STORED_BODY} as body, b.begin from ${piece} c
      join ${BEGINS} using (partition)
     where ${range} and c.first_offset < b.begin and c.last_offset >= b.begin`,
    valuesOf(begins),
  );
  return rows;
}

/** Deletes all changes before these beginnings from the new feed. */
async function cutAway(pool: Pool, piece: string, begins: readonly Begin[]): Promise<void> {
  await byBlocks(pool, piece, async (range) => {
    const crossing = await across(pool, piece, range('c'), begins);
    await pool.query(
      `delete from ${piece} c using ${BEGINS} where ${range('c')} and c.partition = b.partition and c.first_offset < b.begin`,
      valuesOf(begins),
    );
    await write(
      pool,
      crossing.map(({ begin, ...chunk }) => cut(chunk, (offset) => offset >= begin)),
    );
  });
}

/** The part of a chunk with some of its offsets, at least one. */
function cut(chunk: Chunk, isKept: (offset: number) => boolean): Chunk {
  const kept = placedLines(chunk).filter(({ offset }) => isKept(offset));
  const first = kept[0]!.offset;
  const distances = Buffer.alloc(kept.length * 4);
  kept.forEach(({ offset }, at) => distances.writeUInt32LE(offset - first, at * 4));
  const last = kept.at(-1)!.offset;
  return {
    ...chunk,
    first_offset: first,
    last_offset: last,
    count: kept.length,
    offsets: last - first + 1 === kept.length ? null : distances,
    body: packedText(kept.map(({ line }) => line).join(LINE_SEPARATOR)),
  };
}

async function write(pool: Pool, chunks: readonly Chunk[]): Promise<void> {
  if (chunks.length === 0) return;
  const of = <T>(pick: (chunk: Chunk) => T): T[] => chunks.map(pick);
  await pool.query(`${INSERT_CHUNKS} on conflict do nothing`, [
    of(({ workspace }) => workspace),
    of(({ partition }) => partition),
    of(({ first_offset }) => first_offset),
    of(({ last_offset }) => last_offset),
    of(({ count }) => count),
    of(({ at }) => at.toISOString()),
    of(({ offsets }) => offsets),
    of(({ body }) => body),
  ]);
}
