import { SavedViewRow } from '../../entities/saved-view.entity.js';
import type { ChangeSet } from '../../publishing/change-set.js';

/** Views that a person saved in a workspace, or in all (null): private ones are deleted, shared ones stay without a name. */
export async function partViewsOf(changes: ChangeSet, personId: string, workspace: string | null): Promise<void> {
  const theirs = { owner: personId, ...(workspace !== null && { workspace }) };
  await changes.of(SavedViewRow).delete({ ...theirs, shared: false });
  // By hand, as nobody has changed the view: an update of the repository would set when it was changed.
  await changes.client.query(`update saved_view set owner = null where owner = $1 and ($2::text is null or workspace = $2)`, [
    personId,
    workspace,
  ]);
}
