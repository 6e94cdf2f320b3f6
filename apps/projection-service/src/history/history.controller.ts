import { Controller, Get, Param, Query, Req, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { forwardedNarrowing, NARROWED_HEADER } from '#identity/forwarded-narrowing.js';
import { InternalGuard } from '#identity/internal-guard.js';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { invalidParameter } from '#problems/invalid-parameter.js';
import { listName, nextUrl } from '../reading/page-links.js';
import { pathId } from '../reading/path-values.js';
import { QueryParameters, type RawQuery } from '../reading/query-parameters.js';
import { MAX_PAGE_CHARACTERS, PageCursors } from '../reading/signed-page.js';
import { EXPORT_PARAMETERS, exportWish } from './exports/export-format.js';
import { HistoryExports } from './exports/history-exports.js';
import { HistoryPages, type PageEnd } from './history-pages.js';
import { type PositionsAt, PositionsThen } from './positions-then.js';
import { PresenceProgress } from './presence/presence-progress.js';
import type { HistoryQuery } from './query/history-query.js';
import { RequestedObjects } from './query/requested-objects.js';
import { OBJECT_PARAMETERS, refuseNarrowedPlace, requestedObjects, requestedTimes, TIME_PARAMETERS } from './query/requested-parameters.js';
import { PLACE_PARAMETERS, RequestedRegions } from './query/requested-regions.js';

const PAGE = { min: 1, max: 1000, default: 100 };
const MILLISECOND = 1;

/** Reports of many objects, in a workspace or in a place; the gateway has authorised the caller. */
@Controller('groups/:group')
@UseGuards(InternalGuard)
@UseInterceptors(new DatabaseProblems('The projection cannot be read at the moment. Try again.'))
export class HistoryController {
  constructor(
    private readonly objects: RequestedObjects,
    private readonly regions: RequestedRegions,
    private readonly histories: HistoryPages,
    private readonly then: PositionsThen,
    private readonly exports: HistoryExports,
    private readonly progress: PresenceProgress,
    private readonly pages: PageCursors,
  ) {}

  @Get('history')
  async history(
    @Param('group') group: string,
    @Query() query: RawQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const parameters = new QueryParameters(query, [
      ...TIME_PARAMETERS,
      ...OBJECT_PARAMETERS,
      ...PLACE_PARAMETERS,
      'limit',
      'page',
      ...EXPORT_PARAMETERS,
    ]);
    const narrowing = forwardedNarrowing(request.headers[NARROWED_HEADER]);
    refuseNarrowedPlace(narrowing);
    const workspace = pathId('group', group);
    const place = this.regions.of(parameters, workspace);
    const wish = exportWish(parameters, request.headers.accept);
    const list = listName('histories', {
      workspace,
      from: parameters.time('from'),
      to: parameters.time('to'),
      ...requestedObjects(parameters),
      place: place.key,
      narrowing,
    });
    const page = parameters.text('page', MAX_PAGE_CHARACTERS);
    const [begun, ...after] = page === undefined ? [] : (this.pages.decode(list, page) as [string, ...PageEnd]);
    const requested: HistoryQuery = {
      workspace,
      ...requestedTimes(parameters, place.region !== undefined, begun),
      ...requestedObjects(parameters),
      region: place.region,
      narrowing,
    };
    if (wish) return this.exports.send(requested, this.objects.each(requested), wish, request, reply);
    // Before the read, since stays that are added in the meantime may be missing in the result.
    const gap = place.region && (await this.progress.gapBefore());
    const { lines, end } = await this.histories.page(
      requested,
      begun === undefined ? undefined : (after as unknown as PageEnd),
      parameters.integer('limit', PAGE),
    );
    const next = end
      ? nextUrl(`/groups/${encodeURIComponent(group)}/history`, query, this.pages.encode(list, [requested.to, ...end]))
      : null;
    const body = `{"history":[${lines.join(',\n')}],"next":${JSON.stringify(next)}${gap ? `,"incomplete":${JSON.stringify(gap)}` : ''}}`;
    await reply.header('cache-control', 'no-store').header('content-type', 'application/json; charset=utf-8').send(body);
  }

  /** The position of every object at an instant: the newest one observed until then. */
  @Get('positions')
  async positions(
    @Param('group') group: string,
    @Query() query: RawQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const parameters = new QueryParameters(query, ['at', ...OBJECT_PARAMETERS, ...PLACE_PARAMETERS, 'limit', 'page']);
    const narrowing = forwardedNarrowing(request.headers[NARROWED_HEADER]);
    refuseNarrowedPlace(narrowing);
    const workspace = pathId('group', group);
    const at = parameters.time('at');
    if (at === undefined) throw invalidParameter('at', 'It is required; send a time such as 2026-11-21T14:03:00Z.');
    const place = this.regions.of(parameters, workspace);
    const list = listName('positions', { workspace, at, ...requestedObjects(parameters), place: place.key, narrowing });
    const page = parameters.text('page', MAX_PAGE_CHARACTERS);
    const after = page === undefined ? undefined : String(this.pages.decode(list, page)[0]);
    const requested: HistoryQuery = {
      workspace,
      from: at,
      to: new Date(Date.parse(at) + MILLISECOND).toISOString(),
      ...requestedObjects(parameters),
      region: place.region,
      narrowing,
    };
    const incomplete = place.region && (await this.progress.gapBefore());
    const { positions, end } = await this.then.page(requested, after, parameters.integer('limit', PAGE));
    const next =
      end === undefined ? null : nextUrl(`/groups/${encodeURIComponent(group)}/positions`, query, this.pages.encode(list, [end]));
    const answer: PositionsAt = { at, positions, next, incomplete };
    await reply.header('cache-control', 'no-store').send(answer);
  }
}
