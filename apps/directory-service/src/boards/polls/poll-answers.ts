import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Problem } from '#problems/problem.js';
import { type ActingMember, holdActingMember } from '../../access/people/acting-member.js';
import type { Actor } from '../../auditing/actor.js';
import { PollAnswer } from '../../entities/poll-answer.entity.js';
import { Poll } from '../../entities/poll.entity.js';
import type { ChangeSet } from '../../publishing/change-set.js';
import { DirectoryStore } from '../../publishing/directory-store.js';
import { checkedChoice, isInAudience } from './poll-rules.js';
import { requireOpen, unknownPoll } from './polls.js';
import { VoterMarks } from './voter-marks.js';

/** Answers of people: one per person, which they can change until the poll is closed. */
@Injectable()
export class PollAnswers {
  constructor(
    private readonly store: DirectoryStore,
    private readonly marks: VoterMarks,
  ) {}

  /**
   * Stores an answer in place of the person's former one; the same answer again changes nothing.
   * @throws Problem 403 for a machine and for people outside the audience, 404, 409 when the poll is closed, 422
   */
  put(actor: Actor, workspace: string, pollId: string, chosen: readonly string[]): Promise<{ options: string[] }> {
    return this.store.change(actor, async (changes) => {
      const member = await holdActingMember(changes, actor, workspace, 'answer a poll');
      const poll = await holdPoll(changes, workspace, pollId);
      if (!isInAudience(poll.audience, member)) throw new Problem('forbidden', 'This poll does not ask you: its audience is other people.');
      requireOpen(poll);
      const options = checkedChoice(chosen, poll);
      const { column, value } = this.shownPerson(poll, member);
      const { rowCount } = await changes.client.query(
        `insert into poll_answer as a (id, poll, ${column}, options) values ($1, $2, $3, $4)
         on conflict (${column}, poll) do update set options = excluded.options where a.options <> excluded.options`,
        [randomUUID(), pollId, value, options],
      );
      if (rowCount !== 0) await note(changes, poll, 'poll-answer.put');
      return { options };
    });
  }

  /**
   * Deletes the person's answer, if there is one, even if the person no longer belongs to the audience.
   * @throws Problem 403 for a machine, 404, 409 when the poll is closed
   */
  remove(actor: Actor, workspace: string, pollId: string): Promise<void> {
    return this.store.change(actor, async (changes) => {
      const member = await holdActingMember(changes, actor, workspace, 'take back an answer to a poll');
      const poll = await holdPoll(changes, workspace, pollId);
      requireOpen(poll);
      const { column, value } = this.shownPerson(poll, member);
      const { affected } = await changes.of(PollAnswer).delete({ poll: pollId, [column]: value });
      if (affected !== 0) await note(changes, poll, 'poll-answer.remove');
    });
  }

  private shownPerson(
    { id, anonymous }: Poll,
    { personId }: ActingMember,
  ): { column: 'person'; value: string } | { column: 'mark'; value: Buffer } {
    return anonymous ? { column: 'mark', value: this.marks.of(id, personId) } : { column: 'person', value: personId };
  }
}

/** Locks the poll against changes and closing, but not against other answers. @throws Problem 404 */
async function holdPoll(changes: ChangeSet, workspace: string, id: string): Promise<Poll> {
  const poll = await changes.of(Poll).findOne({ where: { id, workspace }, lock: { mode: 'pessimistic_read' } });
  if (poll === null) throw unknownPoll();
  return poll;
}

/** Adds to the audit that a person has answered, without the answer; nothing for anonymous polls. */
async function note(changes: ChangeSet, { id, workspace, anonymous }: Poll, action: string): Promise<void> {
  if (!anonymous) await changes.audit(action, `poll:${id}`, { workspace });
}
