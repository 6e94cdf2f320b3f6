import type { GatewayRoute } from './gateway-route.js';

const TABLE = ['application/json', 'text/csv'] as const;

type Line = Pick<GatewayRoute, 'name' | 'path' | 'produces' | 'summary'>;
/** A narrowed token is refused: totals cover all objects, and cannot be limited to those that the token may see. */
const report = (line: Line): GatewayRoute => ({ ...line, method: 'GET', to: 'reports', scope: 'reports:read', tag: 'Reports' });

/** Routes that the report service answers: each is forwarded unchanged, once the token allows it. */
export const REPORT_ROUTES: readonly GatewayRoute[] = [
  report({
    name: 'readTrackingReport',
    path: '/groups/:groupID/reports/tracking',
    produces: TABLE,
    summary: 'Report object activity: changes, distance, time, stops, last seen; by time, type, category, caller, area',
  }),
  report({
    name: 'readValuesReport',
    path: '/groups/:groupID/reports/values',
    produces: TABLE,
    summary: 'Report the values of Number fields: count, mean, minimum and maximum',
  }),
  report({
    name: 'readAreasReport',
    path: '/groups/:groupID/reports/areas',
    produces: TABLE,
    summary: 'Report how often objects entered areas and how long they stayed, by time, area and type',
  }),
  report({
    name: 'readUsageReport',
    path: '/groups/:groupID/reports/usage',
    produces: TABLE,
    summary: 'Report calls, their outcomes and elements, by time, caller, operation, type and category',
  }),
  report({
    name: 'readAccessReport',
    path: '/groups/:groupID/reports/access',
    produces: TABLE,
    summary: 'Report views, scans and changes, by time, caller, kind, operation, type, category and area',
  }),
  report({
    name: 'readHeatmap',
    path: '/groups/:groupID/heatmap',
    produces: ['application/geo+json'],
    summary: 'Read a heatmap of object positions by H3 cell, as GeoJSON',
  }),
  report({
    name: 'readHeatmapTile',
    path: '/groups/:groupID/heatmap/tiles/:z/:x/:y',
    produces: ['application/vnd.mapbox-vector-tile'],
    summary: 'Read a heatmap as a vector tile',
  }),
];
