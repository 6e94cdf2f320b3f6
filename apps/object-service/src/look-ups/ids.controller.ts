import { Controller, Get, Header, Inject, Param, UseGuards } from '@nestjs/common';
import type { Pool } from 'pg';
import { InternalGuard } from '#identity/internal-guard.js';
import { isErased, isOwned } from '#object-rules/object.js';
import { Problem } from '#problems/problem.js';
import { loadObjects } from '../storage/load-objects.js';
import { LOOK_UP_POOL } from '../storage/pools.js';

/** An operator's view of an id: its owner and whether it is in use, without data of the object. */
export interface UsedId {
  externalId: string;
  /** Null if the id was released and not used again. */
  workspace: string | null;
  /** True if only the id is still stored. */
  erased: boolean;
  revision: number;
  /** Time of the last change; RFC 3339. */
  updatedAt: string;
}

@Controller('internal/ids')
@UseGuards(InternalGuard)
export class IdsController {
  constructor(@Inject(LOOK_UP_POOL) private readonly pool: Pool) {}

  /** 404 if the id was never used. */
  @Get(':externalId')
  @Header('cache-control', 'no-store')
  async find(@Param('externalId') externalId: string): Promise<UsedId> {
    const kept = externalId.includes('\0') ? undefined : (await loadObjects(this.pool, [externalId])).get(externalId);
    if (kept === undefined) throw new Problem('not-found', 'No workspace has ever used this id.');
    return {
      externalId,
      workspace: isOwned(kept) ? kept.workspace : null,
      erased: isErased(kept),
      revision: kept.revision,
      updatedAt: kept.updatedAt,
    };
  }
}
