import { textIn } from '#postgres/packed-text.js';
import { placedLines } from './chunks/chunk-body.js';
import { LINE_SEPARATOR } from './chunks/feed-chunks.js';

/** A row of FEED_PAGE. */
export interface FeedRow {
  partition: number;
  next_offset: number;
  floor: number;
  /** Whether the cursor is from before a restore from a backup, and its reader has changes that this feed lacks. */
  lost: boolean;
  first_offset: number | null;
  last_offset: number | null;
  count: number | null;
  chunks_here: number | null;
  before_all: number | null;
  body: Buffer | null;
  offsets: Buffer | null;
}

export interface FeedPage<Piece extends string | Buffer = string> {
  /** Pieces of JSON, as text or UTF-8: changes joined by LINE_SEPARATOR. Readers that share a page share the array. */
  pieces: Piece[];
  count: number;
  /** Next offset of each partition. */
  offsets: readonly number[];
  /** Whether the page begins past the end of the feed in some partition: the database was put back to an earlier time. */
  ahead: boolean;
  /** Whether more changes follow. */
  more: boolean;
  /** The first offset that is stored in each partition; absent if the page was not just read from the database. */
  floors?: readonly number[];
}

/**
 * Builds a page from rows of one snapshot. Whole chunks are used without parsing; only the first and the last one of a partition may
 * have to be cut. In a fully read partition, the cursor moves to the end of the snapshot, even if all changes belong to other
 * workspaces, so that a regularly polled cursor never expires.
 * @param chunksRead most chunks of each partition that the query has read
 */
export function buildPage(rows: readonly FeedRow[], since: readonly number[], limit: number, chunksRead = limit): FeedPage {
  const offsets = [...since];
  const ahead = rows.some(({ partition, next_offset: end }) => since[partition]! > end);
  const page: FeedPage = { pieces: [], count: 0, offsets, ahead, more: false };
  const waiting = new Map<number, { chunks: number; end: number }>();
  for (const row of rows) {
    const left = waiting.get(row.partition) ?? { chunks: row.chunks_here ?? 0, end: row.next_offset };
    waiting.set(row.partition, left);
    if (row.body === null || page.count >= limit) continue;
    const cut = cutChunk(row, since[row.partition]!, limit - page.count);
    if (cut.count > 0) page.pieces.push(cut.text);
    page.count += cut.count;
    offsets[row.partition] = cut.nextOffset;
    if (cut.whole) left.chunks--;
  }
  for (const [partition, { chunks, end }] of waiting) {
    // The query read no more chunks than that, so more may follow.
    const seen = rows.find((row) => row.partition === partition)?.chunks_here ?? 0;
    if (chunks === 0 && seen < chunksRead) offsets[partition] = Math.max(offsets[partition]!, end);
    else page.more = true;
  }
  return page;
}

function cutChunk(row: FeedRow, since: number, room: number): { text: string; count: number; nextOffset: number; whole: boolean } {
  const { first_offset: first, last_offset: last, count, body } = row as { [K in keyof FeedRow]: NonNullable<FeedRow[K]> };
  if (first >= since && count <= room) return { text: textIn(body), count, nextOffset: last + 1, whole: true };
  const waiting = placedLines({ first_offset: first, offsets: row.offsets, body }).filter(({ offset }) => offset >= since);
  const taken = waiting.slice(0, room);
  const whole = taken.length === waiting.length;
  return {
    text: taken.map(({ line }) => line).join(LINE_SEPARATOR),
    count: taken.length,
    nextOffset: whole ? last + 1 : taken.at(-1)!.offset + 1,
    whole,
  };
}
