import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import type { Pool } from 'pg';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { CONFIG } from '#service/tokens.js';
import type { Config } from '../configuration/config.js';
import { AreaPublisher } from '../publishing/area-publisher.js';
import { PublishingModule } from '../publishing/publishing.module.js';
import { ROUTES_POOL, StorageModule } from '../storage/storage.module.js';
import { AdoptedAreasController } from './adopted-areas.controller.js';
import { AreasController } from './areas.controller.js';
import { Areas } from './areas.js';

/** Areas as people define them. */
@Module({
  imports: [StorageModule, PublishingModule],
  controllers: [AreasController, AdoptedAreasController],
  providers: [
    {
      provide: Areas,
      useFactory: (pool: Pool, publisher: AreaPublisher, { maxAreas, maxAreasAtAPlace }: Config) =>
        new Areas(pool, publisher, { areas: maxAreas, atAPlace: maxAreasAtAPlace }),
      inject: [ROUTES_POOL, AreaPublisher, CONFIG],
    },
    {
      provide: APP_INTERCEPTOR,
      useFactory: () => new DatabaseProblems('Areas are unavailable at the moment. Nothing was changed; try again.'),
    },
  ],
  exports: [Areas],
})
export class AreasModule {}
