import { Problem } from '#problems/problem.js';
import { Membership } from '../../entities/membership.entity.js';
import type { ChangeSet } from '../../publishing/change-set.js';

/**
 * Call it after the change, in the one order of changes: of two admins who demote each other at once, the second sees what the
 * first has done. It ignores whether an admin has a password or is disabled: that belongs to an account which may have existed
 * before, and the answer would reveal it.
 * @throws Problem 409 when no admin is left
 */
export async function requireAdmin(changes: ChangeSet, workspace: string): Promise<void> {
  await changes.takeOrder();
  if (!(await changes.of(Membership).existsBy({ workspace, role: 'admin' })))
    throw new Problem(
      'conflict',
      'This is the last admin of the workspace. Make another person an admin first (PUT ' +
        '/groups/{groupID}/people/{personId} with {"role": "admin"}); an operator can also leave it without ' +
        'one (DELETE /operator/people/{personId}/workspaces/{workspaceId}).',
    );
}
