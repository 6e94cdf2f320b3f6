import { Controller, Get, Param, Query, Req, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { forwardedNarrowing, NARROWED_HEADER } from '#identity/forwarded-narrowing.js';
import { InternalGuard } from '#identity/internal-guard.js';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { invalidParameter } from '#problems/invalid-parameter.js';
import { pathId } from '../reading/path-values.js';
import { QueryParameters, type RawQuery } from '../reading/query-parameters.js';
import { ViewStream } from './view-stream.js';

const FEW = 20;
const MAX_NAME = 256;

/** Live views of a map. */
@Controller('groups/:group/view')
@UseGuards(InternalGuard)
@UseInterceptors(new DatabaseProblems('The projection cannot be read at the moment. Try again.'))
export class ViewController {
  constructor(private readonly views: ViewStream) {}

  @Get()
  async follow(
    @Param('group') group: string,
    @Query() query: RawQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const parameters = new QueryParameters(query, ['bbox', 'type']);
    const box = parameters.box('bbox');
    if (box === undefined) throw invalidParameter('bbox', 'It is required: the visible area as west,south,east,north in degrees.');
    const types = parameters.texts('type', { maxCount: FEW, maxCharacters: MAX_NAME });
    await this.views.open(
      { workspace: pathId('group', group), box, types, narrowing: forwardedNarrowing(request.headers[NARROWED_HEADER]) },
      request,
      reply,
    );
  }
}
