import type { Pool } from 'pg';
import { narrowingKey } from '#identity/narrowing.js';
import { Problem } from '#problems/problem.js';
import { CONSUMER } from '../projecting/projector.js';
import { FEED_PLACE_AT } from '../tables/statements.js';
import { type CursorCodec, CursorError, type FeedMode } from './cursor.js';
import type { FeedEpochs } from './feed-epochs.js';
import { type FeedView, filterKey } from './feed-filter.js';
import type { FeedReader } from './feed-reader.js';

/** Where to stand: an end of the feed, a time, or the place of a cursor of whatever mode and filter. */
export type PlaceWanted = 'earliest' | 'latest' | { readonly time: string } | { readonly cursor: string };

/** Makes cursors for readers that are services: of another filter at the same place, and of a moment. */
export class FeedPlaces {
  constructor(private readonly parts: { pool: Pool; reader: Pick<FeedReader, 'bound'>; codec: CursorCodec; epochs: FeedEpochs; partitions: number }) {}

  /** @throws Problem invalid-cursor */
  async cursorAt(workspace: string, mode: FeedMode, view: FeedView, wanted: PlaceWanted): Promise<string> {
    const { codec, epochs, partitions } = this.parts;
    const log = { workspace, epoch: await epochs.current(), partitions };
    const { narrowing, filter } = view;
    return codec.encode({ ...log, mode, narrowing: narrowing && narrowingKey(narrowing), filter: filter && filterKey(filter) }, await this.offsetsAt(wanted, log));
  }

  private async offsetsAt(wanted: PlaceWanted, log: { workspace: string; epoch: string; partitions: number }): Promise<number[]> {
    if (wanted === 'earliest' || wanted === 'latest') return this.parts.reader.bound(wanted);
    if ('time' in wanted) return this.since(log.workspace, wanted.time);
    try {
      return this.parts.codec.place(wanted.cursor, log);
    } catch (error) {
      if (error instanceof CursorError) throw new Problem('invalid-cursor', error.message, { errors: [{ pointer: 'from', detail: error.message }] });
      throw error;
    }
  }

  /** Behind nothing that was taken in at the time or later; up to a chunk of the feed before it. */
  private async since(workspace: string, time: string): Promise<number[]> {
    const offsets = new Array<number>(this.parts.partitions).fill(0);
    const { rows } = await this.parts.pool.query<{ partition: number; offset: number }>({ name: 'feed-place-at', text: FEED_PLACE_AT, values: [CONSUMER, workspace, time] });
    for (const { partition, offset } of rows) if (partition < offsets.length) offsets[partition] = offset;
    return offsets;
  }
}
