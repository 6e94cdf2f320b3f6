import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { READ_POOL } from '../storage/pools.js';
import { StorageModule } from '../storage/storage.module.js';
import { TileCache } from './tile-cache.js';
import { TileReader } from './tile-reader.js';
import { TileRows } from './tile-rows.js';
import { TilesController } from './tiles.controller.js';

/** Map tiles with objects, or with counts by cell where there are many objects. */
@Module({
  imports: [StorageModule],
  controllers: [TilesController],
  providers: [{ provide: TileCache, useFactory: (pool: Pool) => new TileCache(new TileReader(new TileRows(pool))), inject: [READ_POOL] }],
})
export class TilesModule {}
