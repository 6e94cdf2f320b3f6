import { Module, type OnModuleInit } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { Database } from '#service/database.js';
import { InternalRoutes } from './internal-routes.js';
import { refuseNul } from './refuse-nul.js';
import { refuseUnmigrated } from './refuse-unmigrated.js';

/** Checks that apply to every route. */
@Module({
  providers: [
    { provide: APP_GUARD, useClass: InternalRoutes },
    {
      provide: APP_INTERCEPTOR,
      useFactory: () => new DatabaseProblems('The directory is unavailable at the moment. Nothing was changed; try again.'),
    },
  ],
})
export class HttpModule implements OnModuleInit {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    const fastify = this.adapter.httpAdapter.getInstance<FastifyInstance>();
    refuseNul(fastify);
    refuseUnmigrated(fastify, () => this.database.isMigrated);
  }
}
