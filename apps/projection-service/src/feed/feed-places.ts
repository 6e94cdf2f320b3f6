import type { Pool } from 'pg';
import { narrowingKey } from '#identity/narrowing.js';
import { Problem } from '#problems/problem.js';
import { CONSUMER } from '../storage/consumer.js';
import { type CursorCodec, CursorError, type FeedMode } from './cursor.js';
import type { FeedEpochs } from './feed-epochs.js';
import { type FeedView, filterKey } from './feed-filter.js';
import { type FeedLog, type FeedLogs, logOf } from './feed-logs.js';
import { FEED_PLACE_AT } from './statements.js';

/** A place in the feed: one of its ends, a time, or the place of a cursor with any mode and filter. */
export type PlaceWanted = 'earliest' | 'latest' | { readonly time: string } | { readonly cursor: string };

/** Makes cursors for other services: with another filter for the same place, or for a time. */
export class FeedPlaces {
  constructor(private readonly parts: { pool: Pool; logs: FeedLogs; codec: CursorCodec; epochs: FeedEpochs }) {}

  /** @throws Problem invalid-cursor */
  async cursorAt(workspace: string, mode: FeedMode, view: FeedView, wanted: PlaceWanted): Promise<string> {
    const { codec, epochs, logs } = this.parts;
    const log = logOf(logs, view);
    const epoch = await epochs.current();
    const { narrowing, filter } = view;
    return codec.encode(
      {
        workspace,
        epoch,
        partitions: log.partitions,
        mode,
        narrowing: narrowing && narrowingKey(narrowing),
        filter: filter && filterKey(filter),
      },
      await this.offsetsAt(wanted, workspace, epoch, log),
    );
  }

  private async offsetsAt(wanted: PlaceWanted, workspace: string, epoch: string, log: FeedLog): Promise<readonly number[]> {
    if (wanted === 'earliest' || wanted === 'latest') return log.reader.bound(wanted);
    if ('time' in wanted) return this.since(workspace, wanted.time, log.partitions);
    try {
      return await this.atCursor(wanted.cursor, workspace, epoch, log);
    } catch (error) {
      if (error instanceof CursorError)
        throw new Problem('invalid-cursor', error.message, { errors: [{ pointer: 'from', detail: error.message }] });
      throw error;
    }
  }

  /** The offsets of the cursor. A reader that did not get area events so far gets them from now on. */
  private async atCursor(cursor: string, workspace: string, epoch: string, { partitions, reader }: FeedLog): Promise<readonly number[]> {
    const { codec, logs } = this.parts;
    const offsets = codec.place(cursor, { workspace, epoch, partitions: [logs.objects.partitions, logs.withAreas.partitions] });
    return offsets.length >= partitions
      ? offsets.slice(0, partitions)
      : [...offsets, ...(await reader.bound('latest')).slice(offsets.length)];
  }

  /** A place before all changes received at or after the time. It may be too early, by up to a chunk of the feed. */
  private async since(workspace: string, time: string, partitions: number): Promise<number[]> {
    const offsets = new Array<number>(partitions).fill(0);
    const { rows } = await this.parts.pool.query<{ partition: number; offset: number }>({
      name: 'feed-place-at',
      text: FEED_PLACE_AT,
      values: [CONSUMER, workspace, time],
    });
    for (const { partition, offset } of rows) if (partition < offsets.length) offsets[partition] = offset;
    return offsets;
  }
}
