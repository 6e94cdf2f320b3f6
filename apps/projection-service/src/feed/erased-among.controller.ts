import { Body, Controller, HttpCode, Inject, Param, Post, UseGuards, UseInterceptors } from '@nestjs/common';
import type { Pool } from 'pg';
import { InternalGuard } from '#identity/internal-guard.js';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { Problem } from '#problems/problem.js';
import { pathId } from '../reading/path-values.js';
import { FEED_POOL } from '../storage/pools.js';

/** The most changes in one message of a webhook. */
const MAX_IDS = 1000;

/** For services that store changes for some time: which of these objects have been erased since. */
@Controller('groups/:group/erased-objects')
@UseGuards(InternalGuard)
@UseInterceptors(new DatabaseProblems('The projection cannot be read at the moment. Try again.'))
export class ErasedAmongController {
  constructor(@Inject(FEED_POOL) private readonly pool: Pool) {}

  /** Returns the revision of each object's last erasure; earlier changes must no longer be sent. */
  @Post()
  @HttpCode(200)
  async among(@Param('group') group: string, @Body() body: unknown): Promise<{ erased: { externalId: string; revision: number }[] }> {
    const { externalIds } = (body ?? {}) as { externalIds?: unknown };
    if (!Array.isArray(externalIds) || externalIds.length > MAX_IDS || externalIds.some((id) => typeof id !== 'string')) {
      throw new Problem('invalid', `externalIds must be a list of at most ${MAX_IDS} ids.`, {
        errors: [{ pointer: '/externalIds', detail: `must be at most ${MAX_IDS} ids` }],
      });
    }
    const { rows } = await this.pool.query<{ externalId: string; revision: number }>({
      name: 'erased-among',
      text: 'select external_id as "externalId", revision from erased_object where workspace = $1 and external_id = any($2::text[])',
      values: [pathId('group', group), externalIds],
    });
    return { erased: rows };
  }
}
