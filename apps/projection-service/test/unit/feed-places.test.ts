import type { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { CursorCodec } from '../../src/feed/cursor.js';
import type { FeedEpochs } from '../../src/feed/feed-epochs.js';
import { type FeedView, filterKey } from '../../src/feed/feed-filter.js';
import type { FeedLog } from '../../src/feed/feed-logs.js';
import { FeedPlaces } from '../../src/feed/feed-places.js';

const EPOCH = 'e';
const codec = new CursorCodec('secret');
const nothing = (): Promise<never> => Promise.reject(new Error('Nothing is read.'));
const log = (...ends: number[]): FeedLog => ({
  partitions: ends.length,
  reader: { bound: async (which) => ends.map((end) => (which === 'latest' ? end : 0)) },
  pages: { page: nothing, joinedPage: nothing },
  wokenBy: 'any',
});
const places = new FeedPlaces({
  pool: {} as Pool,
  logs: { objects: log(10, 20), withAreas: log(10, 20, 5, 6), areasOnly: log(10, 20, 5, 6) },
  codec,
  epochs: { current: async () => EPOCH } as FeedEpochs,
});
const objects: FeedView = { filter: { types: ['crane'] } };
const areas: FeedView = { filter: { types: ['crane'], areas: ['yard'], events: ['waymark.area.left.v1'] } };
const others: FeedView = { filter: { events: ['waymark.area.left.v1'] } };
const context = ({ filter }: FeedView, partitions: number) => ({
  workspace: 'w',
  mode: 'events' as const,
  epoch: EPOCH,
  partitions,
  filter: filterKey(filter!),
});

describe('the place of a cursor', () => {
  it('is kept under a filter with area events, which start now', async () => {
    const cursor = codec.encode(context(objects, 2), [3, 4]);
    expect(codec.decode(await places.cursorAt('w', 'events', areas, { cursor }), context(areas, 4))).toEqual([3, 4, 5, 6]);
  });

  it('is kept for both logs by another filter with area events, and for changes by one without them', async () => {
    const cursor = codec.encode(context(areas, 4), [3, 4, 1, 2]);
    expect(codec.decode(await places.cursorAt('w', 'events', others, { cursor }), context(others, 4))).toEqual([3, 4, 1, 2]);
    expect(codec.decode(await places.cursorAt('w', 'events', objects, { cursor }), context(objects, 2))).toEqual([3, 4]);
  });
});
