import type { ParameterObject, ResponseObject } from '@nestjs/swagger';
import { EVENT_TYPES } from '#contracts/event-types.js';
import { LETTER_SOURCES } from '#kafka/dead-letter-desks.js';
import { LETTERS_A_PAGE } from '../dead-letters/letter-query.js';
import { MAX_WAIT_S } from '../ingest/prefer.js';
import type { InterfaceLimits } from './interface-limits.js';
import { directoryOperations } from './directory-operations.js';
import type { OperationDescription } from './operation-description.js';
import { ref } from './schema-words.js';

/** No example: the page would send it with every call that is tried. */
const header = (name: string, description: string): ParameterObject => ({ name, in: 'header', description, schema: { type: 'string' } });
const query = (name: string, description: string, schema: ParameterObject['schema'] = { type: 'string' }): ParameterObject => ({ name, in: 'query', description, schema });
const several = (name: string, description: string, maxItems: number, words?: string[]): ParameterObject => ({ ...query(name, `${description} Give it several times for several.`, { type: 'array', maxItems, items: { type: 'string', ...(words && { enum: words }) } }), style: 'form', explode: true });
const json = (schema: string, description: string): ResponseObject => ({ description, content: { 'application/json': { schema: ref(schema) } } });
const text = (type: string, description: string): ResponseObject => ({ description, content: { [type]: { schema: { type: 'string' } } } });
const status = (description: string): ResponseObject => ({ description, content: { 'application/json': { schema: { type: 'object' } } } });

const count = (value: number): string => value.toLocaleString('en');

const OBJECT = '/groups/:groupID/externalObjects/:externalId';
const limit = (maximum: number, byDefault: number): ParameterObject => query('limit', 'At most so many entries a page.', { type: 'integer', minimum: 1, maximum, default: byDefault });
const page = query('page', 'Opaque; part of the address `next` of the page before.');
const moment = (name: string, description: string): ParameterObject => query(name, description, { type: 'string', format: 'date-time' });
const ifMatch = header('If-Match', 'Change only this revision; another is 412. As the ETag says it, in double quotes: `"7"`.');
const idempotencyKey = header(
  'Idempotency-Key',
  'The same key from the same workspace within 24 hours never applies twice and answers with the first outcomes, also under another Prefer; with another body it is refused (422). A call that is refused as a whole, for instance by `handling=strict`, takes nothing in and leaves its key as it was: free, when it was.',
);
const oneResult = json('ElementResult', 'The result of the one change.');

/** By method and path, as in the table of routes. */
export const operationsFor = (limits: InterfaceLimits): Readonly<Record<string, OperationDescription>> => ({
  'POST /groups/:groupID/externalObjects': {
    description: `An array of 1…${count(limits.elements)} elements, at most ${count(limits.bodyBytes)} bytes (also once inflated; gzip, deflate and br are accepted). Valid elements go on, the others are reported one by one, unless \`Prefer: handling=strict\`.`,
    parameters: [
      header('Prefer', `\`respond-async\`, \`wait=N\` (seconds, default ${limits.defaultWaitSeconds}, at most ${MAX_WAIT_S}), \`handling=strict\` (one invalid element refuses the whole call).`),
      idempotencyKey,
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { type: 'array', minItems: 1, maxItems: limits.elements, items: ref('ExternalObjectUpdate') },
          example: [{ externalId: 'forklift-17', locationUpdate: { newPosition: { lat: 53.4, lon: -2.98 } }, fieldValues: [{ type: 'Number', field: 'battery', value: 81.5 }] }],
        },
      },
    },
    responses: {
      200: json('OperationAnswer', 'All elements were applied.'),
      202: { ...json('OperationPending', 'Taken in; nothing is lost from here on. The outcomes are at the address in Location.'), headers: { Location: { schema: { type: 'string' } } } },
      207: json('OperationAnswer', 'Some elements were applied.'),
      403: json('OperationAnswer', 'All objects belong to other workspaces, or are outside of what the token is narrowed to.'),
      422: json('OperationAnswer', 'None was applied.'),
    },
  },
  'GET /groups/:groupID/operations/:operationId': { responses: { 200: json('OperationAnswer', 'The outcomes; `{"status": "pending"}` while there are none.') } },
  [`PATCH ${OBJECT}`]: {
    parameters: [ifMatch, idempotencyKey],
    requestBody: { required: true, content: { 'application/merge-patch+json': { schema: ref('ObjectEdit') }, 'application/json': { schema: ref('ObjectEdit') } } },
    responses: { 200: oneResult },
  },
  [`POST ${OBJECT}/archive`]: { parameters: [ifMatch, idempotencyKey], responses: { 200: oneResult } },
  [`POST ${OBJECT}/restore`]: { parameters: [ifMatch, idempotencyKey], responses: { 200: oneResult } },
  'GET /groups/:groupID/externalObjects': {
    description: [
      'In the order of ids, unless something is looked for: with `near` the nearest first, with `q` by what begins so and behind that the likest first. A page of a search may be short, or empty, and still have a `next`: so many objects were looked at for it.',
      'A condition of `field` is a name, one of `<` `<=` `=` `!=` `>=` `>`, and a value: `battery<20`, `status=loading`, `status="20"` for a text that looks like a number. Numbers are compared with Number fields, texts with String fields and with the name of a category (or `namespace:name`).',
    ].join('\n\n'),
    parameters: [query('q', 'Objects of which the id, the title or a value of a String or Category field begins so, without regard to case and accents; behind them what is like it (from 3 characters, where the database has pg_trgm).', { type: 'string', maxLength: 256 }), query('near', '`lat,lon` in degrees: nearest first, each with its `distance` in metres along a great circle.'), query('radius', 'Metres; only objects so near. Needed where near goes with q or field.', { type: 'number', minimum: 0 }), several('field', 'Only objects whose field meets this condition.', 5), query('bbox', 'west,south,east,north in degrees; west > east crosses the antimeridian.'), query('type', 'Only objects of this type.'), query('includeArchived', 'Also archived objects.', { type: 'boolean', default: false }), query('snapshot', 'Each page carries the same `cursor`: the feed (with the same type and bbox) from there on has all that happened since the first page was read.', { type: 'boolean', default: false }), limit(1000, 100), page],
    responses: { 200: json('ObjectPage', 'A page of objects.') },
  },
  [`GET ${OBJECT}`]: { responses: { 200: json('ExternalObject', 'The newest state.') } },
  [`GET ${OBJECT}/history`]: {
    parameters: [
      moment('from', 'Only what was observed at this time or later.'),
      moment('to', 'Only what was observed before this time.'),
      query('order', 'By the time of observation.', { type: 'string', enum: ['newest', 'oldest'], default: 'newest' }),
      limit(1000, 100),
      page,
    ],
    responses: { 200: json('HistoryPage', 'A page of the history, late observations included.') },
  },
  'GET /groups/:groupID/tiles/:z/:x/:y.mvt': {
    description: [
      'Mapbox Vector Tile 2.1. A layer `objects` has each object (`id`, `title`, `type`, `observedAt` in seconds since 1970, `heading` and `category` where it has them); where a tile has more than 1,000, a layer `clusters` has points with `count`, the commonest `type`, `types` (up to five, as JSON text), the box `west`, `south`, `east`, `north`, and `splits`: whether zooming in takes it apart. Each object is in one tile of a zoom, so that counts add up. Archived objects are in none.',
      'Made anew at most once a second. Ask again with `If-None-Match`; 204: nothing is there.',
    ].join('\n\n'),
    parameters: [several('type', 'Only objects of these types.', 20), query('colour', 'Field whose value each object carries as `category`.'), header('If-None-Match', 'ETag of the tile that the caller has.')],
    responses: {
      200: { description: 'The tile; gzip where it is accepted.', content: { 'application/vnd.mapbox-vector-tile': { schema: { type: 'string', format: 'binary' } } } },
      204: { description: 'Nothing is in this tile.' },
      304: { description: 'Nothing has changed.' },
    },
  },
  'GET /groups/:groupID/view': {
    description: 'Server-sent events: `view` with all `objects` in the box, at most 2,000 (more are 400: show the clusters of tiles); then `changes` with the `objects` that changed or came and the ids of those that `left`; `problem` says why it ends. After a cut connect again: it begins with `view`.',
    parameters: [{ ...query('bbox', 'What is in view: west,south,east,north in degrees; west > east crosses the antimeridian.'), required: true }, several('type', 'Only objects of these types.', 20)],
    responses: { 200: text('text/event-stream', 'The stream (WHATWG HTML, 9.2).') },
  },
  'GET /groups/:groupID/changes': {
    description: [
      'Nothing is skipped and nothing served twice: go on from the cursor of each page. A change carries the position and the fields that it reported; one that moved nothing carries no position, which mode=state always has.',
      'The line of an object that was erased (`waymark.object.erased.v1`) carries nothing but its id and revision, in both modes and whatever type and bbox are asked for: drop what you hold of it. A token that is narrowed to types of objects is not told of it.',
      'With `Accept: text/event-stream` the same feed comes as server-sent events: each event `changes` is a page with its cursor as id, an id alone says where a silent stream is, and an event `problem` says why it ends. `Last-Event-ID` is the cursor that it goes on from.',
      'A filter is part of the cursor: repeat its parameters with each page. All of them must hold; type and, for a change that moved nothing, bbox are judged by what the object is now.',
    ].join('\n\n'),
    parameters: [
      query('cursor', '`earliest`, `latest`, the cursor of the page before, or that of a snapshot.'),
      limit(5000, 1000),
      query('wait', 'Seconds to wait when there is nothing new.', { type: 'integer', minimum: 0, maximum: 30 }),
      query('mode', '`events`: every applied change; `state`: the newest state of each object that changed.', { type: 'string', enum: ['events', 'state'] }),
      several('type', 'Only objects of these types.', 20),
      several('id', 'Only these objects.', 50),
      query('idPrefix', 'Only objects whose ids begin so.'),
      several('field', 'Only changes that report one of these fields (mode=events).', 20),
      several('kind', 'Only changes of these kinds (mode=events).', Object.keys(EVENT_TYPES).length, Object.keys(EVENT_TYPES)),
      query('bbox', 'Only what happens inside: west,south,east,north in degrees; west > east crosses the antimeridian.'),
      header('Last-Event-ID', 'Of a stream: the id of the last event that was taken; counts more than `cursor`.'),
    ],
    responses: {
      200: {
        description: 'A page of changes; it may be empty.',
        content: { 'application/json': { schema: ref('ChangePage') }, 'text/event-stream': { schema: { type: 'string', description: 'Server-sent events (WHATWG HTML, 9.2).' } } },
      },
    },
  },
  ...directoryOperations(),
  'GET /workspaces': {
    parameters: [{ ...query('name', 'The whole name, as a link says it in `ws`.', { type: 'string', minLength: 1, maxLength: 256 }), required: true }],
    responses: { 200: json('NamedWorkspace', 'The workspace, under its present name. 404 when the token does not open it, as when there is none.') },
  },
  'GET /operator/diagnosis': { responses: { 200: json('Diagnosis', 'What was found, and what to do about it; also when something is broken.') } },
  'GET /operator/lag': { responses: { 200: json('LagReport', 'What each consumer has not yet processed.') } },
  'GET /operator/dead-letters': {
    parameters: [query('source', 'Only those of this topic.', { type: 'string', enum: [...LETTER_SOURCES] }), query('after', 'The value `next` of the page before.'), limit(LETTERS_A_PAGE.most, LETTERS_A_PAGE.usual)],
    responses: { 200: json('DeadLetterPage', 'A page of them, by source and then oldest first.') },
  },
  'GET /operator/dead-letters/:letter': { responses: { 200: json('OpenedDeadLetter', 'The letter with key, headers and value as the record had them.') } },
  'POST /operator/dead-letters/:letter/replay': { responses: { 204: { description: 'Done.' } } },
  'DELETE /operator/dead-letters/:letter': { responses: { 204: { description: 'Done.' } } },
  'POST /operator/dead-letters/replay': {
    description: 'A record that fails again becomes a letter again, with a higher number: with `upTo` such a letter is not replayed once more.',
    parameters: [{ ...query('source', 'Whose letters.', { type: 'string', enum: [...LETTER_SOURCES] }), required: true }, query('upTo', 'Only letters up to this one, such as `commands:40`.')],
    responses: { 200: json('DeadLettersReplayed', 'How many were replayed, and how many are left; call again for those.') },
  },
  'GET /operator/rebuild': { responses: { 200: json('RebuildList', 'At most 20.') } },
  'POST /operator/rebuild': {
    description: 'Goes on by itself; GET says how far it is. 409 while another one is at work.',
    parameters: [query('check', 'Compare only: nothing is swapped.', { type: 'boolean', default: false })],
    responses: { 202: json('Rebuild', 'It has begun.') },
  },
  'GET /.well-known/jwks.json': { responses: { 200: json('JwkSet', 'A JWK Set.') } },
  'GET /openapi.json': { responses: { 200: status('The document.') } },
  'GET /asyncapi.json': { responses: { 200: status('The document: the public topics for who may read what changes, with its own workspaces and fields in the examples; for operators also those between the services.') } },
  'GET /docs': { responses: { 200: text('text/html', 'The page.') } },
  'GET /docs/:file': { responses: { 200: { description: 'A script, style sheet or picture.' } } },
  'GET /health/live': { responses: { 200: json('Liveness', 'It lives.') } },
  'GET /health/ready': { responses: { 200: json('Readiness', 'It can serve.') } },
  'GET /metrics': { responses: { 200: text('text/plain', 'Prometheus text format 0.0.4.') } },
});
