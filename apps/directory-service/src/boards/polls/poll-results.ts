import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Repository } from 'typeorm';
import { Problem } from '#problems/problem.js';
import { InjectRepository } from '#service/repositories.js';
import { actingMember } from '../../access/people/acting-member.js';
import { NAME_WITHOUT_ADDRESS } from '../../access/people/name-without-address.js';
import { mayWriteBoards } from '../../access/tokens/board-writer.js';
import type { Actor } from '../../auditing/actor.js';
import { Membership } from '../../entities/membership.entity.js';
import { isClosed, type Poll, type PollOption, type Tally } from '../../entities/poll.entity.js';
import { nextOf } from '../../storage/next-of.js';
import { POOL } from '../../storage/storage.module.js';
import { OwnAnswers } from './own-answers.js';
import { whyHidden } from './poll-rules.js';
import { unknownPoll } from './polls.js';
import { TALLY } from './tally.js';

const MAX_PAGE = 200;

/** The results of a poll, final or so far. */
export interface PollResultsView {
  /** Number of answers. */
  total: number;
  options: (PollOption & { count: number })[];
  /** The caller's options; empty without an answer, or if it is no longer known. */
  mine: string[];
  /**
   * A page of answers with names; absent for anonymous polls, and for callers who may not write polls. `person` is null if the person has
   * left the workspace.
   */
  answers?: { person: { id: string; name: string } | null; options: string[] }[];
  /** With `answers`, the start of the next page. */
  next?: string | null;
}

/** The results of polls, for callers who may see them. */
@Injectable()
export class PollResults {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly own: OwnAnswers,
    @InjectRepository(Membership) private readonly memberships: Repository<Membership>,
  ) {}

  /** @param after the value `next` of the previous page @throws Problem 403 while the results are hidden from the caller, 404 */
  async read(actor: Actor, workspace: string, pollId: string, after: string | undefined): Promise<PollResultsView> {
    const { rows } = await this.pool.query<Pick<Poll, 'id' | 'options' | 'results' | 'anonymous' | 'closed'> & { counted: Tally }>(
      SELECT_COUNTED,
      [pollId, workspace],
    );
    const poll = rows[0];
    if (poll === undefined) throw unknownPoll();
    const member = await actingMember(this.memberships, actor, workspace);
    const chosen = (await this.own.in([poll], member?.personId)).get(pollId);
    const hidden = whyHidden(poll.results, poll.closed, chosen !== undefined);
    if (hidden !== undefined) throw new Problem('forbidden', hidden);
    const { total, counts } = poll.counted;
    const options = poll.options.map(({ id, text }) => ({ id, text, count: counts[id] ?? 0 }));
    return {
      total,
      options,
      mine: chosen ?? [],
      ...(!poll.anonymous && mayWriteBoards(actor) && (await this.answers(pollId, workspace, after))),
    };
  }

  private async answers(
    pollId: string,
    workspace: string,
    after: string | undefined,
  ): Promise<Required<Pick<PollResultsView, 'answers' | 'next'>>> {
    const { rows } = await this.pool.query<{ id: string; person: string | null; name: string; options: string[] }>(
      `select a.id, a.person, ${NAME_WITHOUT_ADDRESS} as name, a.options from poll_answer a
         left join person p on p.id = a.person left join membership m on m.person = a.person and m.workspace = $2
       where a.poll = $1 and ($3::uuid is null or a.id > $3) order by a.id limit $4`,
      [pollId, workspace, after ?? null, MAX_PAGE],
    );
    return {
      answers: rows.map(({ person, name, options }) => ({ person: person === null ? null : { id: person, name }, options })),
      next: nextOf(rows, MAX_PAGE, 'id'),
    };
  }
}

/** One statement, so that poll and counts are consistent, even while the poll is being closed. */
const SELECT_COUNTED = `select id, options, results, anonymous, ${isClosed('poll')} as closed, coalesce(poll.tally, (${TALLY})) as counted
  from poll where id = $1 and workspace = $2`;
