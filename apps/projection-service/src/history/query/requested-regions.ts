import { Injectable } from '@nestjs/common';
import { AreaCopy } from '#areas/area-copy.js';
import { AreaShape } from '#geofence/area-shape.js';
import { invalidParameter } from '#problems/invalid-parameter.js';
import { Problem } from '#problems/problem.js';
import { NEAR_PARAMETERS, nearOf } from '../../reading/near.js';
import type { QueryParameters } from '../../reading/query-parameters.js';
import { boxRegion, type Region, shapeRegion } from '../../space/region.js';

/** The parameters that name a place. */
export const PLACES = ['area', 'bbox', 'near'] as const;
export const PLACE_PARAMETERS = ['area', 'bbox', ...NEAR_PARAMETERS] as const;

/** Largest radius of a circle, metres. */
const MAX_METRES = 1_000_000;

export interface RequestedPlace {
  region?: Region;
  /** A text that is the same for the same place; page cursors are bound to it. */
  key?: string;
  /** Only for areas. */
  confirmSeconds?: number;
}

/** The place in a request, which has at most one of the place parameters. */
@Injectable()
export class RequestedRegions {
  constructor(private readonly areas: AreaCopy) {}

  /** @throws Problem unknown-area */
  of(parameters: QueryParameters, workspace: string): RequestedPlace {
    const near = nearOf(parameters, MAX_METRES);
    const given = PLACES.filter((name) => parameters.text(name) !== undefined);
    if (given.length > 1) throw invalidParameter(given[1]!, `It cannot be combined with ${given[0]}.`);
    const [name] = given;
    if (name === undefined) return {};
    const text = parameters.text(name)!;
    if (name === 'area') return this.area(workspace, text);
    if (name === 'bbox') return { region: boxRegion(parameters.box(name)!), key: `${name}=${text}` };
    const { lat, lon, radius } = near!;
    if (radius === undefined) throw invalidParameter('radius', 'It is required with near; send metres.');
    return { region: shapeRegion(new AreaShape({ type: 'Circle', center: [lon, lat], radius })), key: `near=${lat},${lon},${radius}` };
  }

  /** A changed area is another place, so paging starts again. */
  private area(workspace: string, areaId: string): RequestedPlace {
    const area = this.areas.area(workspace, areaId);
    if (area)
      return {
        region: shapeRegion(area.shape, area.floor),
        key: `area=${areaId}@${area.outlineRevision}`,
        confirmSeconds: area.confirmSeconds,
      };
    if (!this.areas.complete)
      throw new Problem('unavailable', 'The areas are still being loaded; try again in a moment.', { headers: { 'retry-after': '1' } });
    throw invalidParameter(
      'area',
      'This workspace has no such area; a new area becomes available here some milliseconds after it was created.',
    );
  }
}
