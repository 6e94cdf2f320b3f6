import type { GatewayRoute } from './gateway-route.js';

const TABLE = ['application/json', 'text/csv'] as const;

type Line = Pick<GatewayRoute, 'name' | 'path' | 'produces' | 'summary'>;
/** Sums cover all objects together and cannot be split by a token's narrowing, so a narrowed token is refused. */
const report = (line: Line): GatewayRoute => ({ ...line, method: 'GET', to: 'reports', scope: 'reports:read', tag: 'Reports' });

/** Routes that the report service answers: each is forwarded unchanged, once the token allows it. */
export const REPORT_ROUTES: readonly GatewayRoute[] = [
  report({
    name: 'readTrackingReport',
    path: '/groups/:groupID/reports/tracking',
    produces: TABLE,
    summary: 'What objects did: changes, distance, time, stops, last seen; by time, type, category, caller, area',
  }),
  report({
    name: 'readValuesReport',
    path: '/groups/:groupID/reports/values',
    produces: TABLE,
    summary: 'What was reported in fields of the kind Number: count, mean, least and most',
  }),
  report({
    name: 'readAreasReport',
    path: '/groups/:groupID/reports/areas',
    produces: TABLE,
    summary: 'How often objects entered areas and how long they were inside, by time, area and type',
  }),
  report({
    name: 'readUsageReport',
    path: '/groups/:groupID/reports/usage',
    produces: TABLE,
    summary: 'Calls, what became of them, and elements, by time, caller, operation, type and category',
  }),
  report({
    name: 'readAccessReport',
    path: '/groups/:groupID/reports/access',
    produces: TABLE,
    summary: 'Who looked, scanned and changed, by time, caller, kind, operation, type, category and area',
  }),
  report({
    name: 'readHeatmap',
    path: '/groups/:groupID/heatmap',
    produces: ['application/geo+json'],
    summary: 'Where objects were, by H3 cells, as GeoJSON',
  }),
  report({
    name: 'readHeatmapTile',
    path: '/groups/:groupID/heatmap/tiles/:z/:x/:y',
    produces: ['application/vnd.mapbox-vector-tile'],
    summary: 'The same as a vector tile',
  }),
];
