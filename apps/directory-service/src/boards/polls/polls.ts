import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In, type Repository } from 'typeorm';
import type { PollDto } from '#contracts/directory/dto/poll.dto.js';
import { Problem } from '#problems/problem.js';
import { InjectRepository } from '#service/repositories.js';
import { actingMember } from '../../access/people/acting-member.js';
import type { Actor } from '../../auditing/actor.js';
import { Membership } from '../../entities/membership.entity.js';
import { isClosed, Poll, type PollAudience } from '../../entities/poll.entity.js';
import { requireRevision } from '../../http/require-revision.js';
import type { ChangeSet } from '../../publishing/change-set.js';
import { DirectoryStore } from '../../publishing/directory-store.js';
import { lockWorkspace } from '../../publishing/locked-workspace.js';
import { newestFirst } from '../../storage/newest-first.js';
import { nextOf } from '../../storage/next-of.js';
import { closeLocked } from './closing.js';
import { OwnAnswers } from './own-answers.js';
import { type PollView, viewOf } from './poll-record.js';
import { type Answered, checkedPoll, isInAudience, type PollContent, requireUnchanged } from './poll-rules.js';
import { TALLY } from './tally.js';

const MAX_PAGE = 100;
/** Per workspace, including closed ones. */
const MAX_POLLS = 1000;

/** Polls among the people of a workspace; a scanned code may open one. */
@Injectable()
export class Polls {
  constructor(
    private readonly store: DirectoryStore,
    private readonly own: OwnAnswers,
    @InjectRepository(Poll) private readonly polls: Repository<Poll>,
    @InjectRepository(Membership) private readonly memberships: Repository<Membership>,
  ) {}

  /** A page, newest first; `before` is the last id of the previous page. */
  async list(
    actor: Actor,
    workspace: string,
    { status, before }: { status?: 'open' | 'closed'; before?: string },
  ): Promise<{ polls: PollView[]; next: string | null }> {
    const page = newestFirst(this.polls.createQueryBuilder('row').where({ workspace }), before, MAX_PAGE);
    if (status !== undefined) page.andWhere(`${isClosed('row')} = :closed`, { closed: status === 'closed' });
    const polls = await page.getMany();
    return { polls: await this.seenBy(actor, workspace, polls), next: nextOf(polls, MAX_PAGE, 'id') };
  }

  /** @throws Problem 404, also for a poll of another workspace */
  async find(actor: Actor, workspace: string, id: string): Promise<PollView> {
    const poll = await this.polls.findOneBy({ id, workspace });
    if (poll === null) throw unknownPoll();
    return (await this.seenBy(actor, workspace, [poll]))[0]!;
  }

  /** @throws Problem 404 for the workspace, 409 beyond the limit of polls, 422 */
  async create(actor: Actor, workspace: string, given: PollDto): Promise<PollView> {
    const content = checkedPoll(given, [], Date.now());
    const id = randomUUID();
    await this.store.change(actor, async (changes) => {
      await lockWorkspace(changes, workspace);
      if ((await changes.of(Poll).countBy({ workspace })) >= MAX_POLLS)
        throw new Problem(
          'conflict',
          `The workspace ${workspace} already has ${MAX_POLLS} polls, the maximum; delete an unused one first.`,
        );
      await requireMembers(changes, workspace, content.audience);
      await changes.of(Poll).insert({ id, workspace, ...content, createdBy: actor.subject });
      await changes.audit('poll.create', `poll:${id}`, { workspace, detail: auditDetail(content) });
    });
    return this.find(actor, workspace, id);
  }

  /** Replaces question and options; answers stay. @throws Problem 404, 409 if the poll is closed or its answers forbid it, 412, 422 */
  async replace(actor: Actor, workspace: string, id: string, given: PollDto, ifRevision: number | undefined): Promise<PollView> {
    await this.store.change(actor, async (changes) => {
      const before = await lock(changes, workspace, id);
      requireRevision('The poll', before, ifRevision);
      requireOpen(before);
      const content = checkedPoll(given, before.options, Date.now());
      await requireMembers(changes, workspace, content.audience);
      requireUnchanged(content, before, await answeredIn(changes, id));
      await changes.of(Poll).update({ id }, content);
      await changes.audit('poll.update', `poll:${id}`, { workspace, detail: auditDetail(content) });
    });
    return this.find(actor, workspace, id);
  }

  /** Closes a poll permanently; again, it changes nothing. @throws Problem 404 */
  async close(actor: Actor, workspace: string, id: string): Promise<PollView> {
    await this.store.change(actor, async (changes) => {
      const before = await lock(changes, workspace, id);
      if (before.closedAt === null) await closeLocked(changes, before, before.closed ? 'closes_at' : 'now()');
    });
    return this.find(actor, workspace, id);
  }

  /** Deletes a poll with all its answers. @throws Problem 404, 412 */
  remove(actor: Actor, workspace: string, id: string, ifRevision: number | undefined): Promise<void> {
    return this.store.change(actor, async (changes) => {
      const before = await lock(changes, workspace, id);
      requireRevision('The poll', before, ifRevision);
      await changes.of(Poll).delete({ id });
      await changes.audit('poll.remove', `poll:${id}`, { workspace, detail: { question: before.question } });
    });
  }

  private async seenBy(actor: Actor, workspace: string, rows: readonly Poll[]): Promise<PollView[]> {
    const member = await actingMember(this.memberships, actor, workspace);
    const chosen = await this.own.in(rows, member?.personId);
    return rows.map((row) =>
      viewOf(row, { mayAnswer: member !== undefined && !row.closed && isInAudience(row.audience, member), mine: chosen.get(row.id) ?? [] }),
    );
  }
}

/** Deletes the polls, with all answers, of a workspace that is being removed. */
export async function removePollsOf(changes: ChangeSet, workspace: string): Promise<void> {
  await changes.of(Poll).delete({ workspace });
}

export const unknownPoll = (): Problem => new Problem('not-found', 'This workspace has no such poll.');

/** @throws Problem 409 */
export function requireOpen({ closed }: Pick<Poll, 'closed'>): void {
  if (closed) throw new Problem('conflict', 'The poll is closed; its question and answers can no longer change.');
}

async function lock(changes: ChangeSet, workspace: string, id: string): Promise<Poll> {
  const poll = await changes.of(Poll).findOne({ where: { id, workspace }, lock: { mode: 'pessimistic_write' } });
  if (poll === null) throw unknownPoll();
  return poll;
}

/**
 * Checks the people of an audience, since a mistyped id would exclude a person without anybody noticing.
 * @throws Problem 422 with a pointer to the first unknown person
 */
async function requireMembers(changes: ChangeSet, workspace: string, audience: PollAudience): Promise<void> {
  if (audience.kind !== 'people') return;
  const members = await changes.of(Membership).findBy({ workspace, person: In(audience.people) });
  const at = audience.people.findIndex((id) => !members.some(({ person }) => person === id));
  if (at === -1) return;
  throw new Problem('invalid', `The workspace has no person with the id ${audience.people[at]}.`, {
    errors: [{ pointer: `/audience/people/${at}`, detail: 'is not a person of the workspace' }],
  });
}

async function answeredIn(changes: ChangeSet, id: string): Promise<Answered> {
  const { rows } = await changes.client.query<{ tally: Omit<Answered, 'most'>; most: number }>(
    `select (${TALLY}) as tally, (select coalesce(max(cardinality(a.options)), 0) from poll_answer a
      where a.poll = poll.id) as most from poll where id = $1`,
    [id],
  );
  return { ...rows[0]!.tally, most: rows[0]!.most };
}

/** The content of a poll for the audit. */
function auditDetail({ question, options, audience, closesAt, results, anonymous }: PollContent): object {
  return { question, options: options.map(({ text }) => text), audience, closesAt, results, anonymous };
}
