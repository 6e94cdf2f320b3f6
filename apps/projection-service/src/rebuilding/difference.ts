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
  /** Start of the rebuild; objects created later may be in one projection only. */
  since: string;
  /** Deleted workspaces: the former is deleting their feeds, and the new one does so after the swap. */
  deleted: readonly string[];
  /** Workspaces whose plans keep less history than the installation: older rows are about to be deleted. */
  histories: readonly { workspace: string; before: string }[];
  /** History older than this is about to be deleted in both. */
  oldest: string;
  /** The log has lost its beginning: the new one lacks the stays before it, and the following stays may cover more than necessary. */
  truncated: boolean;
  /** Called between two statements; throws to give up. */
  between: () => void;
}

/** The difference of a row, as SQL. */
export const WHAT = `case when b.external_id is null then 'only in the former' when a.external_id is null
  then 'only in the new' else 'different' end as what`;
