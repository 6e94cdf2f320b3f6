import type { Narrowing } from '#identity/caller.js';
import type { Region } from '../../space/region.js';

/** The workspace and time range of a query. */
export interface HistoryQuery {
  workspace: string;
  /** Observed at this time or later; RFC 3339 UTC. */
  from: string;
  /** Observed before this time. */
  to: string;
  /** Present types of objects. */
  types?: readonly string[];
  ids?: readonly string[];
  /** Narrowing of the reader's token. */
  narrowing?: Narrowing;
  region?: Region;
}
