import { Controller, Get, Param, Query, UseGuards } from '@nestjs/common';
import { InternalGuard } from '#identity/internal-guard.js';
import { invalidParameter } from '#problems/invalid-parameter.js';
import { areaIdOf, queryValue } from '../http/query-values.js';
import { Visits, type VisitView } from './visits.js';

const PAGE = { otherwise: 100, max: 1000 };

@Controller('groups/:groupID/areas/:areaId/visits')
@UseGuards(InternalGuard)
export class VisitsController {
  constructor(private readonly visits: Visits) {}

  @Get()
  list(
    @Param('groupID') workspace: string,
    @Param('areaId') areaId: string,
    @Query() { from, to, after, limit }: Record<string, unknown>,
  ): Promise<{ visits: VisitView[]; next: string | null }> {
    const range = { from: queryValue.time('from', from), to: queryValue.time('to', to) };
    return this.visits.list(workspace, areaIdOf(areaId), range, placeOf(after), queryValue.whole('limit', limit, PAGE));
  }
}

/** The position after the previous page. @throws Problem 400 */
function placeOf(text: unknown): [string, string] | undefined {
  if (text === undefined) return undefined;
  try {
    const place: unknown = JSON.parse(Buffer.from(String(text), 'base64url').toString());
    if (
      Array.isArray(place) &&
      place.length === 2 &&
      place.every((part) => typeof part === 'string' && !part.includes('\0')) &&
      !Number.isNaN(Date.parse(place[0] as string))
    )
      return place as [string, string];
  } catch {
    // Reported below.
  }
  throw invalidParameter('after', 'It must be the `next` value of the previous page.');
}
