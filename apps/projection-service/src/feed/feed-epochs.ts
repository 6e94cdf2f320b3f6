import type { DataSource } from 'typeorm';
import { FeedEpoch } from '../tables/feed-epoch.entity.js';

/** The epoch of the log that cursors point into; asked for once, since a rebuild keeps it and a reset ends the process. */
export class FeedEpochs {
  private known: string | undefined;

  constructor(private readonly dataSource: DataSource) {}

  async current(): Promise<string> {
    this.known ??= (await this.dataSource.getRepository(FeedEpoch).findOneByOrFail({ single: true })).epoch;
    return this.known;
  }
}
