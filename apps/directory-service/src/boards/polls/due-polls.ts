import { Injectable } from '@nestjs/common';
import { upkeepActor } from '../../auditing/actor.js';
import type { Poll } from '../../entities/poll.entity.js';
import { DirectoryStore } from '../../publishing/directory-store.js';
import { closeLocked } from './closing.js';

/** Condition for polls to close. Not in an arriving workspace, since the other installation has the answers and closes its polls. */
const DUE = `closed_at is null and closes_at <= clock_timestamp()
  and not exists (select from workspace w where w.id = poll.workspace and w.move->>'state' = 'receiving')`;

/** Closes polls at their closing time, from which they accept no answers, and drops the connection of people and anonymous answers. */
@Injectable()
export class DuePolls {
  constructor(private readonly store: DirectoryStore) {}

  async forget(maxRows: number): Promise<void> {
    const { rows } = await this.store.pool.query<{ id: string }>(`select id from poll where ${DUE} order by closes_at limit $1`, [maxRows]);
    for (const { id } of rows) {
      await this.store.change(upkeepActor('poll-closing'), async (changes) => {
        // Not found if it was closed, extended or deleted in the meantime.
        const { rows: found } = await changes.client.query<Pick<Poll, 'id' | 'workspace' | 'anonymous'>>(
          `select id, workspace, anonymous from poll where id = $1 and ${DUE} for update`,
          [id],
        );
        if (found[0] !== undefined) await closeLocked(changes, found[0], 'closes_at');
      });
    }
  }
}
