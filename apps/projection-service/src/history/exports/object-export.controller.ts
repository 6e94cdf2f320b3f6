import { Controller, Get, Headers, Param, Query, Req, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { forwardedNarrowing, NARROWED_HEADER } from '#identity/forwarded-narrowing.js';
import { InternalGuard } from '#identity/internal-guard.js';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { MissingObjects } from '../../reading/missing-objects.js';
import { pathId } from '../../reading/path-values.js';
import { QueryParameters, type RawQuery } from '../../reading/query-parameters.js';
import { refuseNarrowedPlace } from '../query/requested-parameters.js';
import { ObjectExport } from './object-export.js';
import { OpenExports } from './open-exports.js';

/** The export of one object's data; the gateway has authorised the caller. */
@Controller('groups/:group/externalObjects/:externalId/export')
@UseGuards(InternalGuard)
@UseInterceptors(new DatabaseProblems('The projection cannot be read at the moment. Try again.'))
export class ObjectExportController {
  constructor(
    private readonly exports: ObjectExport,
    private readonly open: OpenExports,
    private readonly missing: MissingObjects,
  ) {}

  @Get()
  async export(
    @Param('group') group: string,
    @Param('externalId') externalId: string,
    @Query() query: RawQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Headers(NARROWED_HEADER) narrowed?: string,
  ): Promise<void> {
    new QueryParameters(query, []);
    const narrowing = forwardedNarrowing(narrowed);
    refuseNarrowedPlace(narrowing);
    const lines = await this.exports.begin(pathId('group', group), pathId('externalId', externalId), narrowing);
    if (!lines) throw await this.missing.problem(group, externalId, narrowing);
    return this.open.send(
      { workspace: pathId('group', group), pieces: lines, headers: { 'content-type': 'application/x-ndjson' } },
      request,
      reply,
    );
  }
}
