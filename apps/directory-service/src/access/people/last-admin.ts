import { Problem } from '#problems/problem.js';
import { Membership } from '../../entities/membership.entity.js';
import type { ChangeSet } from '../../publishing/change-set.js';

/**
 * Call it after the change and after `takeOrder`: if two admins demote each other at the same time, the second one then sees the first
 * change. It ignores whether an admin has a password or is disabled, since the answer would reveal that an account already existed.
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
