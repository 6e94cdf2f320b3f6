import { createHash } from 'node:crypto';
import { Body, Controller, Get, Header, Headers, HttpCode, Param, Post, Query, UseGuards, UseInterceptors } from '@nestjs/common';
import { AreaShape } from '#geofence/area-shape.js';
import { checkGeometry } from '#geofence/check-geometry.js';
import { DEFAULT_CONFIRM_SECONDS } from '#geofence/visit-fold.js';
import { forwardedNarrowing, NARROWED_HEADER } from '#identity/forwarded-narrowing.js';
import { InternalGuard } from '#identity/internal-guard.js';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { invalidParameter } from '#problems/invalid-parameter.js';
import { Problem } from '#problems/problem.js';
import { PresenceProgress } from '../history/presence/presence-progress.js';
import {
  OBJECT_PARAMETERS,
  refuseNarrowedPlace,
  requestedObjects,
  requestedTimes,
  TIME_PARAMETERS,
} from '../history/query/requested-parameters.js';
import { PLACE_PARAMETERS, PLACES, type RequestedPlace, RequestedRegions } from '../history/query/requested-regions.js';
import { listName, nextUrl } from '../reading/page-links.js';
import { pathId } from '../reading/path-values.js';
import { QueryParameters, type RawQuery } from '../reading/query-parameters.js';
import { MAX_PAGE_CHARACTERS, PageCursors } from '../reading/signed-page.js';
import { shapeRegion } from '../space/region.js';
import { Visits, type VisitsAnswer } from './visits.js';

const PAGE = { min: 1, max: 1000, default: 100 };
const CONFIRM = { min: 0, max: 86_400, default: DEFAULT_CONFIRM_SECONDS };
const COMMON = [...TIME_PARAMETERS, ...OBJECT_PARAMETERS, 'confirmSeconds', 'limit', 'page'] as const;

/** Visits of a place between two times, in an area or in any geometry; the gateway has authorised the caller. */
@Controller('groups/:group/visits')
@UseGuards(InternalGuard)
@UseInterceptors(new DatabaseProblems('The projection cannot be read at the moment. Try again.'))
export class VisitsController {
  constructor(
    private readonly regions: RequestedRegions,
    private readonly visits: Visits,
    private readonly progress: PresenceProgress,
    private readonly pages: PageCursors,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  of(@Param('group') group: string, @Query() query: RawQuery, @Headers(NARROWED_HEADER) narrowed?: string): Promise<VisitsAnswer> {
    const parameters = new QueryParameters(query, [...PLACE_PARAMETERS, ...COMMON]);
    return this.answer(group, query, parameters, this.regions.of(parameters, pathId('group', group)), narrowed);
  }

  /** For a geometry in the request. */
  @Post()
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  ofGeometry(
    @Param('group') group: string,
    @Query() query: RawQuery,
    @Body() body: unknown,
    @Headers(NARROWED_HEADER) narrowed?: string,
  ): Promise<VisitsAnswer> {
    return this.answer(group, query, new QueryParameters(query, COMMON), placeIn(body), narrowed);
  }

  private async answer(
    group: string,
    query: RawQuery,
    parameters: QueryParameters,
    place: RequestedPlace,
    narrowed: string | undefined,
  ): Promise<VisitsAnswer> {
    const narrowing = forwardedNarrowing(narrowed);
    refuseNarrowedPlace(narrowing);
    const { region, key } = place;
    if (region === undefined) throw invalidParameter('area', `Specify the place with one of ${PLACES.join(', ')}, or POST its geometry.`);
    const workspace = pathId('group', group);
    const confirmSeconds = parameters.integer('confirmSeconds', { ...CONFIRM, default: place.confirmSeconds ?? CONFIRM.default });
    const list = listName('visits', {
      workspace,
      from: parameters.time('from'),
      to: parameters.time('to'),
      ...requestedObjects(parameters),
      place: key,
      confirmSeconds,
      narrowing,
    });
    const page = parameters.text('page', MAX_PAGE_CHARACTERS);
    const [begun, after] = page === undefined ? [] : (this.pages.decode(list, page) as [string, string]);
    const requested = { workspace, ...requestedTimes(parameters, true, begun), ...requestedObjects(parameters), region, narrowing };
    const incomplete = await this.progress.gapBefore();
    const { visitors, end } = await this.visits.page(requested, confirmSeconds, after, parameters.integer('limit', PAGE));
    const next =
      end === undefined
        ? null
        : nextUrl(`/groups/${encodeURIComponent(group)}/visits`, query, this.pages.encode(list, [requested.to, end]));
    return { from: requested.from, to: requested.to, visitors, next, incomplete };
  }
}

/** @throws Problem invalid with a pointer into the body */
function placeIn(body: unknown): RequestedPlace {
  const { geometry, floor, ...others } = (typeof body === 'object' && body !== null ? body : {}) as { geometry?: unknown; floor?: unknown };
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw invalid(`/${other.slice(0, 100)}`, 'This property does not exist; the existing ones are geometry and floor.');
  if (floor !== undefined && typeof floor !== 'string' && typeof floor !== 'number')
    throw invalid('/floor', 'It must be a string or a number.');
  const checked = checkGeometry(geometry);
  if ('fault' in checked) throw invalid(`/geometry${checked.fault.pointer}`, checked.fault.detail);
  return {
    region: shapeRegion(new AreaShape(checked.geometry), floor),
    key: `posted=${createHash('sha256')
      .update(JSON.stringify([checked.geometry, floor]))
      .digest('base64url')}`,
  };
}

const invalid = (pointer: string, detail: string): Problem =>
  new Problem('invalid', `${pointer}: ${detail}`, { errors: [{ pointer, detail }] });
