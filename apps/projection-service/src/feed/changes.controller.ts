import { Controller, Get, Param, Query, Req, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { forwardedNarrowing, NARROWED_HEADER } from '#identity/forwarded-narrowing.js';
import { InternalGuard } from '#identity/internal-guard.js';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { Problem } from '#problems/problem.js';
import { clientGone } from '#service/client-gone.js';
import { preferredType } from '#service/preferred-type.js';
import { pathId } from '../reading/path-values.js';
import { QueryParameters, type RawQuery } from '../reading/query-parameters.js';
import { ChangeStreams } from './change-streams.js';
import { ChangesFeed, type ChangesQuery } from './changes-feed.js';
import { FEED_MODES } from './cursor.js';
import { feedFilterOf, FILTER_PARAMETERS } from './feed-filter.js';

const PAGE = { min: 1, max: 5000, default: 1000 };
const MAX_WAIT_SECONDS = 30;
const MAX_CURSOR = 200_000;

/** The feed in pages or as a stream (text/event-stream, WHATWG HTML 9.2), with the same cursors. */
@Controller('groups/:group/changes')
@UseGuards(InternalGuard)
@UseInterceptors(new DatabaseProblems('The projection cannot be read at the moment. Try again.'))
export class ChangesController {
  constructor(
    private readonly feed: ChangesFeed,
    private readonly streams: ChangeStreams,
  ) {}

  @Get()
  async changes(
    @Param('group') group: string,
    @Query() query: RawQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const parameters = new QueryParameters(query, ['cursor', 'limit', 'wait', 'mode', ...FILTER_PARAMETERS]);
    const mode = parameters.choice('mode', FEED_MODES, 'events');
    const wanted: ChangesQuery = {
      workspace: pathId('group', group),
      cursor: parameters.text('cursor', MAX_CURSOR) ?? 'earliest',
      limit: parameters.integer('limit', PAGE),
      waitMs: parameters.integer('wait', { min: 0, max: MAX_WAIT_SECONDS, default: 0 }) * 1000,
      mode,
      view: { filter: feedFilterOf(parameters, mode), narrowing: forwardedNarrowing(request.headers[NARROWED_HEADER]) },
    };
    if (wanted.view.narrowing?.bbox !== undefined)
      throw new Problem(
        'forbidden',
        'A token that is limited to an area shows current positions, but not the feed, because changes may lie outside the area.',
      );
    if (wantsStream(request.headers.accept)) {
      const id = lastEventId(request);
      return this.streams.open({ ...wanted, ...(id !== undefined && { cursor: id, cursorHeader: 'Last-Event-ID' }) }, request, reply);
    }
    const gone = clientGone(reply);
    const page = await this.feed.changes(wanted, gone);
    if (request.raw.destroyed && gone.aborted) return;
    await reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store').send(page);
  }
}

/** The cursor of an EventSource that connects again; the one in its URL is where it originally started. */
function lastEventId({ headers }: FastifyRequest): string | undefined {
  const id = headers['last-event-id'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Whether the client wants a stream. The gateway has checked Accept; a client that prefers pages gets pages. */
const wantsStream = (accept: string | undefined): boolean =>
  preferredType(accept, ['application/json', 'text/event-stream']) === 'text/event-stream';
