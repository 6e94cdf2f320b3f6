import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { HoldsModule } from '../holds/holds.module.js';
import { WorkspaceHolds } from '../holds/workspace-holds.js';
import { UNIT_POOL } from '../storage/pools.js';
import { StorageModule } from '../storage/storage.module.js';
import { ObjectQuotas } from './object-quotas.js';

/** How many objects workspaces may create. */
@Module({
  imports: [StorageModule, HoldsModule],
  providers: [
    {
      provide: ObjectQuotas,
      useFactory: (pool: Pool, limits: DirectoryCopy, holds: WorkspaceHolds) =>
        new ObjectQuotas({ pool, limits, known: () => holds.known() }),
      inject: [UNIT_POOL, DirectoryCopy, WorkspaceHolds],
    },
  ],
  exports: [ObjectQuotas],
})
export class QuotasModule {}
