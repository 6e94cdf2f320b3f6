import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Poll } from '../../entities/poll.entity.js';
import { POOL } from '../../storage/storage.module.js';
import { VoterMarks } from './voter-marks.js';

/** A person's own answers, which only that person may see. */
@Injectable()
export class OwnAnswers {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly marks: VoterMarks,
  ) {}

  /**
   * The chosen options' ids by poll. Polls without an answer, or whose answer is no longer known, are missing.
   * @param personId undefined for a caller who cannot answer
   */
  async in(polls: readonly Pick<Poll, 'id' | 'anonymous'>[], personId: string | undefined): Promise<Map<string, string[]>> {
    if (personId === undefined || polls.length === 0) return new Map();
    const named = polls.filter(({ anonymous }) => !anonymous).map(({ id }) => id);
    const anonymous = polls.filter((poll) => poll.anonymous).map(({ id }) => id);
    const { rows } = await this.pool.query<{ poll: string; options: string[] }>(
      `select poll, options from poll_answer where person = $1 and poll = any($2::uuid[])
       union all select a.poll, a.options from unnest($3::uuid[], $4::bytea[]) as m(poll, mark) join poll_answer a using (poll, mark)`,
      [personId, named, anonymous, anonymous.map((id) => this.marks.of(id, personId))],
    );
    return new Map(rows.map(({ poll, options }) => [poll, options]));
  }
}
