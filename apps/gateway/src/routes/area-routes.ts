import { AdoptedAreaDto, AreaCollectionDto, AreaContentDto } from '#contracts/areas/dto/area.dto.js';
import type { DescribedRoute } from './described-route.js';

const AREAS = '/groups/:groupID/areas';
const AREA = `${AREAS}/:areaId`;
const MATCH =
  'With If-Match (the ETag that the area was answered with) it is done only as long as nobody else has changed the area; else 412.';
const page = { after: 'The value `next` of the previous page.', limit: '1…1000; 100 when left out.' };

/**
 * Routes that the area service answers: each is forwarded unchanged, once the token allows it. A narrowed token is
 * refused, since areas reveal more than the objects that it may see.
 */
export const AREA_ROUTES: readonly DescribedRoute[] = (
  [
    {
      name: 'listAreas',
      method: 'GET',
      path: AREAS,
      scope: 'objects:read',
      tag: 'Areas',
      query: { bbox: 'west,south,east,north in degrees: areas whose box touches it.', category: 'Only areas of this category.', ...page },
      gives: [200, 'AreaPage'],
      summary: 'List the areas of the workspace, by box and category',
    },
    {
      name: 'createArea',
      method: 'POST',
      path: AREAS,
      scope: 'areas:write',
      tag: 'Areas',
      body: 'required',
      takes: AreaContentDto,
      gives: [201, 'Area'],
      summary: 'Create an area: polygons with holes or a circle',
    },
    {
      name: 'importAreas',
      method: 'POST',
      path: `${AREAS}/import`,
      scope: 'areas:write',
      tag: 'Areas',
      body: 'required',
      takes: AreaCollectionDto,
      gives: [201, 'AreaImport'],
      about: 'All features are imported or none; up to 1000 in a call.',
      summary: 'Create areas from a GeoJSON FeatureCollection',
    },
    { name: 'readArea', method: 'GET', path: AREA, scope: 'objects:read', tag: 'Areas', gives: [200, 'Area'], summary: 'Read an area' },
    {
      name: 'replaceArea',
      method: 'PUT',
      path: AREA,
      scope: 'areas:write',
      tag: 'Areas',
      body: 'required',
      takes: AreaContentDto,
      gives: [200, 'Area'],
      about: `${MATCH} Another outline or other times end the visits of the old ones.`,
      summary: 'Replace an area',
    },
    {
      name: 'deleteArea',
      method: 'DELETE',
      path: AREA,
      scope: 'areas:write',
      tag: 'Areas',
      gives: [204],
      about: MATCH,
      summary: 'Delete an area; ongoing visits end',
    },
    {
      name: 'listVisits',
      method: 'GET',
      path: `${AREA}/visits`,
      scope: 'objects:read',
      tag: 'Areas',
      query: { from: 'Only visits that had not ended before; RFC 3339.', to: 'Only visits that had begun before; RFC 3339.', ...page },
      gives: [200, 'VisitPage'],
      summary: 'List the visits to an area, with start and end',
    },
    {
      name: 'adoptArea',
      method: 'PUT',
      path: '/operator/workspaces/:workspaceId/adoptions/areas/:areaId',
      scope: 'operator',
      whileReceiving: true,
      tag: 'Operator',
      body: 'required',
      takes: AdoptedAreaDto,
      gives: [200, 'Area'],
      about:
        'The area keeps its id and the time of its creation, and gets a revision of this installation. Sent again it changes ' +
        'nothing. 409 for an id of another workspace, and unless the move of the workspace is `receiving`.',
      summary: 'Take over an area of a workspace that is being moved here; `npx waymark move` does it',
    },
  ] satisfies Omit<DescribedRoute, 'produces'>[]
).map((line) => ({ ...line, to: 'areas', produces: ['application/json'] }));
