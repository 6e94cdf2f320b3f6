import { Injectable } from '@nestjs/common';
import { upkeepActor } from '../../auditing/actor.js';
import type { Poll } from '../../entities/poll.entity.js';
import { DirectoryStore } from '../../publishing/directory-store.js';
import { closeLocked } from './closing.js';

/** Where a workspace is arriving, the other installation has the answers, and closes its polls. */
const DUE = `closed_at is null and closes_at <= clock_timestamp()
  and not exists (select from workspace w where w.id = poll.workspace and w.move->>'state' = 'receiving')`;

/** Polls whose time has come: they take no answers from that moment on; here what ties people to anonymous answers is dropped. */
@Injectable()
export class DuePolls {
  constructor(private readonly store: DirectoryStore) {}

  async forget(maxRows: number): Promise<void> {
    const { rows } = await this.store.pool.query<{ id: string }>(`select id from poll where ${DUE} order by closes_at limit $1`, [maxRows]);
    for (const { id } of rows) {
      await this.store.change(upkeepActor('poll-closing'), async (changes) => {
        // Closed by hand, given more time, or deleted since it was looked for.
        const { rows: found } = await changes.client.query<Pick<Poll, 'id' | 'workspace' | 'anonymous'>>(
          `select id, workspace, anonymous from poll where id = $1 and ${DUE} for update`,
          [id],
        );
        if (found[0] !== undefined) await closeLocked(changes, found[0], 'closes_at');
      });
    }
  }
}
