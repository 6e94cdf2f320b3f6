import type { ChangeSet } from '../publishing/change-set.js';

/** What somebody saved in a workspace, or in all (null): their own views go, those that they shared stay with nobody's name. */
export async function partViewsOf(changes: ChangeSet, personId: string, workspace: string | null): Promise<void> {
  const theirs = `owner = $1 and ($2::text is null or workspace = $2)`;
  await changes.client.query(`delete from saved_view where ${theirs} and not shared`, [personId, workspace]);
  await changes.client.query(`update saved_view set owner = null where ${theirs}`, [personId, workspace]);
}
