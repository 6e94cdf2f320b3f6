import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Narrowing } from '#identity/caller.js';
import { Problem } from '#problems/problem.js';
import { READ_POOL } from '../storage/pools.js';

/** The problem for a missing object, which shows whether it was erased. */
@Injectable()
export class MissingObjects {
  constructor(@Inject(READ_POOL) private readonly pool: Pool) {}

  /** 404 in both cases, since the object may be created again. For a narrowed token, erased objects look like missing ones. */
  async problem(workspace: string, externalId: string, narrowing?: Narrowing): Promise<Problem> {
    const { rows } = narrowing
      ? { rows: [] }
      : await this.pool.query<{ erased_at: Date }>('select erased_at from erased_object where workspace = $1 and external_id = $2', [
          workspace,
          externalId,
        ]);
    if (rows[0] === undefined)
      return new Problem(
        'unknown-object',
        'This workspace has no object with this externalId. A new object appears here some milliseconds after ' +
          'the answer to its update; to wait for it, send the operationId of that answer as Waymark-Position.',
      );
    const erasedAt = rows[0].erased_at.toISOString();
    return new Problem(
      'unknown-object',
      `The object was erased at ${erasedAt}; only its id is kept. An update with a location creates it again.`,
      { members: { erasedAt } },
    );
  }
}
