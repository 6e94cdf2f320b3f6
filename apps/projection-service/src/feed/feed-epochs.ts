import type { Pool } from 'pg';

/** The epoch of the log that cursors belong to. Read only once: a rebuild keeps it, and a reset ends the process. */
export class FeedEpochs {
  private known: string | undefined;

  constructor(private readonly pool: Pool) {}

  async current(): Promise<string> {
    this.known ??= (await this.pool.query<{ epoch: string }>('select epoch from feed_epoch')).rows[0]!.epoch;
    return this.known;
  }
}
