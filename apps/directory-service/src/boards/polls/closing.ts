import { PollAnswer } from '../../entities/poll-answer.entity.js';
import type { Poll } from '../../entities/poll.entity.js';
import type { ChangeSet } from '../../publishing/change-set.js';
import { TALLY } from './tally.js';

/**
 * Closes a poll whose row is locked. Of an anonymous poll only the counts stay: after the commit, nothing connects people and answers.
 * @param at SQL of the time: `now()`, or a column of the poll
 */
export async function closeLocked(
  changes: ChangeSet,
  { id, workspace, anonymous }: Pick<Poll, 'id' | 'workspace' | 'anonymous'>,
  at: 'now()' | 'closes_at',
): Promise<void> {
  const tally = anonymous ? `(${TALLY})` : 'null';
  await changes.client.query(
    `update poll set closed_at = ${at}, updated_at = now(), revision = revision + 1, tally = ${tally} where id = $1`,
    [id],
  );
  if (anonymous) await changes.of(PollAnswer).delete({ poll: id });
  await changes.audit('poll.close', `poll:${id}`, { workspace });
}
