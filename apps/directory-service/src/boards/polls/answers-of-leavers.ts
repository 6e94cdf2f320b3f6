import { isClosed } from '../../entities/poll.entity.js';
import type { ChangeSet } from '../../publishing/change-set.js';

/**
 * Removes a person's answers in polls of a workspace, or of all (null). In an open poll the answer is deleted; in a closed one the count
 * stays without the name. Answers in anonymous polls stay: otherwise an admin who removes people could see what they had chosen.
 */
export async function partAnswersOf(changes: ChangeSet, personId: string, workspace: string | null): Promise<void> {
  const theirs = `a.person = $1 and poll.id = a.poll and ($2::text is null or poll.workspace = $2)`;
  await changes.client.query(`delete from poll_answer a using poll where ${theirs} and not ${isClosed('poll')}`, [personId, workspace]);
  await changes.client.query(`update poll_answer a set person = null from poll where ${theirs}`, [personId, workspace]);
}
