import { Controller, Get, Header, Headers, Param, Query, UseGuards, UseInterceptors } from '@nestjs/common';
import { forwardedNarrowing, NARROWED_HEADER } from '#identity/forwarded-narrowing.js';
import { InternalGuard } from '#identity/internal-guard.js';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { MissingObjects } from '../reading/missing-objects.js';
import type { Near } from '../reading/near.js';
import { pathId } from '../reading/path-values.js';
import { QueryParameters, type RawQuery } from '../reading/query-parameters.js';
import type { ReadModel } from '../reading/read-model.js';
import { shownFound } from '../search/found-page.js';
import { ObjectSearch } from '../search/object-search.js';
import { ObjectList } from './object-list.js';

const RADIUS = { min: 1, max: 100_000, default: 1000 };
const NEIGHBOURS = { min: 1, max: 100, default: 10 };
const TYPES = { maxCount: 20, maxCharacters: 4096 };

interface Neighbours {
  /** The position of the object, from which the distances are measured. */
  near: Required<Near>;
  /** Nearest first, with the distance in metres. */
  objects: (ReadModel & { distance?: number })[];
  /** There are more within the radius. */
  more: boolean;
}

/** The objects around another object; the gateway has authorised the caller. */
@Controller('groups/:group/externalObjects/:externalId/nearby')
@UseGuards(InternalGuard)
@UseInterceptors(new DatabaseProblems('The projection cannot be read at the moment. Try again.'))
export class NearbyController {
  constructor(
    private readonly list: ObjectList,
    private readonly search: ObjectSearch,
    private readonly missing: MissingObjects,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  async nearby(
    @Param('group') group: string,
    @Param('externalId') externalId: string,
    @Query() query: RawQuery,
    @Headers(NARROWED_HEADER) narrowed?: string,
  ): Promise<Neighbours> {
    const parameters = new QueryParameters(query, ['radius', 'type', 'limit']);
    const [radius, limit] = [parameters.integer('radius', RADIUS), parameters.integer('limit', NEIGHBOURS)];
    const types = parameters.texts('type', TYPES);
    const [workspace, id, narrowing] = [pathId('group', group), pathId('externalId', externalId), forwardedNarrowing(narrowed)];
    const object = await this.list.find(workspace, id, narrowing);
    if (object === undefined) throw await this.missing.problem(workspace, id, narrowing);
    const near = { lat: object.position.lat, lon: object.position.lon, radius };
    // One more than wanted, because the object itself is usually among them.
    const { found, end } = await this.search.page(
      { workspace, types, archived: 'exclude', narrowing, near, conditions: [] },
      undefined,
      limit + 1,
    );
    const others = found.filter((each) => each.object.externalId !== id);
    return {
      near,
      objects: others.slice(0, limit).map(shownFound),
      more: others.length > limit || end !== undefined,
    };
  }
}
