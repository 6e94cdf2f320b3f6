import { IndexMigration } from '#postgres/index-migration.js';
import type { Queue } from '../storage/workspace-turns.js';

const QUEUES: readonly Queue[] = ['search_due', 'cell_change', 'cell_category_change'];

/** Indexes by workspace for the queues, which are processed for all workspaces in turn (workspace-turns.ts). */
export class QueuesByWorkspace1796700000000 extends IndexMigration {
  readonly name = 'QueuesByWorkspace1796700000000';
  protected readonly statements = [];
  protected readonly indexes = QUEUES.map((table) => ({ name: `${table}_workspace`, table, by: '(workspace)' }));
}
