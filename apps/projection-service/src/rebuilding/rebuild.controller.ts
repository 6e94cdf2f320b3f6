import { Controller, Get, HttpCode, Post, Query, UseGuards, UseInterceptors } from '@nestjs/common';
import { InternalGuard } from '#identity/internal-guard.js';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { invalidParameter } from '#problems/invalid-parameter.js';
import { QueryParameters, type RawQuery } from '../reading/query-parameters.js';
import { RebuildProcess } from './rebuild-process.js';
import { type RebuildRun, RebuildRuns } from './rebuild-runs.js';
import type { RebuildMode } from './rebuild-work.js';

/** Rebuilds of the projection, for operators. The gateway has authorised the call and written it to the audit. */
@Controller('operator/rebuild')
@UseGuards(InternalGuard)
@UseInterceptors(new DatabaseProblems('The projection cannot be read at the moment. Try again.'))
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
    return this.rebuilds.start(modeOf(new QueryParameters(query, ['check', 'acceptDifferences', 'undo'])));
  }
}

/** @throws Problem 400 when two modes are given */
function modeOf(parameters: QueryParameters): RebuildMode {
  const requested = (
    [
      ['check', 'check'],
      ['acceptDifferences', 'accept'],
      ['undo', 'undo'],
    ] as const
  ).filter(([name]) => parameters.flag(name));
  if (requested.length > 1) throw invalidParameter(requested[1]![0], `It cannot be combined with ${requested[0]![0]}.`);
  return requested[0]?.[1] ?? 'build';
}
