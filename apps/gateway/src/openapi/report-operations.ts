import type { ParameterObject, ResponseObject, SchemaObject } from '@nestjs/swagger';
import type { OperationDescription } from './operation-description.js';
import { BOX, list, nullable, number, open, ref, string, time, word } from './schema-words.js';

const REPORTS = '/groups/:groupID/reports';
const query = (
  name: string,
  description: string,
  schema: ParameterObject['schema'] = { type: 'string', minLength: 1 },
): ParameterObject => ({ name, in: 'query', description, schema });
const several = (name: string, description: string, maxItems: number, words?: string[]): ParameterObject => ({
  ...query(name, `${description} Repeat it for several values.`, {
    type: 'array',
    maxItems,
    items: { type: 'string', minLength: 1, ...(words && { enum: words }) },
  }),
  style: 'form',
  explode: true,
});
const HEATMAP = '/groups/:groupID/heatmap';
const DAY_OR_TIME: SchemaObject = {
  type: 'string',
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]+)?(?:[Zz]|[+-][0-9]{2}:[0-9]{2}))?$',
};
const INTERVALS = ['quarter-hour', 'hour', 'day', 'week', 'month', 'all'];

const ofTime: ParameterObject[] = [
  query('from', 'A day in the time zone, or a time on a quarter hour; default: seven days before `to`.', DAY_OR_TIME),
  query('to', 'End of the report (exclusive); default: the end of today.', DAY_OR_TIME),
  query('interval', 'Length of the buckets, at most 1,000 of them; days, weeks and months are those of the time zone.', {
    type: 'string',
    enum: INTERVALS,
    default: 'day',
  }),
  query('timeZone', 'Name from the IANA database, such as Europe/Berlin.', { type: 'string', default: 'UTC' }),
  query('format', 'Alternative: `Accept: text/csv`.', { type: 'string', enum: ['json', 'csv'], default: 'json' }),
];
const ofObjects: ParameterObject[] = [
  several('type', 'Only objects of these types.', 50),
  query('field', 'A Category field, for `by=category` and `category`.'),
  query('category', 'Only objects in this category of `field`: its name, or `namespace/name`.'),
];
const ofHeat: ParameterObject[] = [
  query('from', 'A full hour in UTC; default: 24 hours before `to`.', { type: 'string', format: 'date-time' }),
  query('to', 'A full hour in UTC (exclusive); default: the end of this hour.', { type: 'string', format: 'date-time' }),
  query('aggregate', 'The measure; `mean` and `max` omit cells in which `number` was not reported; `dwell` adds `dwellSeconds`.', {
    type: 'string',
    enum: ['objects', 'observations', 'dwell', 'mean', 'max'],
    default: 'objects',
  }),
  query('number', 'For `mean` and `max`: a Number field with an approved definition.'),
  query('minObjects', 'Cells with fewer objects are not shown; an operator may have set a higher minimum.', {
    type: 'integer',
    minimum: 1,
    default: 1,
  }),
];
const table = (schema: string, description: string): Record<string, ResponseObject> => ({
  200: {
    description: `${description} At most 10,000 rows; empty buckets have none.`,
    content: {
      'application/json': { schema: ref(schema) },
      'text/csv': {
        schema: string({
          description:
            'The same rows with a header line (RFC 4180). Text that a spreadsheet would interpret as a formula is ' +
            'prefixed with an apostrophe.',
        }),
      },
    },
  },
});

/** By method and path, as in the table of routes. */
export const REPORT_OPERATIONS: Readonly<Record<string, OperationDescription>> = {
  [`GET ${REPORTS}/tracking`]: {
    description:
      'docs/reports.md explains how each measure is calculated. By caller, only changes are counted; by area, the ' +
      'activity of objects inside the named areas, as long as observations are kept.',
    parameters: [
      ...ofTime,
      several('by', 'Dimensions that a bucket is broken down by.', 4, ['type', 'category', 'caller', 'area']),
      several('area', 'With `by=area`: the areas, by their ids.', 20),
      ...ofObjects,
    ],
    responses: table('TrackingReport', 'By bucket, then by the dimensions in `by`.'),
  },
  [`GET ${REPORTS}/values`]: {
    parameters: [
      ...ofTime,
      several('by', 'Dimensions that a bucket is broken down by, in addition to the field.', 2, ['type', 'category']),
      ...ofObjects,
      several('number', 'Only these Number fields.', 20),
    ],
    responses: table('ValuesReport', 'By bucket, then by the dimensions in `by` and the field.'),
  },
  [`GET ${REPORTS}/areas`]: {
    parameters: [
      ...ofTime,
      several('by', 'Dimensions that a bucket is broken down by.', 3, ['area', 'type', 'category']),
      several('area', 'Only these areas, by their ids.', 50),
      ...ofObjects,
    ],
    responses: table('AreasReport', 'By bucket, then by the dimensions in `by`.'),
  },
  [`GET ${REPORTS}/usage`]: {
    description:
      'Calls come from the access log; elements are the applied ones. Elements are not broken ' +
      'down by operation; by type or category, only elements are counted.',
    parameters: [
      ...ofTime,
      several('by', 'Dimensions that a bucket is broken down by.', 4, ['caller', 'operation', 'type', 'category']),
      ...ofObjects,
    ],
    responses: table('UsageReport', 'By bucket, then by the dimensions in `by`.'),
  },
  [`GET ${REPORTS}/access`]: {
    parameters: [
      ...ofTime,
      several(
        'by',
        'Dimensions that a bucket is broken down by; `category` and `area` cover calls that name one object, as long ' +
          'as its history is kept.',
        6,
        ['caller', 'kind', 'operation', 'type', 'category', 'area'],
      ),
      several('kind', 'Only calls of these kinds.', 4, ['looked', 'scanned', 'changed', 'administered']),
      several('type', 'Only calls for an object of these types.', 50),
      ...ofObjects.slice(1),
      several('area', 'Only calls for an object while it was in one of these areas, to the quarter hour.', 50),
      query('externalId', 'Only calls for this object, as long as its history is kept.'),
    ],
    responses: table('AccessReport', 'Accepted calls, by bucket, then by the dimensions in `by`.'),
  },
  [`GET ${HEATMAP}`]: {
    description:
      'Cells of coarser resolutions are sums of those of resolution 8. Finer ones, and `dwell`, are counted ' +
      'from the stored positions in the region: at most 500,000 by default, otherwise 400. ' +
      'Each object counts once per cell, however often it was there.',
    parameters: [
      ...ofHeat,
      query('resolution', 'H3 resolution: cells of about 87,000 km² (2) to 0.7 km² (8) and 2,000 m² (11).', {
        type: 'integer',
        minimum: 2,
        maximum: 11,
        default: 7,
      }),
      query('bbox', 'Only cells whose centres are inside: west,south,east,north in degrees; west > east crosses the antimeridian.', BOX),
    ],
    responses: { 200: { description: 'At most 20,000 cells.', content: { 'application/geo+json': { schema: ref('Heatmap') } } } },
  },
  [`GET ${HEATMAP}/tiles/:z/:x/:y`]: {
    description:
      'The Web Mercator grid; `y` ends with `.mvt`. Its one layer is `heat`; the resolution follows the ' +
      'zoom, up to 11. If a tile finer than resolution 8 would need too many stored positions, it has cells ' +
      'of resolution 8. Revalidate with `If-None-Match`.',
    parameters: [
      ...ofHeat,
      { name: 'If-None-Match', in: 'header', description: "ETag of the caller's copy of the tile.", schema: { type: 'string' } },
    ],
    responses: {
      304: { description: 'Nothing has changed.' },
      200: {
        description: 'A Mapbox Vector Tile, version 2.',
        headers: { ETag: { description: 'ETag of the content of the tile.', schema: { type: 'string' } } },
        content: { 'application/vnd.mapbox-vector-tile': { schema: string({ format: 'binary' }) } },
      },
    },
  },
};

const count = (description: string): SchemaObject => number({ minimum: 0, description });
const group = {
  type: string({ description: 'Empty: objects without a type.' }),
  namespace: nullable(string()),
  category: nullable(string({ description: 'Null: objects without one.' })),
  caller: string({ description: 'The `sub` claim of the token.' }),
};
const AREA = string({ description: 'Id of the area.' });
const changes = {
  updates: count('Applied changes.'),
  created: count('Applied changes that created an object.'),
  stale: count('Applied changes older than the known state.'),
};

function report(members: Record<string, SchemaObject>, always: readonly string[]): SchemaObject {
  const row = open(
    { from: string({ description: 'Start of the bucket, in the time zone.', example: '2026-11-21T00:00:00+01:00' }), ...members },
    ['from', ...always],
  );
  return open({
    report: string(),
    from: time('Where the report begins.'),
    to: time('End (exclusive).'),
    interval: word(INTERVALS),
    timeZone: string(),
    rows: list(row),
  });
}

export const REPORT_SCHEMAS: Record<string, SchemaObject> = {
  TrackingReport: report(
    {
      area: AREA,
      ...group,
      ...changes,
      objects: count('Objects that reported. Only for buckets of at most a day.'),
      distanceMetres: count('Great-circle distance between consecutive positions.'),
      movingSeconds: count('Time on the way.'),
      stillSeconds: count('Time within 100 m of the place where an object came to rest.'),
      utilisation: nullable(
        number({ minimum: 0, maximum: 1, description: 'Share of moving in moving and still time; null: nothing was observed.' }),
      ),
      stops: count('Number of times that an object was still for five minutes, by the time it came to rest.'),
      lastSeenAt: nullable(time('Newest observation.')),
    },
    ['updates'],
  ),
  ValuesReport: report(
    {
      type: group.type,
      namespace: group.namespace,
      category: group.category,
      number: string({ description: 'Name of the field.' }),
      count: count('Reported values.'),
      mean: nullable(number()),
      least: number(),
      most: number(),
    },
    ['number', 'count', 'mean', 'least', 'most'],
  ),
  AreasReport: report(
    {
      area: AREA,
      type: group.type,
      namespace: group.namespace,
      category: group.category,
      entered: count('Visits that began.'),
      insideSeconds: count('Time inside; for ongoing visits, until now.'),
    },
    ['entered', 'insideSeconds'],
  ),
  UsageReport: report(
    {
      ...group,
      operation: string({ description: 'operationId of this document.' }),
      calls: count('Accepted calls.'),
      succeeded: count('Answered below 400.'),
      refused: count('Answered with 4xx, or aborted by the client.'),
      failed: count('Answered with 5xx.'),
      elements: changes.updates,
      created: changes.created,
      stale: changes.stale,
    },
    [],
  ),
  Heatmap: open({
    type: string({ enum: ['FeatureCollection'] }),
    features: list(
      open({
        type: string({ enum: ['Feature'] }),
        id: string({ description: 'H3 index of the cell.' }),
        geometry: open({ type: string({ enum: ['Polygon'] }), coordinates: list(list(list(number()))) }),
        properties: open(
          {
            objects: count('Different objects.'),
            observations: count('Reported positions.'),
            mean: nullable(number()),
            max: nullable(number()),
            dwellSeconds: count(
              'Time that objects were in the cell, all together: each position counts until the next one of the ' +
                'object, at most 15 minutes.',
            ),
          },
          ['objects', 'observations'],
        ),
      }),
    ),
  }),
  AccessReport: report(
    {
      ...group,
      area: AREA,
      kind: word(['looked', 'scanned', 'changed', 'administered']),
      operation: string(),
      type: string({ description: 'Type of the object in the call; empty if it had none.' }),
      calls: count('Accepted calls.'),
    },
    ['calls'],
  ),
};
