import type { ParameterObject, ResponseObject } from '@nestjs/swagger';
import { FEED_KINDS } from '#contracts/areas/feed-kinds.js';
import { LETTER_SOURCES } from '#kafka/dead-letters/dead-letter-desks.js';
import { LETTERS_A_PAGE } from '../administration/letter-query.js';
import { MAX_WAIT_S } from '../checks/prefer.js';
import { PICTURE_TYPES } from '../routes/picture-types.js';
import { ADOPTION_EXAMPLE } from './answer-examples.js';
import { APP_OPERATIONS } from './app-operations.js';
import { describedOperations } from './described-operations.js';
import type { InterfaceLimits } from './interface-limits.js';
import type { OperationDescriptions } from './operation-description.js';
import { REPORT_OPERATIONS } from './report-operations.js';
import { BOX, ENTITY_TAG, LETTER_NAME, OPERATION_ID, positive, ref } from './schema-words.js';

/** No example: the page would send it with every call that is tried. */
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
  ...query(name, `${description} Give it several times for several.`, {
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
  query('limit', 'At most so many entries a page.', { type: 'integer', minimum: 1, maximum, default: byDefault });
const page = query('page', 'Opaque; part of the address `next` of the page before.');
const moment = (name: string, description: string): ParameterObject => query(name, description, { type: 'string', format: 'date-time' });
const ifMatch = header('If-Match', 'Change only this revision; another is 412. As the ETag says it, in double quotes: `"7"`.', ENTITY_TAG);
const idempotencyKey = header(
  'Idempotency-Key',
  'The same key from the same workspace within 24 hours never applies twice and answers with the first ' +
    'outcomes, also under another Prefer; with another body it is refused (422); bodies are compared by ' +
    'their bytes, so other spaces or another order of properties are another body. The answer to a ' +
    'repetition has `Idempotency-Replayed: true`. A call that is refused as a whole, for instance by ' +
    '`handling=strict`, takes nothing in and leaves its key as it was: free, when it was.',
  { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e](?:[\\x20-\\x7e]*[\\x21-\\x7e])?$' },
);
const position = [
  header(
    'Waymark-Position',
    'The `operationId` of a change: the answer is to contain what it has changed, and repeats this header ' +
      'when it does. The read waits for that 5 seconds at most, or as `Prefer` says.',
    OPERATION_ID,
  ),
  header('Prefer', `With Waymark-Position: \`wait=N\` (seconds, at most ${MAX_WAIT_S}).`, { type: 'string' }),
];
const PICTURE = Object.fromEntries(PICTURE_TYPES.map((type) => [type, { schema: { type: 'string', format: 'binary' } as const }]));
const FEED_KINDS_NAMED = Object.keys(FEED_KINDS);
const oneResult = json('ElementResult', 'The result of the one change.');

const EXPORTED =
  'With `format` or `Accept` other than JSON all of it is answered in one stream. A stream that was cut ' +
  'has no proper end: take it for nothing.';
const VISITED =
  'Visits by the rule by which areas tell events as reports come in: the same answer for an area that ' +
  'did not exist then. At most 92 days, without `from` the last.';
const between = [moment('from', 'Only what was observed at this time or later.'), moment('to', 'Only what was observed before this time.')];
const ofPlace = [
  query('area', 'Id of an area.'),
  query('bbox', 'west,south,east,north in degrees; west > east crosses the antimeridian.', BOX),
  query('near', 'lat,lon in degrees: around this place, as far as `radius` says.'),
  query('radius', 'Metres around `near`, which needs it; at most 1,000,000.', positive({ maximum: 1_000_000 })),
];
const ofObjects = [several('type', 'Only objects that are of these types now.', 20), several('id', 'Only these objects.', 50)];
const confirm = query(
  'confirmSeconds',
  'A single report from the other side counts once nothing has spoken against it for so long; as the area says, or 30.',
  { type: 'integer', minimum: 0, maximum: 86_400 },
);
const exporting = [
  query('format', 'Instead of Accept: json are pages, the others exports.', {
    type: 'string',
    enum: ['json', 'csv', 'geojson', 'gpx', 'ndjson'],
  }),
  query('geometry', 'Of GeoJSON.', { type: 'string', enum: ['points', 'lines'], default: 'points' }),
  query('simplify', 'Of GeoJSON and GPX: leave out positions that lie no farther than so many metres from the line that remains.', {
    type: 'integer',
    minimum: 1,
    maximum: 100_000,
  }),
  query('gapSeconds', 'Of GeoJSON and GPX: a silence that is longer interrupts the line.', {
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
        description: 'RFC 4180 with a head; text that a spreadsheet would take for a formula has an apostrophe before it.',
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
    'application/x-ndjson': { schema: { type: 'string', description: 'A change a line.' } },
  },
});

/** All operations, with the bounds of an installation. */
export const operationsFor = (limits: InterfaceLimits): OperationDescriptions => ({
  'POST /groups/:groupID/externalObjects': {
    description:
      `An array of 1…${count(limits.elements)} elements, at most ${count(limits.bodyBytes)} bytes (also ` +
      'once inflated; gzip, deflate and br are accepted). Valid elements go on, the others are reported one ' +
      `by one, unless \`Prefer: handling=strict\`. 403 and 422 have two shapes, told apart by the media ` +
      `type: \`application/json\` with a result for each element, or \`application/problem+json\` where the ` +
      'call as a whole was refused.',
    parameters: [
      header(
        'Prefer',
        `\`respond-async\`, \`wait=N\` (seconds, default ${limits.defaultWaitSeconds}, at most ${MAX_WAIT_S}), ` +
          `\`handling=strict\` (one invalid element refuses the whole call: one that is wrong in itself. ` +
          'Whether an object belongs to another workspace or needs a location first is known only when it is ' +
          'applied: such an element is refused alone, with 207).',
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
        ...json('OperationPending', 'Taken in; nothing is lost from here on. The outcomes are at the address in Location.'),
        headers: { Location: { description: 'Address of the outcomes, relative to this server.', schema: { type: 'string' } } },
      },
      207: json('OperationAnswer', 'Some elements were applied.'),
      403: json('OperationAnswer', 'All objects belong to other workspaces, or are outside of what the token is narrowed to.'),
      422: json('OperationAnswer', 'None was applied.'),
    },
  },
  'GET /groups/:groupID/operations/:operationId': {
    responses: {
      200: json(
        'OperationAnswer',
        'The outcomes; `{"status": "pending"}` while there are none. `{"status": "lost"}`: none will come, ' +
          'because the broker lost the call before it was applied, or an operator must look at it (dead ' +
          'letter). Send it again, with the same Idempotency-Key.',
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
      'State, history and all that was derived from them go; the id stays with the workspace, and a later ' +
      'update of the workspace creates the object again, with the next revision. The feed and the topics ' +
      'report the erasure. 409 `legal-hold` while the object or the workspace is held.',
    parameters: [ifMatch, idempotencyKey],
    responses: { 200: oneResult },
  },
  [`PUT ${OBJECT}/picture`]: {
    description:
      `The bytes of one still picture, at most ${count(limits.pictureBytes)}; no side may have more than ` +
      '4,096 pixels unless the installation says otherwise. The type is judged by the bytes; a file that ' +
      `goes on behind its picture is refused, and so is SVG. \`picture\` of the object's state is then its ` +
      'SHA-256. What is in the file is kept as it is: take out the place that a camera wrote into it where ' +
      `it is nobody's business. 409 for an object that is archived, and when the workspace holds as many ` +
      'bytes of pictures as it may.',
    parameters: [ifMatch, idempotencyKey],
    requestBody: { required: true, content: PICTURE },
    responses: { 200: oneResult },
  },
  [`DELETE ${OBJECT}/picture`]: {
    description: 'The bytes go a day later: until then an edit that sets `picture` to the same SHA-256 brings it back.',
    parameters: [ifMatch, idempotencyKey],
    responses: { 200: oneResult },
  },
  [`GET ${OBJECT}/picture`]: {
    parameters: [
      query(
        'v',
        'SHA-256 of the picture, as `picture` of the object has it: the answer may then be kept for a day. ' +
          '404 when the object has another one.',
        { type: 'string', pattern: '^[0-9a-f]{64}$' },
      ),
      header('If-None-Match', 'ETag of the picture that the caller has.'),
      ...position,
    ],
    responses: {
      200: { description: 'The picture; its ETag is the SHA-256.', content: PICTURE },
      304: { description: 'It is the one that the caller has.' },
    },
  },
  [`PUT ${OBJECT}/hold`]: {
    description: 'An existing hold gets the new reason. The reason is on the public topics with the object.',
    parameters: [ifMatch, idempotencyKey],
    requestBody: { required: true, content: { 'application/json': { schema: ref('Hold') } } },
    responses: { 200: oneResult },
  },
  [`DELETE ${OBJECT}/hold`]: { parameters: [ifMatch, idempotencyKey], responses: { 200: oneResult } },
  'DELETE /operator/workspaces/:workspaceId/externalObjects/:externalId/hold': {
    parameters: [ifMatch, idempotencyKey],
    responses: { 200: oneResult },
  },
  'GET /operator/ids/:externalId': { responses: { 200: json('IdOwner', 'The owner of the id. 404: nobody has ever used it.') } },
  'POST /operator/workspaces/:workspaceId/adoptions': {
    description:
      'Each change keeps the revision, the times and the author that it has where it comes from. One whose ' +
      'revision is not above the one held here is refused with `revision-conflict`, so that a call can be ' +
      'sent again. Refused as a whole unless the move of the workspace is `receiving`.',
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
      200: json('OperationAnswer', 'What became of each change.'),
      202: json('OperationPending', 'Taken in; what becomes of them is not known yet.'),
    },
  },
  'POST /operator/workspaces/:workspaceId/kept-objects': {
    description:
      'With `ids` these objects; otherwise a page of all, in the order of ids. Erased objects are there as what is left of them.',
    requestBody: { required: true, content: { 'application/json': { schema: ref('KeptObjectsQuestion') } } },
    responses: {
      200: json(
        'KeptObjectsPage',
        'The objects. `next` is null on the last page, and what the next page takes as `after` on others, which may be empty.',
      ),
    },
  },
  'POST /operator/workspaces/:workspaceId/kept-objects/settled': { responses: { 200: json('KeptObjectsSettled', 'Whether they are.') } },
  'DELETE /operator/workspaces/:workspaceId/ids/:externalId': {
    description:
      'The workspace is the present owner, also one that was deleted. Only while nothing is held of the ' +
      'object: 409 until it is erased, or while its workspace is under a legal hold. Who creates an object ' +
      'with the id next owns it, with the next revision. In the audit before it is done.',
    parameters: [idempotencyKey],
    responses: { 200: oneResult },
  },
  [`GET ${OBJECT}/hold`]: {
    responses: { 200: json('ObjectHold', 'The hold of the object itself; that of its workspace is read at /groups/{groupID}/hold.') },
  },
  'GET /groups/:groupID/holds': {
    parameters: [several('id', 'Only these objects, all on one page.', 50), limit(1000, 100), page, ...position],
    responses: { 200: json('HoldPage', 'Held objects, by id.') },
  },
  [`GET ${OBJECT}/export`]: {
    description:
      'Lines of JSON: first `object` with the newest state (and the `pictureAddress` of its picture, ' +
      'relative to this server), then a `change` for each line of the history, oldest first, last `end` ' +
      'with their number. Without that last line the export is not whole. `kept` marks history that is ' +
      'there only because of a legal hold.',
    responses: { 200: text('application/x-ndjson', 'The lines.') },
  },
  'GET /groups/:groupID/externalObjects': {
    description: [
      'In the order of ids, unless something is looked for: with `near` the nearest first, with `q` by what ' +
        'begins so and behind that the likest first. A page of a search may be short, or empty, and still ' +
        'have a `next`: so many objects were looked at for it.',
      'With `order` or `seenBefore` by when objects were last heard of, the newest observation of the ' +
        'position or of a field: to the hour, and within an hour by id; each with its `lastSeen`. These go ' +
        'with type, bbox and archived alone.',
      'A condition of `field` is a name, one of `<` `<=` `=` `!=` `>=` `>`, and a value: `battery<20`, ' +
        '`status=loading`, `status="20"` for a text that looks like a number. Numbers are compared with ' +
        'Number fields, texts with String fields and with the name of a category (or `namespace:name`).',
    ].join('\n\n'),
    parameters: [
      query(
        'q',
        'Objects of which the id, the title or a value of a String or Category field ' +
          'begins so, without regard to case and accents; behind them what is like it ' +
          '(from 3 characters, where the database has pg_trgm).',
        { type: 'string', maxLength: 256 },
      ),
      query('near', '`lat,lon` in degrees: nearest first, each with its `distance` in metres along a great circle.'),
      query('radius', 'Metres; only objects so near. Needed where near goes with q or field.', { type: 'number', minimum: 0 }),
      several('field', 'Only objects whose field meets this condition.', 5),
      query('bbox', 'west,south,east,north in degrees; west > east crosses the antimeridian.', BOX),
      several('type', 'Only objects of these types.', 20),
      query('order', '`lastSeen`: who was not heard of for longest first; `-lastSeen`: last.', {
        type: 'string',
        enum: ['externalId', 'lastSeen', '-lastSeen'],
        default: 'externalId',
      }),
      moment('seenBefore', 'Only objects that were last heard of before this time; without `order` the longest ago first.'),
      query('count', 'Of a list by age: the answer says how many there are on all pages, up to 10,000.', {
        type: 'boolean',
        default: false,
      }),
      query('archived', 'Whether archived objects are left out, there as well, or all that is listed.', {
        type: 'string',
        enum: ['exclude', 'include', 'only'],
        default: 'exclude',
      }),
      query('includeArchived', 'The same as archived=include.', { type: 'boolean', default: false }),
      query(
        'snapshot',
        'Each page carries the same `cursor`: the feed (with the same type and bbox) from there on has all ' +
          'that happened since the first page was read.',
        { type: 'boolean', default: false },
      ),
      several('kind', 'With snapshot: the cursor is of a feed with these kinds.', FEED_KINDS_NAMED.length, FEED_KINDS_NAMED),
      several('area', 'With snapshot: the cursor is of a feed of these areas.', 20),
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
            description:
              'Seconds since the newest moment of which everything is in the answer; of every read. From one second on also `Age`.',
            schema: { type: 'number' },
          },
        },
      },
    },
  },
  [`GET ${OBJECT}/history`]: {
    description: EXPORTED,
    parameters: [
      ...between,
      query('order', 'By the time of observation; of pages.', { type: 'string', enum: ['newest', 'oldest'], default: 'newest' }),
      limit(1000, 100),
      page,
      ...exporting,
      ...position,
    ],
    responses: { 200: historyIn('HistoryPage', 'A page of the history, late observations included; or all of it.') },
  },
  [`GET ${OBJECT}/trips`]: {
    description:
      'A stop is where all reports keep within `dwellRadius` of its first for `dwellSeconds`; a shorter ' +
      'excursion that comes back belongs to it. A silence longer than `gapSeconds` is a gap, unless the ' +
      'object is in the same place after it. What lies between is a trip. Without `from` the last day.',
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
      'In the order of the ids, then of the times of observation. Of a place, changes that report a ' +
      `position inside, within 92 days at most, without \`from\` of the last day. ${EXPORTED}`,
    parameters: [...between, ...ofPlace, ...ofObjects, limit(1000, 100), page, ...exporting],
    responses: { 200: historyIn('HistoriesPage', 'A page, which may be empty and not the last; or all of it.') },
  },
  'GET /groups/:groupID/positions': {
    description:
      "Each object's newest position that was observed until then, late reports included, with its age; " +
      'objects of which none is kept are left out.',
    parameters: [{ ...moment('at', 'The instant.'), required: true }, ...ofPlace, ...ofObjects, limit(1000, 100), page, ...position],
    responses: { 200: json('PositionsPage', 'A page, in the order of the ids.') },
  },
  'GET /groups/:groupID/visits': {
    description: VISITED,
    parameters: [...between, ...ofPlace, confirm, ...ofObjects, limit(1000, 100), page],
    responses: { 200: json('VisitsPage', 'A page of visitors, in the order of their ids.') },
  },
  'POST /groups/:groupID/visits': {
    description: `${VISITED} For the next page send the same geometry again.`,
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
      'The commonest first, some tenths of a second old. Archived objects are not counted, nor are those ' +
      'without a type. A token that is narrowed to objects sees their types alone.',
    parameters: [limit(1000, 200)],
    responses: { 200: json('TypeList', 'The types.') },
  },
  'GET /groups/:groupID/tiles/:z/:x/:y.mvt': {
    description: [
      'Mapbox Vector Tile 2.1. A layer `objects` has each object (`id`, `title`, `type`, `icon` where it ' +
        'has up to 64 characters, `observedAt` in seconds since 1970, `heading` and `category` where it has ' +
        'them); where a tile has more than 1,000, a layer `clusters` has points with `count`, the commonest ' +
        '`type`, `types` (up to five, as JSON text), the box `west`, `south`, `east`, `north`, and `splits`: ' +
        'whether zooming in takes it apart. Each object is in one tile of a zoom, so that counts add up. ' +
        'Archived objects are in none.',
      'Refreshed at most once a second. Ask again with `If-None-Match`; 204: nothing is there.',
    ].join('\n\n'),
    parameters: [
      several('type', 'Only objects of these types.', 20),
      query('colour', 'Field whose value each object carries as `category`.', { type: 'string' }),
      header('If-None-Match', 'ETag of the tile that the caller has.'),
    ],
    responses: {
      200: {
        description: 'The tile; gzip where it is accepted.',
        content: { 'application/vnd.mapbox-vector-tile': { schema: { type: 'string', format: 'binary' } } },
      },
      204: { description: 'Nothing is in this tile.' },
      304: { description: 'Nothing has changed.' },
    },
  },
  'GET /groups/:groupID/view': {
    description:
      'Server-sent events: `view` with all `objects` in the box, at most 2,000 (more are 400: show the ' +
      'clusters of tiles); then `changes` with the `objects` that changed or came and the ids of those that ' +
      '`left`; `problem` says why it ends. After a cut connect again: it begins with `view`.',
    parameters: [
      { ...query('bbox', 'What is in view: west,south,east,north in degrees; west > east crosses the antimeridian.', BOX), required: true },
      several('type', 'Only objects of these types.', 20),
    ],
    responses: { 200: text('text/event-stream', 'The stream (WHATWG HTML, 9.2).') },
  },
  'GET /groups/:groupID/changes': {
    description: [
      'Nothing is skipped and nothing served twice: go on from the cursor of each page. A change carries ' +
        'the position and the fields that it reported; one that moved nothing carries no position, which ' +
        'mode=state always has.',
      'The line of an object that was erased (`waymark.object.erased.v1`) carries nothing but its id and ' +
        'revision, in both modes and whatever type and bbox are asked for: drop what you hold of it. A token ' +
        'that is narrowed to types of objects does not get this line.',
      'With `Accept: text/event-stream` the same feed comes as server-sent events: each event `changes` is ' +
        'a page with its cursor as id, an id alone says where a silent stream is, and an event `problem` says ' +
        'why it ends. `Last-Event-ID` is the cursor that it goes on from.',
      'A filter is part of the cursor: repeat its parameters with each page. All of them must hold; type ' +
        'and, for a change that moved nothing, bbox are judged by what the object is now.',
      'A line of an area (`waymark.area.entered.v1`, `left`, `dwelt`, `absent`, `corrected`) names the area ' +
        'in `areaId`. Its `revision` is that of the report that shows it, `observedAt` when it was true, ' +
        '`receivedAt` when it was published. Those of an object are in order among themselves, not with its ' +
        'changes; once an object is erased, the feed no longer has earlier lines of it.',
    ].join('\n\n'),
    parameters: [
      query('cursor', '`earliest`, `latest`, the cursor of the page before, or that of a snapshot.'),
      limit(5000, 1000),
      query('wait', 'Seconds to wait when there is nothing new.', { type: 'integer', minimum: 0, maximum: 30 }),
      query('mode', '`events`: every applied change; `state`: the newest state of each object that changed.', {
        type: 'string',
        enum: ['events', 'state'],
      }),
      several('type', 'Only objects of these types.', 20),
      several('id', 'Only these objects.', 50),
      query('idPrefix', 'Only objects whose ids begin so.'),
      several('field', 'Only changes that report one of these fields (mode=events).', 20),
      several(
        'kind',
        'Only changes of these kinds (mode=events). Events of areas come only on request: by their kinds, or with `area`.',
        FEED_KINDS_NAMED.length,
        FEED_KINDS_NAMED,
      ),
      several('area', 'Only events of these areas (mode=events); without `kind`, all of them.', 20),
      query('bbox', 'Only what happens inside: west,south,east,north in degrees; west > east crosses the antimeridian.', BOX),
      header('Last-Event-ID', 'Of a stream: the id of the last event that was taken; counts more than `cursor`.'),
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
      { ...query('name', 'The whole name, as a link says it in `ws`.', { type: 'string', minLength: 1, maxLength: 256 }), required: true },
    ],
    responses: {
      200: json('NamedWorkspace', 'The workspace, under its present name. 404 when the token does not open it, as when there is none.'),
    },
  },
  'GET /operator/diagnosis': {
    responses: { 200: json('Diagnosis', 'What was found, and what to do about it; also when something is broken.') },
  },
  'GET /operator/lag': { responses: { 200: json('LagReport', 'What each consumer has not yet processed.') } },
  'GET /operator/dead-letters': {
    parameters: [
      query('source', 'Only those of this topic.', { type: 'string', enum: [...LETTER_SOURCES] }),
      query('after', 'The value `next` of the page before.', LETTER_NAME),
      limit(LETTERS_A_PAGE.most, LETTERS_A_PAGE.usual),
    ],
    responses: { 200: json('DeadLetterPage', 'A page of them, by source and then oldest first.') },
  },
  'GET /operator/dead-letters/:letter': {
    responses: { 200: json('OpenedDeadLetter', 'The letter with key, headers and value as the record had them.') },
  },
  'POST /operator/dead-letters/:letter/replay': { responses: { 204: { description: 'The record was written back.' } } },
  'DELETE /operator/dead-letters/:letter': { responses: { 204: { description: 'The dead letter is gone.' } } },
  'POST /operator/dead-letters/replay': {
    description:
      'A record that fails again becomes a letter again, with a higher number: with `upTo` such a letter is not replayed once more.',
    parameters: [
      { ...query('source', 'Whose letters.', { type: 'string', enum: [...LETTER_SOURCES] }), required: true },
      query('upTo', 'Only letters up to this one, such as `commands:40`.', LETTER_NAME),
    ],
    responses: { 200: json('DeadLetterReplay', 'How many were replayed, and how many are left; call again for those.') },
  },
  'GET /operator/rebuild': { responses: { 200: json('RebuildList', 'At most 20.') } },
  'POST /operator/rebuild': {
    description:
      'Goes on by itself; GET says how far it is. 409 while another one is at work. It does not swap where ' +
      'rows differ. At most one of the parameters may be true.',
    parameters: [
      query('check', 'Compare only: nothing is swapped.', { type: 'boolean', default: false }),
      query('acceptDifferences', 'Swap whatever differs, going on with what was built and refused before, if that is kept.', {
        type: 'boolean',
        default: false,
      }),
      query(
        'undo',
        'Instead of building: what the last rebuild has replaced reads on from where it was, and takes its ' +
          'place again. It is kept for a day.',
        { type: 'boolean', default: false },
      ),
    ],
    responses: { 202: json('Rebuild', 'It has begun.') },
  },
  'GET /.well-known/jwks.json': { responses: { 200: json('JwkSet', 'A JWK Set.') } },
  'GET /openapi.json': {
    responses: { 200: anyJson('The document.', { openapi: '3.1.0', info: { title: 'Waymark', version: '2026-11-21' }, paths: {} }) },
  },
  'GET /asyncapi.json': {
    responses: {
      200: anyJson(
        'The document: the public topics for who may read what changes, with its own workspaces and fields in ' +
          'the examples; for operators also those between the services.',
        { asyncapi: '3.1.0', info: { title: 'Waymark', version: '2026-11-21' }, channels: {} },
      ),
    },
  },
  'GET /docs': { responses: { 200: text('text/html', 'The page.') } },
  'GET /docs/:file': { responses: { 200: { description: 'A script, style sheet or picture.' } } },
  'GET /health/live': { responses: { 200: json('Liveness', 'It lives.') } },
  'GET /health/ready': { responses: { 200: json('Readiness', 'It can serve.') } },
  'GET /metrics': { responses: { 200: text('text/plain', 'Prometheus text format 0.0.4.') } },
});
