import { Injectable } from '@nestjs/common';
import type { AdoptedPollDto, PollEndDto } from '#contracts/directory/dto/adopted-boards.dto.js';
import { Problem } from '#problems/problem.js';
import type { Actor } from '../../auditing/actor.js';
import type { PollOption, Tally } from '../../entities/poll.entity.js';
import { DirectoryStore } from '../../publishing/directory-store.js';
import { lockReceiving } from '../../publishing/locked-workspace.js';
import { checkedPoll, invalid } from './poll-rules.js';

/** Polls of workspaces that are being moved here (docs/decisions, 33): question and final counts, but not who answered what. */
@Injectable()
export class AdoptedPolls {
  constructor(private readonly store: DirectoryStore) {}

  /**
   * Creates or replaces a poll; its id, options, times, author and revision stay. A closed poll has its counts, an open one no answers.
   * @throws Problem 404, 409 unless the workspace is arriving, or if the id belongs to another workspace, 422
   */
  adopt(actor: Actor, workspace: string, id: string, given: AdoptedPollDto): Promise<void> {
    const unnamed = given.options.findIndex((option) => option.id === undefined);
    if (unnamed !== -1) throw invalid(`/options/${unnamed}/id`, 'is missing');
    // `-Infinity`, since its closing time may have passed.
    const poll = checkedPoll(given, given.options as PollOption[], -Infinity);
    const tally = given.end === undefined ? null : tallyOf(given.end, poll.options);
    return this.store.change(actor, async (changes) => {
      await lockReceiving(changes, workspace);
      const { rowCount } = await changes.client.query(ADOPT, [
        id,
        workspace,
        poll.question,
        poll.description,
        JSON.stringify(poll.options),
        poll.multiple,
        JSON.stringify(poll.audience),
        poll.closesAt,
        given.end?.closedAt ?? null,
        poll.results,
        poll.anonymous,
        tally === null ? null : JSON.stringify(tally),
        given.createdBy,
        given.createdAt,
        given.updatedAt,
        given.revision,
      ]);
      if (rowCount === 0) throw new Problem('conflict', `The poll ${id} belongs to another workspace here.`);
      await changes.audit('poll.adopt', `poll:${id}`, { workspace, detail: { question: poll.question, isClosed: tally !== null } });
    });
  }
}

function tallyOf({ total, counts }: PollEndDto, options: readonly PollOption[]): Tally {
  if (counts.length !== options.length) throw invalid('/end/counts', 'must have one number for each option');
  return { total, counts: Object.fromEntries(options.map((option, at) => [option.id, counts[at]!])) };
}

const ADOPT = `insert into poll (id, workspace, question, description, options, multiple, audience, closes_at, closed_at, results,
    anonymous, tally, created_by, created_at, updated_at, revision)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
   on conflict (id) do update set question = excluded.question, description = excluded.description, options = excluded.options,
    multiple = excluded.multiple, audience = excluded.audience, closes_at = excluded.closes_at, closed_at = excluded.closed_at,
    results = excluded.results, anonymous = excluded.anonymous, tally = excluded.tally, created_by = excluded.created_by,
    created_at = excluded.created_at, updated_at = excluded.updated_at, revision = excluded.revision
   where poll.workspace = excluded.workspace`;
