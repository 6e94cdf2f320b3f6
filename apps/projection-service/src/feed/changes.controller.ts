import { Controller, Get, Param, Query, Req, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { Problem } from '#problems/problem.js';
import { forwardedNarrowing, NARROWED_HEADER } from '#identity/forwarded-narrowing.js';
import { InternalGuard } from '#identity/internal-guard.js';
import { pathId } from '../reading/path-values.js';
import { QueryParameters, type RawQuery } from '../reading/query-parameters.js';
import { ChangesFeed } from './changes-feed.js';
import { FEED_MODES } from './cursor.js';

const PAGE = { min: 1, max: 5000, default: 1000 };
const MAX_WAIT_SECONDS = 30;

@Controller('groups/:group/changes')
@UseGuards(InternalGuard)
@UseInterceptors(new DatabaseProblems('The projection can not be read at the moment. Try again.'))
export class ChangesController {
  constructor(private readonly feed: ChangesFeed) {}

  @Get()
  async changes(@Param('group') group: string, @Query() query: RawQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const parameters = new QueryParameters(query, ['cursor', 'limit', 'wait', 'mode']);
    const wanted = {
      workspace: pathId('group', group),
      cursor: parameters.text('cursor', 200_000) ?? 'earliest',
      limit: parameters.integer('limit', PAGE),
      waitMs: parameters.integer('wait', { min: 0, max: MAX_WAIT_SECONDS, default: 0 }) * 1000,
      mode: parameters.choice('mode', FEED_MODES, 'events'),
      narrowing: forwardedNarrowing(request.headers[NARROWED_HEADER]),
    };
    if (wanted.narrowing?.bbox !== undefined) throw new Problem('forbidden', 'What is narrowed to an area shows where objects are now, and no feed: changes may lie outside.');
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const body = await this.feed.changes(wanted, gone.signal);
    if (request.raw.destroyed && gone.signal.aborted) return;
    await reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store').send(body);
  }
}
