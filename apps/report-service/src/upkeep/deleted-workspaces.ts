import type { DirectoryCopy } from '#directory/directory-copy.js';
import type { BatchedDeletes, Deleted } from './batched-deletes.js';

/** Rows with a facet are deleted before the facets, so that the next round finds the rest after an interruption. */
const BY_FACET = ['movement', 'arrival', 'change_count', 'value_sum', 'observation'] as const;
const BY_WORKSPACE = ['call_count', 'object_call', 'visit', 'area_sum', 'heat', 'profile'] as const;

/** Deletes all data of deleted workspaces, including data that arrived after the first deletion. */
export class DeletedWorkspaces {
  /** Workspaces without any data in the last round, long after the last events can have arrived. */
  private readonly cleared = new Set<string>();

  constructor(private readonly copy: DirectoryCopy) {}

  async clear(batches: BatchedDeletes): Promise<Deleted> {
    const gone = [...this.copy.deletedWorkspaces.keys()].filter((workspace) => !this.cleared.has(workspace));
    if (gone.length === 0) return { rows: 0, complete: true };
    const parts = [
      await batches.deleteAll(BY_FACET, 'facet in (select id from facet where workspace = any($1))', [gone]),
      await batches.deleteAll(BY_WORKSPACE, 'workspace = any($1)', [gone]),
      await batches.delete('heat_value', 'field in (select id from field where workspace = any($1))', [gone]),
    ];
    // The numbers are deleted last, since they identify the other rows.
    if (parts.every(({ complete }) => complete)) parts.push(await batches.deleteAll(['facet', 'field'], 'workspace = any($1)', [gone]));
    const rows = parts.reduce((sum, part) => sum + part.rows, 0);
    const complete = parts.every((part) => part.complete);
    if (complete && rows === 0) for (const workspace of gone) this.cleared.add(workspace);
    return { rows, complete };
  }
}
