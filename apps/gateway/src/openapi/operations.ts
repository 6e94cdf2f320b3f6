import type { ParameterObject, ResponseObject } from '@nestjs/swagger';
import { FEED_KINDS } from '#contracts/areas/feed-kinds.js';
import { LETTER_SOURCES } from '#kafka/dead-letters/dead-letter-desks.js';
import { LETTERS_PER_PAGE } from '../administration/letter-query.js';
import { MAX_WAIT_S } from '../checks/prefer.js';
import { PICTURE_TYPES } from '../routes/picture-types.js';
import { ADOPTION_EXAMPLE } from './answer-examples.js';
import { APP_OPERATIONS } from './app-operations.js';
import { describedOperations } from './described-operations.js';
import type { InterfaceLimits } from './interface-limits.js';
import type { OperationDescriptions } from './operation-description.js';
import { REPORT_OPERATIONS } from './report-operations.js';
import { BOX, ENTITY_TAG, LETTER_NAME, OPERATION_ID, positive, ref } from './schema-words.js';

/** Without an example, which the documentation page would send with every call that a reader tries. */
const header = (
  name: string,
  description: string,
  schema: ParameterObject['schema'] = { type: 'string', minLength: 1 },
): ParameterObject => ({ name, in: 'header', description, schema });
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
const json = (schema: string, description: string): ResponseObject => ({
  description,
  content: { 'application/json': { schema: ref(schema) } },
});
const text = (type: string, description: string): ResponseObject => ({ description, content: { [type]: { schema: { type: 'string' } } } });
const anyJson = (description: string, example: object): ResponseObject => ({
  description,
  content: { 'application/json': { schema: { type: 'object', additionalProperties: true }, example } },
});

const count = (value: number): string => value.toLocaleString('en');

const OBJECT = '/groups/:groupID/externalObjects/:externalId';
const limit = (maximum: number, byDefault: number): ParameterObject =>
  query('limit', 'Maximum number of entries per page.', { type: 'integer', minimum: 1, maximum, default: byDefault });
const page = query('page', 'Opaque; part of the `next` URL of the previous page.');
const moment = (name: string, description: string): ParameterObject => query(name, description, { type: 'string', format: 'date-time' });
const ifMatch = header('If-Match', 'Change only this revision, otherwise 412. Use the ETag, in double quotes: `"7"`.', ENTITY_TAG);
const idempotencyKey = header(
  'Idempotency-Key',
  'A call repeated with the same key in the same workspace within 24 hours is not applied again and returns the first ' +
    'outcomes, even with a different Prefer; with a different body it is refused (422). Bodies are compared byte ' +
    'by byte, so different whitespace or property order makes a different body. The answer to a ' +
    'repetition has `Idempotency-Replayed: true`. A call that is refused as a whole, for instance by ' +
    '`handling=strict`, has no effect and does not use up its key.',
  { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e](?:[\\x20-\\x7e]*[\\x21-\\x7e])?$' },
);
const position = [
  header(
    'Waymark-Position',
    'The `operationId` of a change: the answer must include that change, and repeats this header ' +
      'if it does. The read waits up to 5 seconds, or the time in `Prefer`.',
    OPERATION_ID,
  ),
  header('Prefer', `With Waymark-Position: \`wait=N\` (seconds, at most ${MAX_WAIT_S}).`, { type: 'string' }),
];
const PICTURE = Object.fromEntries(PICTURE_TYPES.map((type) => [type, { schema: { type: 'string', format: 'binary' } as const }]));
const FEED_KINDS_NAMED = Object.keys(FEED_KINDS);
const oneResult = json('ElementResult', 'The result of the change.');

const EXPORTED =
  'With `format` or `Accept` other than JSON, everything is returned in one stream. An interrupted stream ' +
  'has no proper end: discard it.';
const VISITED =
  'Uses the same rule as area events, so an area that did not exist at the time gives the same ' +
  'result. At most 92 days; default for `from`: one day.';
const between = [moment('from', 'Only reports observed at or after this time.'), moment('to', 'Only reports observed before this time.')];
const ofPlace = [
  query('area', 'Id of an area.'),
  query('bbox', 'west,south,east,north in degrees; west > east crosses the antimeridian.', BOX),
  query('near', 'lat,lon in degrees: within `radius` of this place.'),
  query('radius', 'Metres around `near`, required with it; at most 1,000,000.', positive({ maximum: 1_000_000 })),
];
const ofObjects = [several('type', 'Only objects that currently have these types.', 20), several('id', 'Only these objects.', 50)];
const confirm = query(
  'confirmSeconds',
  'Seconds after which a single report from the other side counts, if no other report contradicts it; default: the ' +
    'value of the area, or 30.',
  { type: 'integer', minimum: 0, maximum: 86_400 },
);
const exporting = [
  query('format', 'Alternative to Accept: json returns pages, the others are exports.', {
    type: 'string',
    enum: ['json', 'csv', 'geojson', 'gpx', 'ndjson'],
  }),
  query('geometry', 'Of GeoJSON.', { type: 'string', enum: ['points', 'lines'], default: 'points' }),
  query('simplify', 'For GeoJSON and GPX: omit positions within this many metres of the remaining line.', {
    type: 'integer',
    minimum: 1,
    maximum: 100_000,
  }),
  query('gapSeconds', 'For GeoJSON and GPX: a longer gap between reports interrupts the line.', {
    type: 'integer',
    minimum: 1,
    maximum: 2_678_400,
    default: 3600,
  }),
];
const historyIn = (page: string, description: string): ResponseObject => ({
  description,
  content: {
    'application/json': { schema: ref(page) },
    'text/csv': {
      schema: {
        type: 'string',
        description: 'RFC 4180 with a header line; text that a spreadsheet would interpret as a formula is prefixed with an apostrophe.',
      },
    },
    'application/geo+json': {
      schema: { type: 'object', additionalProperties: true, description: 'A FeatureCollection (RFC 7946).' },
      example: {
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            geometry: { type: 'Point', coordinates: [-2.98, 53.4] },
            properties: { externalId: 'forklift-17', observedAt: '2026-11-21T08:00:00.000Z' },
          },
        ],
      },
    },
    'application/gpx+xml': { schema: { type: 'string', description: 'GPX 1.1.' } },
    'application/x-ndjson': { schema: { type: 'string', description: 'One change per line.' } },
  },
});

/** All operations, with the limits of an installation. */
export const operationsFor = (limits: InterfaceLimits): OperationDescriptions => ({
  'POST /groups/:groupID/externalObjects': {
    description:
      `An array of 1…${count(limits.elements)} elements, at most ${count(limits.bodyBytes)} bytes (also ` +
      'after decompression; gzip, deflate and br are accepted). Valid elements are processed, the others are reported ' +
      `individually, unless \`Prefer: handling=strict\`. 403 and 422 have two forms, distinguished by the media ` +
      `type: \`application/json\` with a result for each element, or \`application/problem+json\` if the ` +
      'entire call was refused.',
    parameters: [
      header(
        'Prefer',
        `\`respond-async\`, \`wait=N\` (seconds, default ${limits.defaultWaitSeconds}, at most ${MAX_WAIT_S}), ` +
          `\`handling=strict\` (one invalid element refuses the entire call. ` +
          'Whether an object belongs to another workspace or needs a location first is known only when the element is ' +
          'applied: then only this element is refused, with 207).',
        { type: 'string' },
      ),
      idempotencyKey,
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { type: 'array', minItems: 1, maxItems: limits.elements, items: ref('ExternalObjectUpdate') },
          example: [
            {
              externalId: 'forklift-17',
              locationUpdate: { newPosition: { lat: 53.4, lon: -2.98 } },
              fieldValues: [{ type: 'Number', field: 'battery', value: 81.5 }],
            },
          ],
        },
      },
    },
    responses: {
      200: json('OperationAnswer', 'All elements were applied.'),
      202: {
        ...json('OperationPending', 'Accepted; nothing is lost from here on. The outcomes are available at the address in Location.'),
        headers: { Location: { description: 'Address of the outcomes, relative to this server.', schema: { type: 'string' } } },
      },
      207: json('OperationAnswer', 'Some elements were applied.'),
      403: json('OperationAnswer', 'All objects belong to other workspaces, or are outside the limits of the token.'),
      422: json('OperationAnswer', 'None was applied.'),
    },
  },
  'GET /groups/:groupID/operations/:operationId': {
    responses: {
      200: json(
        'OperationAnswer',
        'The outcomes; `{"status": "pending"}` while there are none. `{"status": "lost"}`: there will be none, ' +
          'because the broker lost the call before it was applied, or because it needs an operator (dead ' +
          'letter). Send it again with the same Idempotency-Key.',
      ),
    },
  },
  [`PATCH ${OBJECT}`]: {
    parameters: [ifMatch, idempotencyKey],
    requestBody: {
      required: true,
      content: { 'application/merge-patch+json': { schema: ref('ObjectEdit') }, 'application/json': { schema: ref('ObjectEdit') } },
    },
    responses: { 200: oneResult },
  },
  [`POST ${OBJECT}/archive`]: { parameters: [ifMatch, idempotencyKey], responses: { 200: oneResult } },
  [`POST ${OBJECT}/restore`]: { parameters: [ifMatch, idempotencyKey], responses: { 200: oneResult } },
  [`DELETE ${OBJECT}`]: {
    description:
      'Deletes the state, the history and all derived data. The workspace keeps the id, and a later ' +
      'update from it creates the object again, with the next revision. The feed and the topics ' +
      'report the erasure. 409 `legal-hold` while the object or the workspace is under a hold.',
    parameters: [ifMatch, idempotencyKey],
    responses: { 200: oneResult },
  },
  [`PUT ${OBJECT}/picture`]: {
    description:
      `The bytes of one still image, at most ${count(limits.pictureBytes)} bytes and, unless configured otherwise, ` +
      '4,096 pixels on each side. The type is determined from the bytes; files with data ' +
      `after the image are refused, and so is SVG. \`picture\` in the object's state is then the ` +
      'SHA-256. The file is stored unchanged, including metadata such as the location written by a camera: ' +
      `remove it if it is private. 409 if the object is archived, or if the workspace has reached its limit for ` +
      'pictures.',
    parameters: [ifMatch, idempotencyKey],
    requestBody: { required: true, content: PICTURE },
    responses: { 200: oneResult },
  },
  [`DELETE ${OBJECT}/picture`]: {
    description: 'The bytes are deleted a day later: until then, an edit that sets `picture` to the same SHA-256 restores it.',
    parameters: [ifMatch, idempotencyKey],
    responses: { 200: oneResult },
  },
  [`GET ${OBJECT}/picture`]: {
    parameters: [
      query(
        'v',
        "SHA-256 of the picture, from the object's `picture`: the answer may then be cached for a day. " +
          '404 if the object has a different picture.',
        { type: 'string', pattern: '^[0-9a-f]{64}$' },
      ),
      header('If-None-Match', "ETag of the caller's copy of the picture."),
      ...position,
    ],
    responses: {
      200: { description: 'The picture; its ETag is the SHA-256.', content: PICTURE },
      304: { description: "The caller's copy is current." },
    },
  },
  [`PUT ${OBJECT}/hold`]: {
    description: 'An existing hold gets the new reason. The reason is published on the public topics with the object.',
    parameters: [ifMatch, idempotencyKey],
    requestBody: { required: true, content: { 'application/json': { schema: ref('Hold') } } },
    responses: { 200: oneResult },
  },
  [`DELETE ${OBJECT}/hold`]: { parameters: [ifMatch, idempotencyKey], responses: { 200: oneResult } },
  'DELETE /operator/workspaces/:workspaceId/externalObjects/:externalId/hold': {
    parameters: [ifMatch, idempotencyKey],
    responses: { 200: oneResult },
  },
  'GET /operator/ids/:externalId': { responses: { 200: json('IdOwner', 'The owner of the id. 404: it was never used.') } },
  'POST /operator/workspaces/:workspaceId/adoptions': {
    description:
      'Each change keeps the revision, times and author from its original installation. A change whose ' +
      'revision is not higher than the stored one is refused with `revision-conflict`, so a call can be ' +
      'repeated. The entire call is refused unless the move of the workspace is `receiving`.',
    parameters: [header('Prefer', `\`wait=N\` (seconds, at most ${MAX_WAIT_S}).`, { type: 'string' })],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { type: 'array', minItems: 1, maxItems: limits.elements, items: ref('Adoption') },
          example: [ADOPTION_EXAMPLE],
        },
      },
    },
    responses: {
      200: json('OperationAnswer', 'The outcome of each change.'),
      202: json('OperationPending', 'Accepted; the outcomes are not known yet.'),
    },
  },
  'POST /operator/workspaces/:workspaceId/kept-objects': {
    description:
      'With `ids`, these objects; otherwise a page of all objects, ordered by id. Erased objects are included with their remaining data.',
    requestBody: { required: true, content: { 'application/json': { schema: ref('KeptObjectsQuestion') } } },
    responses: {
      200: json(
        'KeptObjectsPage',
        'The objects. `next` is the `after` value for the next page, and null on the last page. A page may be empty.',
      ),
    },
  },
  'POST /operator/workspaces/:workspaceId/kept-objects/settled': {
    responses: { 200: json('KeptObjectsSettled', 'Whether all commands have been applied.') },
  },
  'GET /operator/workspaces/:workspaceId/externalObjects/:externalId/picture': {
    description: 'Also a former picture of the object, as long as it is stored.',
    parameters: [{ ...query('v', 'SHA-256 of the picture.', { type: 'string', pattern: '^[0-9a-f]{64}$' }), required: true }],
    responses: { 200: { description: 'The picture.', content: PICTURE } },
  },
  'PUT /operator/workspaces/:workspaceId/adoptions/externalObjects/:externalId/picture': {
    description:
      'It must be the one that the object names here: 404 otherwise. Sent again it changes nothing. Refused unless the move of the ' +
      'workspace is `receiving`.',
    requestBody: { required: true, content: PICTURE },
    responses: { 204: { description: 'It is stored; the answer has no body.' } },
  },
  'DELETE /operator/workspaces/:workspaceId/ids/:externalId': {
    description:
      'The workspace must be the current owner, which may be a deleted workspace. Possible only when no data of the ' +
      'object is stored: 409 until it is erased, or while its workspace is under a legal hold. The next workspace that creates an object ' +
      'with the id owns it, starting at the next revision. Recorded in the audit log before it happens.',
    parameters: [idempotencyKey],
    responses: { 200: oneResult },
  },
  [`GET ${OBJECT}/hold`]: {
    responses: { 200: json('ObjectHold', 'The hold on the object itself; for that of its workspace, see /groups/{groupID}/hold.') },
  },
  'GET /groups/:groupID/holds': {
    parameters: [several('id', 'Only these objects, all on one page.', 50), limit(1000, 100), page, ...position],
    responses: { 200: json('HoldPage', 'Objects under a hold, by id.') },
  },
  [`GET ${OBJECT}/export`]: {
    description:
      'Lines of JSON: first `object` with the newest state (and the `pictureAddress` of its picture, ' +
      'relative to this server), then a `change` for each entry of the history, oldest first, finally `end` ' +
      'with their number. Without this last line the export is incomplete. `kept` marks history that is ' +
      'kept only because of a legal hold.',
    responses: { 200: text('application/x-ndjson', 'The lines.') },
  },
  'GET /groups/:groupID/externalObjects': {
    description: [
      'Ordered by id, except in searches: with `near` the nearest first, with `q` exact prefixes first, ' +
        'then the most similar. A page of a search may be short or empty and still ' +
        'have a `next`, because a page examines a limited number of objects.',
      'With `order` or `seenBefore`, ordered by the last report, that is, the newest observation of the ' +
        'position or of a field: to the hour, and within an hour by id; each object has its `lastSeen`. These can be combined ' +
        'only with type, bbox and archived.',
      'A condition in `field` consists of a name, one of `<` `<=` `=` `!=` `>=` `>`, and a value: `battery<20`, ' +
        '`status=loading`, `status="20"` for a text that looks like a number. Numbers are compared with ' +
        'Number fields, texts with String fields and with the name of a category (or `namespace:name`).',
    ].join('\n\n'),
    parameters: [
      query(
        'q',
        'Objects whose id, title or a String or Category value starts with this text, ' +
          'ignoring case and accents; then similar ones ' +
          '(from 3 characters on, if the database has pg_trgm).',
        { type: 'string', maxLength: 256 },
      ),
      query('near', '`lat,lon` in degrees: nearest first, each with its `distance` in metres along a great circle.'),
      query('radius', 'Only objects within this many metres. Required if near is combined with q or field.', {
        type: 'number',
        minimum: 0,
      }),
      several('field', 'Only objects whose field matches this condition.', 5),
      query('bbox', 'west,south,east,north in degrees; west > east crosses the antimeridian.', BOX),
      several('type', 'Only objects of these types.', 20),
      query('order', '`lastSeen`: who was not heard of for longest first; `-lastSeen`: last.', {
        type: 'string',
        enum: ['externalId', 'lastSeen', '-lastSeen'],
        default: 'externalId',
      }),
      moment('seenBefore', 'Only objects whose last report is before this time; without `order`, the oldest first.'),
      query('count', 'For a list by age: include the number of objects on all pages, up to 10,000.', {
        type: 'boolean',
        default: false,
      }),
      query('archived', 'Whether to exclude archived objects, include them, or list only them.', {
        type: 'string',
        enum: ['exclude', 'include', 'only'],
        default: 'exclude',
      }),
      query('includeArchived', 'The same as archived=include.', { type: 'boolean', default: false }),
      query(
        'snapshot',
        'Each page contains the same `cursor`: from there, the feed (with the same type and bbox) returns all ' +
          'changes since the first page was read.',
        { type: 'boolean', default: false },
      ),
      several('kind', 'With snapshot: the cursor is for a feed of these kinds.', FEED_KINDS_NAMED.length, FEED_KINDS_NAMED),
      several('area', 'With snapshot: the cursor is for a feed of these areas.', 20),
      limit(1000, 100),
      page,
      ...position,
    ],
    responses: { 200: json('ObjectPage', 'A page of objects.') },
  },
  [`GET ${OBJECT}`]: {
    parameters: position,
    responses: {
      200: {
        ...json('ExternalObject', 'The newest state.'),
        headers: {
          'Waymark-Lag': {
            description: 'Age of the data in seconds, with every read. From one second on, also in `Age`.',
            schema: { type: 'number' },
          },
        },
      },
    },
  },
  [`GET ${OBJECT}/nearby`]: {
    description:
      'The other objects within `radius` metres of its newest position, along a great circle. Archived objects are omitted; the object ' +
      'itself may be archived. For all pages, or more conditions, list the objects with `near`.',
    parameters: [
      query('radius', 'Metres around the object.', { type: 'integer', minimum: 1, maximum: 100_000, default: 1000 }),
      several('type', 'Only objects of these types.', 20),
      query('limit', 'Maximum number of objects.', { type: 'integer', minimum: 1, maximum: 100, default: 10 }),
      ...position,
    ],
    responses: { 200: json('NearbyObjects', 'The nearest objects.') },
  },
  [`GET ${OBJECT}/history`]: {
    description: EXPORTED,
    parameters: [
      ...between,
      query('order', 'Order of pages, by time of observation.', { type: 'string', enum: ['newest', 'oldest'], default: 'newest' }),
      limit(1000, 100),
      page,
      ...exporting,
      ...position,
    ],
    responses: { 200: historyIn('HistoryPage', 'A page of the history, including late observations; or all of it.') },
  },
  [`GET ${OBJECT}/trips`]: {
    description:
      'A stop is a place where all reports stay within `dwellRadius` of the first one for `dwellSeconds`; a shorter ' +
      'excursion that returns is part of it. A period without reports longer than `gapSeconds` is a gap, unless the ' +
      'object is in the same place afterwards. Everything between is a trip. Default for `from`: one day.',
    parameters: [
      ...between,
      query('dwellRadius', 'Metres.', { type: 'integer', minimum: 1, maximum: 10_000, default: 50 }),
      query('dwellSeconds', 'Seconds.', { type: 'integer', minimum: 10, maximum: 86_400, default: 300 }),
      query('gapSeconds', 'Seconds.', { type: 'integer', minimum: 10, maximum: 2_678_400, default: 900 }),
    ],
    responses: { 200: json('TripsAnswer', 'Its trips, stops and gaps.') },
  },
  'GET /groups/:groupID/history': {
    description:
      'Ordered by id, then by time of observation. For a place, the changes that report a ' +
      `position inside, over at most 92 days; default for \`from\`: one day. ${EXPORTED}`,
    parameters: [...between, ...ofPlace, ...ofObjects, limit(1000, 100), page, ...exporting],
    responses: { 200: historyIn('HistoriesPage', 'A page, which may be empty and not the last; or all of it.') },
  },
  'GET /groups/:groupID/positions': {
    description:
      "Each object's newest position observed up to that time, including late reports, with its age; " +
      'objects without a stored position are omitted.',
    parameters: [{ ...moment('at', 'The instant.'), required: true }, ...ofPlace, ...ofObjects, limit(1000, 100), page, ...position],
    responses: { 200: json('PositionsPage', 'A page, in the order of the ids.') },
  },
  'GET /groups/:groupID/visits': {
    description: VISITED,
    parameters: [...between, ...ofPlace, confirm, ...ofObjects, limit(1000, 100), page],
    responses: { 200: json('VisitsPage', 'A page of visitors, in the order of their ids.') },
  },
  'POST /groups/:groupID/visits': {
    description: `${VISITED} For the next page, send the same geometry again.`,
    parameters: [...between, confirm, ...ofObjects, limit(1000, 100), page],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: ref('VisitsQuestion'),
          example: { geometry: { type: 'Circle', center: [-2.99, 53.41], radius: 250 } },
        },
      },
    },
    responses: { 200: json('VisitsPage', 'A page of visitors, in the order of their ids.') },
  },
  'GET /groups/:groupID/types': {
    description:
      'The most common first, accurate to some tenths of a second. Archived objects and objects without a type ' +
      'are not counted. A token limited to certain objects sees only their types.',
    parameters: [limit(1000, 200)],
    responses: { 200: json('TypeList', 'The types.') },
  },
  'GET /groups/:groupID/tiles/:z/:x/:y.mvt': {
    description: [
      'Mapbox Vector Tile 2.1. The layer `objects` contains each object (`id`, `title`, `type`, `icon` if it ' +
        'has up to 64 characters, `observedAt` in seconds since 1970, `heading` and `category` if present). ' +
        'If a tile has more than 1,000 objects, the layer `clusters` contains points with `count`, the most common ' +
        '`type`, `types` (up to five, as JSON text), the box `west`, `south`, `east`, `north`, and `splits`: ' +
        'whether zooming in divides it. Each object is in one tile per zoom, so counts add up. ' +
        'Archived objects are not included.',
      'Refreshed at most once a second. Revalidate with `If-None-Match`; 204: the tile is empty.',
    ].join('\n\n'),
    parameters: [
      several('type', 'Only objects of these types.', 20),
      query('colour', 'Field whose value each object carries as `category`.', { type: 'string' }),
      header('If-None-Match', "ETag of the caller's copy of the tile."),
    ],
    responses: {
      200: {
        description: 'The tile; gzip if accepted.',
        content: { 'application/vnd.mapbox-vector-tile': { schema: { type: 'string', format: 'binary' } } },
      },
      204: { description: 'The tile is empty.' },
      304: { description: 'Nothing has changed.' },
    },
  },
  'GET /groups/:groupID/view': {
    description:
      'Server-sent events: `view` with all `objects` in the box, at most 2,000 (more are answered 400: show the ' +
      'clusters of tiles); then `changes` with the `objects` that changed or entered, and the ids of those that ' +
      '`left`; `problem` gives the reason when the stream ends. After an interruption, reconnect: the stream starts with `view` again.',
    parameters: [
      {
        ...query('bbox', 'The visible area: west,south,east,north in degrees; west > east crosses the antimeridian.', BOX),
        required: true,
      },
      several('type', 'Only objects of these types.', 20),
    ],
    responses: { 200: text('text/event-stream', 'The stream (WHATWG HTML, 9.2).') },
  },
  'GET /groups/:groupID/changes': {
    description: [
      'Nothing is skipped or returned twice: continue from the cursor of each page. A change contains ' +
        'the position and the fields that it reported; a change that did not move the object has no position, except ' +
        'with mode=state.',
      'The line of an erased object (`waymark.object.erased.v1`) contains only its id and ' +
        'revision, in both modes and regardless of type and bbox: delete your data of the object. A token ' +
        'limited to object types does not get this line.',
      'With `Accept: text/event-stream` the same feed is sent as server-sent events: each event `changes` is ' +
        'a page with its cursor as id, an id alone gives the position of an idle stream, and an event `problem` gives ' +
        'the reason when the stream ends. `Last-Event-ID` is the cursor to continue from.',
      'A filter is part of the cursor: repeat its parameters with each page. All conditions must match; type ' +
        'and, for a change that did not move the object, bbox are compared with the current state of the object.',
      'A line of an area (`waymark.area.entered.v1`, `left`, `dwelt`, `absent`, `corrected`) names the area ' +
        'in `areaId`. Its `revision` is that of the report that caused it, `observedAt` the time when it happened, ' +
        '`receivedAt` the time of publication. The area lines of an object are in order among themselves, but not relative to its ' +
        'changes; once an object is erased, the feed no longer contains its earlier lines.',
    ].join('\n\n'),
    parameters: [
      query('cursor', '`earliest`, `latest`, the cursor of the previous page, or that of a snapshot.'),
      limit(5000, 1000),
      query('wait', 'Seconds to wait if there is nothing new.', { type: 'integer', minimum: 0, maximum: 30 }),
      query('mode', '`events`: every applied change; `state`: the newest state of each object that changed.', {
        type: 'string',
        enum: ['events', 'state'],
      }),
      several('type', 'Only objects of these types.', 20),
      several('id', 'Only these objects.', 50),
      query('idPrefix', 'Only objects whose ids start with this.'),
      several('field', 'Only changes that report one of these fields (mode=events).', 20),
      several(
        'kind',
        'Only changes of these kinds (mode=events). Area events are sent only on request: by their kinds, or with `area`.',
        FEED_KINDS_NAMED.length,
        FEED_KINDS_NAMED,
      ),
      several('area', 'Only events of these areas (mode=events); without `kind`, all of them.', 20),
      query('bbox', 'Only changes inside: west,south,east,north in degrees; west > east crosses the antimeridian.', BOX),
      header('Last-Event-ID', 'For a stream: the id of the last received event; takes precedence over `cursor`.'),
    ],
    responses: {
      200: {
        description: 'A page of changes; it may be empty.',
        content: {
          'application/json': { schema: ref('ChangePage') },
          'text/event-stream': { schema: { type: 'string', description: 'Server-sent events (WHATWG HTML, 9.2).' } },
        },
      },
    },
  },
  ...REPORT_OPERATIONS,
  ...describedOperations(),
  ...APP_OPERATIONS,
  'GET /workspaces': {
    parameters: [
      {
        ...query('name', 'The complete name, as in the `ws` parameter of a link.', { type: 'string', minLength: 1, maxLength: 256 }),
        required: true,
      },
    ],
    responses: {
      200: json('NamedWorkspace', 'The workspace, under its current name. 404 if it does not exist or the token gives no access to it.'),
    },
  },
  'GET /operator/diagnosis': {
    responses: { 200: json('Diagnosis', 'The findings and what to do about them; also 200 if something is broken.') },
  },
  'GET /operator/lag': { responses: { 200: json('LagReport', 'What each consumer has not yet processed.') } },
  'GET /operator/dead-letters': {
    parameters: [
      query('source', 'Only those of this topic.', { type: 'string', enum: [...LETTER_SOURCES] }),
      query('after', 'The value `next` of the previous page.', LETTER_NAME),
      limit(LETTERS_PER_PAGE.most, LETTERS_PER_PAGE.usual),
    ],
    responses: { 200: json('DeadLetterPage', 'A page of dead letters, by source, oldest first.') },
  },
  'GET /operator/dead-letters/:letter': {
    responses: { 200: json('OpenedDeadLetter', 'The letter with the key, headers and value of the record.') },
  },
  'POST /operator/dead-letters/:letter/replay': { responses: { 204: { description: 'The record was written back.' } } },
  'DELETE /operator/dead-letters/:letter': { responses: { 204: { description: 'The dead letter was removed.' } } },
  'POST /operator/dead-letters/replay': {
    description: 'A record that fails again becomes a new letter with a higher number; with `upTo`, it is not replayed again.',
    parameters: [
      { ...query('source', 'Source of the letters.', { type: 'string', enum: [...LETTER_SOURCES] }), required: true },
      query('upTo', 'Only letters up to this one, such as `commands:40`.', LETTER_NAME),
    ],
    responses: { 200: json('DeadLetterReplay', 'How many were replayed, and how many are left; call again to replay those.') },
  },
  'GET /operator/rebuild': { responses: { 200: json('RebuildList', 'At most 20.') } },
  'POST /operator/rebuild': {
    description:
      'Runs in the background; GET shows its progress. 409 while another rebuild is running. It does not swap if ' +
      'rows differ. At most one of the parameters may be true.',
    parameters: [
      query('check', 'Only compare; do not swap.', { type: 'boolean', default: false }),
      query('acceptDifferences', 'Swap despite differences, using the projection that was already built, if it is still kept.', {
        type: 'boolean',
        default: false,
      }),
      query(
        'undo',
        'Instead of building: the projection that the last rebuild replaced catches up and takes over ' + 'again. It is kept for a day.',
        { type: 'boolean', default: false },
      ),
    ],
    responses: { 202: json('Rebuild', 'The rebuild has started.') },
  },
  'DELETE /operator/cursors': {
    description:
      'For after the database and the broker were both put back to an earlier time by other means than `waymark restore`: readers ' +
      'of the feed may have changes that no longer exist. Within two seconds, every cursor is answered 410 `cursor-expired` with ' +
      'the way back. Recorded in the audit log before it happens.',
    responses: { 204: { description: 'All cursors have expired.' } },
  },
  'GET /.well-known/jwks.json': { responses: { 200: json('JwkSet', 'A JWK Set.') } },
  'GET /openapi.json': {
    responses: { 200: anyJson('The document.', { openapi: '3.1.0', info: { title: 'Waymark', version: '2026-11-21' }, paths: {} }) },
  },
  'GET /asyncapi.json': {
    responses: {
      200: anyJson(
        "The document: the public topics for callers who may read changes, with the caller's workspaces and fields in " +
          'the examples; for operators, also the internal topics.',
        { asyncapi: '3.1.0', info: { title: 'Waymark', version: '2026-11-21' }, channels: {} },
      ),
    },
  },
  'GET /docs': { responses: { 200: text('text/html', 'The page.') } },
  'GET /docs/:file': { responses: { 200: { description: 'A script, style sheet or image.' } } },
  'GET /health/live': { responses: { 200: json('Liveness', 'The process is alive.') } },
  'GET /health/ready': { responses: { 200: json('Readiness', 'The gateway can serve.') } },
  'GET /metrics': { responses: { 200: text('text/plain', 'Prometheus text format 0.0.4.') } },
});
