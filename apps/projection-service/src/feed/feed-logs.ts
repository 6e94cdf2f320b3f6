import { type FeedView, tellsOfAreas } from './feed-filter.js';
import type { FeedReader } from './feed-reader.js';
import type { SharedPages } from './shared-pages.js';

/** What a reader's cursor goes through. */
export interface FeedLog {
  /** As many offsets as its cursors have. */
  partitions: number;
  reader: Pick<FeedReader, 'bound'>;
  pages: Pick<SharedPages, 'page'>;
}

/**
 * The partitions of object.events, and the same with those of area.events behind them. Who is not told of areas reads, shares and
 * waits as if there were none, with cursors as they ever were.
 */
export interface FeedLogs {
  objects: FeedLog;
  withAreas: FeedLog;
}

export const logOf = ({ objects, withAreas }: FeedLogs, view: FeedView): FeedLog => (tellsOfAreas(view) ? withAreas : objects);
