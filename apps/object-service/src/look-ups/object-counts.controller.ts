import { Body, Controller, Header, HttpCode, Inject, Post, UseGuards } from '@nestjs/common';
import type { Pool } from 'pg';
import { InternalGuard } from '#identity/internal-guard.js';
import { textArray } from '#postgres/binary-array.js';
import { Problem } from '#problems/problem.js';
import { LOOK_UP_POOL } from '../storage/pools.js';

export interface ObjectCount {
  workspace: string;
  /** Objects that are not erased. */
  objects: number;
  /** Created today (UTC). */
  createdToday: number;
}

const MAX_WORKSPACES = 500;

const COUNTS = `
  select w.workspace, greatest(coalesce(sum(c.objects), 0), 0)::bigint as objects, coalesce(sum(c.created)
  filter (where c.day = (now() at time zone 'utc')::date), 0)::bigint as "createdToday"
  from unnest($1::text[]) as w (workspace) left join object_count c on c.workspace = w.workspace group by w.workspace`;

@Controller('internal/object-counts')
@UseGuards(InternalGuard)
export class ObjectCountsController {
  constructor(@Inject(LOOK_UP_POOL) private readonly pool: Pool) {}

  /** How many objects each of the workspaces has. A POST, since there may be many workspaces. */
  @Post()
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async read(@Body() body: unknown): Promise<{ counts: ObjectCount[] }> {
    const { workspaces } = (body ?? {}) as { workspaces?: unknown };
    if (
      !Array.isArray(workspaces) ||
      workspaces.length > MAX_WORKSPACES ||
      !workspaces.every((each) => typeof each === 'string' && !each.includes('\0'))
    ) {
      throw new Problem('invalid', `workspaces must be an array of at most ${MAX_WORKSPACES} ids.`, {
        errors: [{ pointer: '/workspaces', detail: 'must be an array of ids' }],
      });
    }
    const { rows } = await this.pool.query<ObjectCount>(COUNTS, [textArray(workspaces as string[])]);
    return { counts: rows };
  }
}
