import { AREA_STATE_TYPE, type AreaEventType } from '../areas/area-event.js';
import { externalId, integer, type JsonSchema, openObject, text, time, workspace } from './schema-fragments.js';

const areaId = text('UUIDv7 of the area; never used again.', { format: 'uuid' });
const areaRevision = integer(
  'Grows with every change of any area: drop a record whose revision is not above the last one seen of that area.',
  1,
);
const seconds = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description });
const position: JsonSchema = { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2, description: 'Longitude, latitude.' };
const ring: JsonSchema = { type: 'array', items: position, minItems: 4 };
const polygon: JsonSchema = { type: 'array', items: ring, minItems: 1 };

const shape = (type: string, required: readonly string[], properties: JsonSchema): JsonSchema =>
  openObject(['type', ...required], { type: { const: type }, ...properties });

/** Longitudes run on beyond ±180 where an outline crosses the antimeridian. */
const geometry: JsonSchema = {
  type: 'object',
  description: 'GeoJSON Polygon or MultiPolygon (RFC 7946), outer rings counter-clockwise; or a circle.',
  anyOf: [
    shape('Polygon', ['coordinates'], { coordinates: polygon }),
    shape('MultiPolygon', ['coordinates'], { coordinates: { type: 'array', items: polygon, minItems: 1 } }),
    shape('Circle', ['center', 'radius'], { center: position, radius: { type: 'number', exclusiveMinimum: 0, description: 'Metres.' } }),
  ],
};

/** The value of `area.state`. */
export const AREA_STATE_SCHEMA: JsonSchema = openObject(
  [
    'areaId',
    'workspace',
    'name',
    'geometry',
    'confirmSeconds',
    'revision',
    'outlineRevision',
    'outlineUpdatedAt',
    'createdAt',
    'updatedAt',
  ],
  {
    areaId,
    workspace,
    name: text('As people call it.'),
    category: text('Of the workspace; such as depot or customer.'),
    floor: { type: ['string', 'number'], description: 'Floor of a building; reports of another floor are outside.' },
    geometry,
    confirmSeconds: seconds(
      'For how long a single report from the other side must stay unopposed to count; a second one makes it count at once.',
    ),
    dwellSeconds: seconds('How long a visit must last for the event dwelt; left out: never told.'),
    absentSeconds: seconds('For how long nothing must be reported from inside for the event absent; left out: never told.'),
    revision: areaRevision,
    outlineRevision: integer('Revision of the change that touched geometry, floor or times last; area.events name it as areaRevision.', 1),
    outlineUpdatedAt: time('When that was.'),
    createdAt: time('When it was made.'),
    updatedAt: time('When it was changed last.'),
  },
  { title: 'Area state', description: `An area as it is, type ${AREA_STATE_TYPE}; a tombstone when it was deleted.` },
);

const envelope: JsonSchema = {
  eventId: text('Equal for an event that appears again after a fault: drop what was seen.', { minLength: 1 }),
  workspace,
  externalId,
  areaId,
  areaRevision: integer('Revision of the area by whose outline it was judged.', 1),
  at: time('When it was true, by the clock of the device.'),
  visitStartedAt: time('Begin of the visit that it belongs to.'),
  objectRevision: integer('Revision of the object with the report that shows it.', 1),
  late: { const: true, description: 'A report that came late brought it up: what was true later may have been told before.' },
};
const envelopeNames = Object.keys(envelope).filter((name) => name !== 'late');

function told(title: string, description: string, properties: JsonSchema = {}, required: readonly string[] = []): JsonSchema {
  return openObject([...envelopeNames, ...required], { ...envelope, ...properties }, { title, description });
}

/** The values of `area.events`, by CloudEvents type. */
export const AREA_EVENT_SCHEMAS: Readonly<Record<AreaEventType, JsonSchema>> = {
  'waymark.area.entered.v1': told('Area entered', 'An object came in: its first report from inside, once it is confirmed.'),
  'waymark.area.left.v1': told('Area left', 'An object went out: its first report from outside, once it is confirmed.', {
    reason: text('Why, where no report says so.', { enum: ['area-changed', 'area-deleted'] }),
  }),
  'waymark.area.dwelt.v1': told(
    'Dwelt in an area',
    'A visit has lasted as long as the area asks.',
    { dwellSeconds: seconds('How long.') },
    ['dwellSeconds'],
  ),
  'waymark.area.absent.v1': told(
    'Absent from an area',
    'For as long as the area asks nothing was reported from inside.',
    { absentSeconds: seconds('For how long.') },
    ['absentSeconds'],
  ),
  'waymark.area.corrected.v1': told(
    'Area event taken back',
    'Late reports have shown that an event told before is not true.',
    {
      corrects: text('eventId of what is not true any more.', { minLength: 1 }),
      correctedKind: text('What that one had told.', { enum: ['entered', 'left', 'dwelt', 'absent'] }),
    },
    ['corrects', 'correctedKind'],
  ),
};
