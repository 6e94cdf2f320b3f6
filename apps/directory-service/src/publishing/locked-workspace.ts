import type { WorkspaceMove } from '#contracts/directory/records.js';
import { Problem } from '#problems/problem.js';
import type { ChangeSet } from './change-set.js';

interface LockedWorkspace {
  plan: string;
  move: WorkspaceMove | null;
}

export const unknownWorkspace = (id: string): Problem =>
  new Problem('not-found', `The workspace ${JSON.stringify(id.slice(0, 64))} does not exist.`);

/**
 * Locks the row of an existing workspace, so that changes of its data and its removal are never concurrent.
 * @throws Problem 404
 */
export async function lockWorkspace(changes: ChangeSet, workspace: string): Promise<LockedWorkspace> {
  const { rows } = await changes.client.query<LockedWorkspace>(
    `select plan, move from workspace where id = $1 and status <> 'deleted' for update`,
    [workspace],
  );
  if (rows[0] === undefined) throw unknownWorkspace(workspace);
  return rows[0];
}

/** Like `lockWorkspace`, for data that a move brings here. @throws Problem 404, 409 unless the workspace is arriving */
export async function lockReceiving(changes: ChangeSet, workspace: string): Promise<void> {
  const { move } = await lockWorkspace(changes, workspace);
  if (move?.state !== 'receiving')
    throw new Problem('conflict', 'No workspace with this id is being moved here, and nothing is written into any other.');
}
