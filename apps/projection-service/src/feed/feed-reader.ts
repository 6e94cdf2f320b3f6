import type { Pool } from 'pg';
import { CONSUMER } from '../storage/consumer.js';
import { cursorExpired } from './cursor-expired.js';
import { buildPage, type FeedPage, type FeedRow } from './feed-page.js';
import { FEED_BOUNDS, FEED_PAGE } from './statements.js';

/** An offset past every record, so that the partition yields nothing. */
const NOWHERE = Number.MAX_SAFE_INTEGER;

/**
 * Chunks per partition that the first query for a page reads; further queries read more if these do not fill the page. All of them have
 * to be counted and sorted, and they usually contain a hundred changes each.
 */
const FIRST_CHUNKS = 24;
const MORE_CHUNKS = 8;

/** Reads pages of a workspace's feed; offsets are by partition number. */
export class FeedReader {
  /** @param passedOver number of leading partitions to skip, whose offsets move to the end together with the others */
  constructor(
    private readonly pool: Pool,
    private readonly partitions: number,
    private readonly passedOver = 0,
  ) {}

  /** The first offsets of the feed, or those at its present end. */
  async bound(which: 'earliest' | 'latest'): Promise<number[]> {
    const { rows } = await this.pool.query<{ partition: number; next_offset: number; floor: number }>({
      name: 'feed-bounds',
      text: FEED_BOUNDS,
      values: [CONSUMER],
    });
    const offsets = new Array<number>(this.partitions).fill(0);
    for (const row of rows)
      if (row.partition < this.partitions) offsets[row.partition] = which === 'earliest' ? row.floor : row.next_offset;
    return offsets;
  }

  /**
   * @param since next offset of each partition
   * @param until reads up to this former end of the feed; if absent, up to its present end
   * @throws Problem cursor-expired for offsets that are no longer stored, or are missing in a restored backup
   */
  async page(workspace: string, since: readonly number[], limit: number, until?: readonly number[]): Promise<FeedPage> {
    const isPassedOver = (partition: number): boolean => partition < this.passedOver;
    const from = since.map((offset, partition) => (isPassedOver(partition) ? NOWHERE : offset));
    let page: FeedPage;
    for (let chunks = Math.min(limit, FIRST_CHUNKS); ; chunks = Math.min(limit, chunks * MORE_CHUNKS)) {
      const { rows } = await this.pool.query<FeedRow>({
        name: 'feed-page',
        text: FEED_PAGE,
        values: [CONSUMER, workspace, since.map((_, partition) => partition), from, limit, until ?? since.map(() => null), chunks],
      });
      const read = rows.filter(({ partition }) => !isPassedOver(partition));
      if (read.some(({ lost }) => lost))
        throw cursorExpired(workspace, 'This installation was restored from a backup that does not contain the changes up to this cursor.');
      if (read.some(({ partition, floor }) => since[partition]! < floor))
        throw cursorExpired(workspace, 'The changes at this cursor are no longer stored.');
      // A cursor ahead of a restored database gets nothing until the same changes have been read from the log again.
      page = { ...buildPage(rows, since, limit, chunks), floors: floorsOf(read, since.length) };
      if (page.count >= limit || chunks === limit || rows.every(({ chunks_here: here }) => (here ?? 0) < chunks)) break;
    }
    // While more pages follow, the offsets of skipped partitions stay, so that a client that changes its filter misses nothing.
    return page.more && this.passedOver > 0
      ? { ...page, offsets: page.offsets.map((offset, partition) => (isPassedOver(partition) ? since[partition]! : offset)) }
      : page;
  }
}

function floorsOf(rows: readonly FeedRow[], partitions: number): readonly number[] {
  const floors = new Array<number>(partitions).fill(0);
  for (const { partition, floor } of rows) floors[partition] = floor;
  return floors;
}
