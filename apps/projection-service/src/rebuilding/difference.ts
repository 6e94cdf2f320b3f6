import type { Pool } from 'pg';

export interface Difference {
  table: 'object_state' | 'history' | 'presence' | 'feed' | 'cell_count' | 'cell_category_count' | 'object_text';
  /** Id and revision, or partition and offset. */
  key: string;
  what: 'only in the former' | 'only in the new' | 'different';
}

export interface Compared {
  /** Connections for statements that compare by keys. */
  pool: Pool;
  /** Schema of the projection that serves reads. */
  former: string;
  next: string;
  /** Start of the rebuild; objects created later may exist in only one projection. */
  since: string;
  /** Deleted workspaces, whose feeds the former projection is deleting, and the new one will delete after the swap. */
  deleted: readonly string[];
  /** Workspaces with a shorter retention than the installation, whose older rows are about to be deleted. */
  histories: readonly { workspace: string; before: string }[];
  /** History older than this is about to be deleted in both. */
  oldest: string;
  /** Whether the log no longer has its beginning: then the new projection lacks earlier stays, and later ones may cover too much. */
  truncated: boolean;
  /** Called between two statements; throws to end the comparison. */
  between: () => void;
}

/** SQL for the kind of a row's difference. */
export const WHAT = `case when b.external_id is null then 'only in the former' when a.external_id is null
  then 'only in the new' else 'different' end as what`;
