import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { READ_POOL } from '../../storage/pools.js';

/** The part of the history that may be missing in an answer about a place. */
export interface PresenceGap {
  receivedBefore: string;
  detail: string;
}

/** Progress of the backfill for history from before the presence table existed (presence-backfill.ts). */
@Injectable()
export class PresenceProgress {
  private done = false;

  constructor(@Inject(READ_POOL) private readonly pool: Pool) {}

  /** The missing part; undefined if all kept history is covered. */
  async gapBefore(): Promise<PresenceGap | undefined> {
    if (this.done) return undefined;
    const { rows } = await this.pool.query<{ not_before: Date; done_at: Date | null }>('select not_before, done_at from presence_progress');
    this.done = rows[0]?.done_at !== null;
    const receivedBefore = rows[0]!.not_before.toISOString();
    return this.done
      ? undefined
      : {
          receivedBefore,
          detail: 'What was received before is still being gone through; until that is done, objects that were here may be missing.',
        };
  }
}
