import { Controller, Get, Param, Query, Req, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Narrowing } from '#identity/caller.js';
import { forwardedNarrowing, NARROWED_HEADER } from '#identity/forwarded-narrowing.js';
import { InternalGuard } from '#identity/internal-guard.js';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { MissingObjects } from '../reading/missing-objects.js';
import { narrowedLine } from '../reading/narrowed-change.js';
import { listName, nextUrl } from '../reading/page-links.js';
import { pathId } from '../reading/path-values.js';
import { QueryParameters, type RawQuery } from '../reading/query-parameters.js';
import { MAX_PAGE_CHARACTERS, PageCursors } from '../reading/signed-page.js';
import { EXPORT_PARAMETERS, exportWish } from './exports/export-format.js';
import { HistoryExports } from './exports/history-exports.js';
import { type HistoryPosition, ObjectHistory } from './object-history.js';
import { KeptHistory } from './query/kept-history.js';
import { type RequestedObject, RequestedObjects } from './query/requested-objects.js';
import { refuseNarrowedPlace, requestedTimes, TIME_PARAMETERS } from './query/requested-parameters.js';
import { TRIP_PARAMETERS, tripParameters, Trips, type TripsAnswer } from './trips.js';

const PAGE = { min: 1, max: 1000, default: 100 };

/** Reports of one object: in pages, as an export, or as trips and stops. The gateway has authorised the caller. */
@Controller('groups/:group/externalObjects/:externalId')
@UseGuards(InternalGuard)
@UseInterceptors(new DatabaseProblems('The projection cannot be read at the moment. Try again.'))
export class ObjectHistoryController {
  constructor(
    private readonly objects: RequestedObjects,
    private readonly histories: ObjectHistory,
    private readonly exports: HistoryExports,
    private readonly trips: Trips,
    private readonly pages: PageCursors,
    private readonly missing: MissingObjects,
    private readonly kept: KeptHistory,
  ) {}

  @Get('history')
  async history(
    @Param('group') group: string,
    @Param('externalId') externalId: string,
    @Query() query: RawQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const parameters = new QueryParameters(query, [...TIME_PARAMETERS, 'order', 'limit', 'page', ...EXPORT_PARAMETERS]);
    const [workspace, id, narrowing] = [
      pathId('group', group),
      pathId('externalId', externalId),
      forwardedNarrowing(request.headers[NARROWED_HEADER]),
    ];
    refuseNarrowedPlace(narrowing);
    const wish = exportWish(parameters, request.headers.accept);
    if (wish) {
      const requested = { workspace, ...requestedTimes(parameters, false), narrowing };
      return this.exports.send(requested, [[await this.find(workspace, id, narrowing)]], wish, request, reply);
    }
    const limit = parameters.integer('limit', PAGE);
    const wanted = {
      workspace,
      externalId: id,
      from: parameters.time('from'),
      to: parameters.time('to'),
      order: parameters.choice('order', ['newest', 'oldest'], 'newest'),
    };
    const list = listName('history', { ...wanted, narrowing });
    const page = parameters.text('page', MAX_PAGE_CHARACTERS);
    const after = page === undefined ? undefined : (this.pages.decode(list, page) as HistoryPosition);
    // Whether a narrowed token may see the object depends on its present state.
    if (narrowing) await this.find(workspace, id, narrowing);
    const { lines, last } = await this.histories.page({ ...wanted, shown: this.kept.shownSince(workspace) }, after, limit);
    if (lines.length === 0) await this.find(workspace, id);
    const path = `/groups/${encodeURIComponent(group)}/externalObjects/${encodeURIComponent(externalId)}/history`;
    const next = last ? nextUrl(path, query, this.pages.encode(list, last)) : null;
    const body = `{"history":[${lines.map((line) => narrowedLine(line, narrowing)).join(',\n')}],"next":${JSON.stringify(next)}}`;
    await reply.header('cache-control', 'no-store').header('content-type', 'application/json; charset=utf-8').send(body);
  }

  @Get('trips')
  async tripsOf(
    @Param('group') group: string,
    @Param('externalId') externalId: string,
    @Query() query: RawQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const parameters = new QueryParameters(query, [...TIME_PARAMETERS, ...TRIP_PARAMETERS]);
    const [workspace, id, narrowing] = [
      pathId('group', group),
      pathId('externalId', externalId),
      forwardedNarrowing(request.headers[NARROWED_HEADER]),
    ];
    refuseNarrowedPlace(narrowing);
    const requested = { workspace, ...requestedTimes(parameters, true), narrowing };
    const wanted = tripParameters(parameters);
    const answer: TripsAnswer = await this.trips.of(requested, await this.find(workspace, id, narrowing), wanted);
    await reply.header('cache-control', 'no-store').send(answer);
  }

  /** @throws Problem unknown-object, also if a narrowed token may not see the object */
  private async find(workspace: string, externalId: string, narrowing?: Narrowing): Promise<RequestedObject> {
    const object = await this.objects.find(workspace, externalId, narrowing);
    if (!object) throw await this.missing.problem(workspace, externalId, narrowing);
    return object;
  }
}
