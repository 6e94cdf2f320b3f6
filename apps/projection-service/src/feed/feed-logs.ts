import type { WokenBy } from '../commits/commit-signal.js';
import { type FeedView, tellsOfAreas, tellsOfAreasOnly } from './feed-filter.js';
import type { FeedReader } from './feed-reader.js';
import type { SharedPages } from './shared-pages.js';

/** What a reader's cursor goes through. */
export interface FeedLog {
  /** As many offsets as its cursors have. */
  partitions: number;
  reader: Pick<FeedReader, 'bound'>;
  pages: Pick<SharedPages, 'page'>;
  /** Which commits there may be something new after. */
  wokenBy: WokenBy;
}

/**
 * The partitions of object.events, and the same with those of area.events behind them. Who is not told of areas reads, shares and
 * waits as if there were none, with cursors as they ever were; who is told of nothing else has no changes of objects
 * read for it, and is not woken by them.
 */
export interface FeedLogs {
  objects: FeedLog;
  withAreas: FeedLog;
  areasOnly: FeedLog;
}

export function logOf({ objects, withAreas, areasOnly }: FeedLogs, view: FeedView): FeedLog {
  if (!tellsOfAreas(view)) return objects;
  return tellsOfAreasOnly(view) ? areasOnly : withAreas;
}
