import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Problem } from '#problems/problem.js';
import { type ActingMember, holdActingMember } from '../../access/people/acting-member.js';
import type { Actor } from '../../auditing/actor.js';
import { Poll } from '../../entities/poll.entity.js';
import { PollAnswer } from '../../entities/poll-answer.entity.js';
import type { ChangeSet } from '../../publishing/change-set.js';
import { DirectoryStore } from '../../publishing/directory-store.js';
import { checkedChoice, isInAudience } from './poll-rules.js';
import { requireOpen, unknownPoll } from './polls.js';
import { VoterMarks } from './voter-marks.js';

/** What people answer: one answer each, which may change until the poll is closed. */
@Injectable()
export class PollAnswers {
  constructor(
    private readonly store: DirectoryStore,
    private readonly marks: VoterMarks,
  ) {}

  /**
   * Replaces the person's former answer; the same answer again changes nothing.
   * @throws Problem 403 for a machine and for people who are not asked, 404, 409 when it is closed, 422
   */
  put(actor: Actor, workspace: string, pollId: string, chosen: readonly string[]): Promise<{ options: string[] }> {
    return this.store.change(actor, async (changes) => {
      const member = await holdActingMember(changes, actor, workspace, 'answer a poll');
      const poll = await holdPoll(changes, workspace, pollId);
      if (!isInAudience(poll.audience, member)) throw new Problem('forbidden', 'This poll does not ask you: its audience is other people.');
      requireOpen(poll);
      const options = checkedChoice(chosen, poll);
      const { column, value } = this.answerer(poll, member);
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
   * Takes the person's answer back, even when the person is no longer asked; without an answer it changes nothing. @throws
   * Problem 403 for a machine, 404, 409 when it is closed
   */
  remove(actor: Actor, workspace: string, pollId: string): Promise<void> {
    return this.store.change(actor, async (changes) => {
      const member = await holdActingMember(changes, actor, workspace, 'take back an answer to a poll');
      const poll = await holdPoll(changes, workspace, pollId);
      requireOpen(poll);
      const { column, value } = this.answerer(poll, member);
      const { affected } = await changes.of(PollAnswer).delete({ poll: pollId, [column]: value });
      if (affected !== 0) await note(changes, poll, 'poll-answer.remove');
    });
  }

  private answerer(
    { id, anonymous }: Poll,
    { personId }: ActingMember,
  ): { column: 'person'; value: string } | { column: 'mark'; value: Buffer } {
    return anonymous ? { column: 'mark', value: this.marks.of(id, personId) } : { column: 'person', value: personId };
  }
}

/** Concurrent with other answers, exclusive with a change or the closing of the poll. @throws Problem 404 */
async function holdPoll(changes: ChangeSet, workspace: string, id: string): Promise<Poll> {
  const poll = await changes.of(Poll).findOne({ where: { id, workspace }, lock: { mode: 'pessimistic_read' } });
  if (poll === null) throw unknownPoll();
  return poll;
}

/** That somebody has answered, never what; of anonymous polls not even that. */
async function note(changes: ChangeSet, { id, workspace, anonymous }: Poll, action: string): Promise<void> {
  if (!anonymous) await changes.audit(action, `poll:${id}`, { workspace });
}
