import { Problem } from '#problems/problem.js';
import type { ChangeSet } from '../storage/change-set.js';

/**
 * Whoever takes a role away in a workspace goes one after the other, before the row of a person is locked: two admins who demote
 * each other must not both succeed.
 */
export async function lockAdmins(changes: ChangeSet, workspace: string): Promise<void> {
  await changes.client.query(`select pg_advisory_xact_lock(hashtext('waymark.directory.admins'), hashtext($1))`, [workspace]);
}

/**
 * To be asked after the change, under `lockAdmins`. Whether an admin has a password or is disabled is not asked: that is of an account
 * which may have been there before, and the answer would tell.
 * @throws Problem 409 when no admin is left
 */
export async function requireAdmin(changes: ChangeSet, workspace: string): Promise<void> {
  const { rowCount } = await changes.client.query(`select 1 from membership where workspace = $1 and role = 'admin' limit 1`, [workspace]);
  if (rowCount === 0) throw new Problem('conflict', 'This is the last admin of the workspace. Make another person admin first (PUT /groups/{groupID}/people/{personId} with {"role": "admin"}); an operator can also leave it without one (DELETE /operator/people/{personId}/workspaces/{workspaceId}).');
}
