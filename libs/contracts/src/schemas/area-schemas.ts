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

/** Longitudes go beyond ±180 if an outline crosses the antimeridian. */
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
    name: text('Display name.'),
    category: text('Chosen by the workspace; for example depot or customer.'),
    floor: { type: ['string', 'number'], description: 'Floor of a building; reports from another floor count as outside.' },
    geometry,
    confirmSeconds: seconds(
      'How long a single report from the other side must remain uncontradicted to count; a second one makes it count immediately.',
    ),
    dwellSeconds: seconds('How long a visit must last for a dwelt event; omitted: no such events.'),
    absentSeconds: seconds('How long there must be no report from inside for an absent event; omitted: no such events.'),
    revision: areaRevision,
    outlineRevision: integer('Revision of the last change of geometry, floor or times; the areaRevision on area.events.', 1),
    outlineUpdatedAt: time('Time of that change.'),
    createdAt: time('When it was created.'),
    updatedAt: time('When it was last changed.'),
  },
  { title: 'Area state', description: `The current state of an area, type ${AREA_STATE_TYPE}; a tombstone after it was deleted.` },
);

const envelope: JsonSchema = {
  eventId: text('The same for an event that is repeated after a failure: ignore ids already seen.', { minLength: 1 }),
  workspace,
  externalId,
  areaId,
  areaRevision: integer('Revision of the area whose outline was used.', 1),
  at: time('Time of the event, by the clock of the device.'),
  visitStartedAt: time('Start of the visit that it belongs to.'),
  objectRevision: integer('Revision of the object after the report that caused it.', 1),
  late: { const: true, description: 'Caused by a late report: later events may have been published before it.' },
};
const envelopeNames = Object.keys(envelope).filter((name) => name !== 'late');

function areaEventSchema(title: string, description: string, properties: JsonSchema = {}, required: readonly string[] = []): JsonSchema {
  return openObject([...envelopeNames, ...required], { ...envelope, ...properties }, { title, description });
}

/** The values of `area.events`, by CloudEvents type. */
export const AREA_EVENT_SCHEMAS: Readonly<Record<AreaEventType, JsonSchema>> = {
  'waymark.area.entered.v1': areaEventSchema('Area entered', 'An object entered: its first report from inside, once confirmed.'),
  'waymark.area.left.v1': areaEventSchema('Area left', 'An object left: its first report from outside, once confirmed.', {
    reason: text('The reason, if it was not caused by a report.', { enum: ['area-changed', 'area-deleted'] }),
  }),
  'waymark.area.dwelt.v1': areaEventSchema(
    'Dwelt in an area',
    "A visit has reached the area's dwell time.",
    { dwellSeconds: seconds('The dwell time.') },
    ['dwellSeconds'],
  ),
  'waymark.area.absent.v1': areaEventSchema(
    'Absent from an area',
    "No report from inside for the area's absence time.",
    { absentSeconds: seconds('The absence time.') },
    ['absentSeconds'],
  ),
  'waymark.area.corrected.v1': areaEventSchema(
    'Area event corrected',
    'Late reports have shown that an earlier event was wrong.',
    {
      corrects: text('eventId of the event that no longer applies.', { minLength: 1 }),
      correctedKind: text('Kind of that event.', { enum: ['entered', 'left', 'dwelt', 'absent'] }),
    },
    ['corrects', 'correctedKind'],
  ),
};
