import type { WokenBy } from '../storage/commits/commit-signal.js';
import { type FeedView, hasOnlyAreaEvents, includesAreaEvents } from './feed-filter.js';
import type { FeedReader } from './feed-reader.js';
import type { SharedPages } from './shared-pages.js';

/** The partitions that a reader's cursor covers. */
export interface FeedLog {
  /** Number of offsets in its cursors. */
  partitions: number;
  reader: Pick<FeedReader, 'bound'>;
  pages: Pick<SharedPages, 'page' | 'joinedPage'>;
  /** The commits that may contain changes for the reader. */
  wokenBy: WokenBy;
}

/**
 * The partitions of object.events, and the same followed by those of area.events. For a reader without area events, everything works
 * as if area.events did not exist, and its cursors have no offsets for it. For a reader with only area events, changes of objects are
 * not read and do not end a wait.
 */
export interface FeedLogs {
  objects: FeedLog;
  withAreas: FeedLog;
  areasOnly: FeedLog;
}

export function logOf({ objects, withAreas, areasOnly }: FeedLogs, view: FeedView): FeedLog {
  if (!includesAreaEvents(view)) return objects;
  return hasOnlyAreaEvents(view) ? areasOnly : withAreas;
}
