import type { Pool } from 'pg';
import { Problem } from '#problems/problem.js';
import { CONSUMER } from '../projecting/offsets-in-log.js';
import { FEED_BOUNDS, FEED_PAGE } from '../tables/statements.js';
import { buildPage, type FeedPage, type FeedRow } from './feed-page.js';

/** Where nothing ever is: nothing waits in a partition that is read from here on. */
const NOWHERE = Number.MAX_SAFE_INTEGER;

/** Reads pages of a workspace's feed; offsets are by partition number. */
export class FeedReader {
  /** @param passedOver so many of the first partitions are not read: they are gone through to their ends along with the others */
  constructor(
    private readonly pool: Pool,
    private readonly partitions: number,
    private readonly passedOver = 0,
  ) {}

  /** Where the feed begins, or ends now. */
  async bound(which: 'earliest' | 'latest'): Promise<number[]> {
    const { rows } = await this.pool.query<{ partition: number; next_offset: number; floor: number }>({ name: 'feed-bounds', text: FEED_BOUNDS, values: [CONSUMER] });
    const offsets = new Array<number>(this.partitions).fill(0);
    for (const row of rows) if (row.partition < this.partitions) offsets[row.partition] = which === 'earliest' ? row.floor : row.next_offset;
    return offsets;
  }

  /**
   * @param since next offset of each partition
   * @param until reads no further than this: where the feed ended at some time; left out: to its present end
   * @throws Problem cursor-expired for offsets that are no longer kept, invalid-cursor for those that are not there yet
   */
  async page(workspace: string, since: readonly number[], limit: number, until?: readonly number[]): Promise<FeedPage> {
    const isPassedOver = (partition: number): boolean => partition < this.passedOver;
    const from = since.map((offset, partition) => (isPassedOver(partition) ? NOWHERE : offset));
    const { rows } = await this.pool.query<FeedRow>({ name: 'feed-page', text: FEED_PAGE, values: [CONSUMER, workspace, since.map((_, partition) => partition), from, limit, until ?? since.map(() => null)] });
    const known = new Set(rows.map(({ partition }) => partition));
    if (rows.some(({ partition, floor }) => !isPassedOver(partition) && since[partition]! < floor)) throw expired(workspace);
    if (rows.some((row) => since[row.partition]! > row.next_offset) || since.some((offset, partition) => offset > 0 && !known.has(partition))) {
      throw new Problem('invalid-cursor', 'The cursor is ahead of the feed: it was made from a state of this installation that no longer exists. Begin again with cursor=earliest.');
    }
    const page = buildPage(rows, since, limit);
    // As long as more of the others waits, whoever reads on with another filter has missed nothing of these.
    return page.more && this.passedOver > 0 ? { ...page, offsets: page.offsets.map((offset, partition) => (isPassedOver(partition) ? since[partition]! : offset)) } : page;
  }
}

function expired(workspace: string): Problem {
  const snapshot = `/groups/${encodeURIComponent(workspace)}/externalObjects?snapshot=true&includeArchived=true`;
  return new Problem(
    'cursor-expired',
    `Changes at this cursor are no longer kept. Read all objects anew from ${snapshot} (with the type and the bbox of your filter), following next, then go on from the cursor that each of its pages carries: nothing is missed; drop revisions that are not above those of the snapshot.`,
    { members: { resynchronise: { snapshot } } },
  );
}
