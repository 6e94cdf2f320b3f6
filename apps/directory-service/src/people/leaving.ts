import { partAnswersOf } from '../polls/answers-of-leavers.js';
import type { ChangeSet } from '../storage/change-set.js';
import { partViewsOf } from '../views/views-of-leavers.js';

/** What somebody leaves behind who is taken out of a workspace, or of all (`workspace` null). Under the lock of the person's row. */
export async function leave(changes: ChangeSet, personId: string, workspace: string | null): Promise<void> {
  await partAnswersOf(changes, personId, workspace);
  await partViewsOf(changes, personId, workspace);
}
