import { Problem } from '#problems/problem.js';
import type { ChangeSet } from './change-set.js';

/**
 * Holds the row of a workspace that is not removed, so that its removal and what is decided of its data come one after
 * the other. @returns its plan @throws Problem 404
 */
export async function lockWorkspace(changes: ChangeSet, workspace: string): Promise<{ plan: string }> {
  const { rows } = await changes.client.query<{ plan: string }>(
    `select plan from workspace where id = $1 and status <> 'deleted' for update`,
    [workspace],
  );
  if (rows[0] === undefined) throw new Problem('not-found', `The workspace ${JSON.stringify(workspace.slice(0, 64))} does not exist.`);
  return rows[0];
}
