import { Controller, Get, HttpCode, Post, Query, UseGuards, UseInterceptors } from '@nestjs/common';
import { InternalGuard } from '#identity/internal-guard.js';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { QueryParameters, type RawQuery } from '../reading/query-parameters.js';
import { RebuildProcess } from './rebuild-process.js';
import { type RebuildRun, RebuildRuns } from './rebuild-runs.js';

/** Rebuilds of the projection, for operators; the gateway has authorised and noted the call. */
@Controller('operator/rebuild')
@UseGuards(InternalGuard)
@UseInterceptors(new DatabaseProblems('The projection can not be read at the moment. Try again.'))
export class RebuildController {
  constructor(
    private readonly rebuilds: RebuildProcess,
    private readonly runs: RebuildRuns,
  ) {}

  @Get()
  async list(@Query() query: RawQuery): Promise<{ rebuilds: RebuildRun[] }> {
    new QueryParameters(query, []);
    return { rebuilds: await this.runs.list() };
  }

  @Post()
  @HttpCode(202)
  start(@Query() query: RawQuery): Promise<RebuildRun> {
    return this.rebuilds.start(new QueryParameters(query, ['check']).flag('check'));
  }
}
