import { SavedViewRow } from '../../entities/saved-view.entity.js';
import type { ChangeSet } from '../../publishing/change-set.js';

/** Deletes the private views of a person in a workspace, or in all (null); shared ones stay without an owner. */
export async function partViewsOf(changes: ChangeSet, personId: string, workspace: string | null): Promise<void> {
  const theirs = { owner: personId, ...(workspace !== null && { workspace }) };
  await changes.of(SavedViewRow).delete({ ...theirs, shared: false });
  // In SQL, since an update by the repository would also change the time of the last change.
  await changes.client.query(`update saved_view set owner = null where owner = $1 and ($2::text is null or workspace = $2)`, [
    personId,
    workspace,
  ]);
}
