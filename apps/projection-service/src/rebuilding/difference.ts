import type { Pool } from 'pg';

export interface Difference {
  table: 'object_state' | 'history' | 'presence' | 'feed' | 'cell_count' | 'cell_category_count' | 'object_text';
  /** Id and revision, or partition and offset. */
  key: string;
  what: 'only in the former' | 'only in the new' | 'different';
}

export interface Compared {
  /** Its statements go by keys. */
  pool: Pool;
  /** The projection that is served. */
  former: string;
  next: string;
  /** When the rebuild began; objects that were created since may be in one of them only. */
  since: string;
  /** Deleted workspaces: their feeds are on their way out of the former, and the new one lets go of them after the swap. */
  deleted: readonly string[];
  /** Workspaces whose plans keep less history than the installation: what was taken in before is on its way out. */
  histories: readonly { workspace: string; before: string }[];
  /** What of the history is older than this is on its way out of either. */
  oldest: string;
  /** The log has lost its beginning: which stays objects had before is not known in the new one, and those after name more than needed. */
  truncated: boolean;
  /** Asked between two statements; throws to give up. */
  between: () => void;
}

/** What differs in a row of both. */
export const WHAT = `case when b.external_id is null then 'only in the former' when a.external_id is null
  then 'only in the new' else 'different' end as what`;
