import { COORDINATES, POSITION_DETAILS } from '#object-rules/position.js';
import { type EventType, STATE_TYPE } from '../event-types.js';
import {
  descriptive,
  externalId,
  fieldProperties,
  integer,
  type JsonSchema,
  openObject,
  operationId,
  picture,
  revision,
  text,
  time,
  valueMatchesType,
  workspace,
} from './schema-fragments.js';

const positionProperties: JsonSchema = { ...COORDINATES, ...POSITION_DETAILS };
const position = openObject(['lat', 'lon'], positionProperties, { description: 'Reported position, WGS 84.' });
const fields: JsonSchema = {
  type: 'object',
  description: 'Reported fields by name; value null: cleared.',
  additionalProperties: openObject(['type', 'value'], fieldProperties, valueMatchesType),
};
const set = openObject(
  [],
  { ...descriptive(true), picture: picture(true) },
  { description: 'Descriptive values that were set; null: cleared.' },
);

const envelope: JsonSchema = {
  externalId,
  workspace,
  revision,
  operationId,
  index: integer("Position of the element in the call's array.", 0),
  observedAt: time('Time of the observation (device time).'),
  receivedAt: time('When the gateway received it.'),
  subject: text('`sub` of the token used for the call.'),
};
/** The reported parts of a change, as taken over from another installation. */
export const REPORTED = { position, fields, set } as const;
const envelopeNames = Object.keys(envelope);

const stale: JsonSchema = { const: true, description: 'The report was older than the current state: added to the history only.' };

function change(title: string, description: string, properties: JsonSchema, required: readonly string[] = []): JsonSchema {
  return openObject([...envelopeNames, ...required], { ...envelope, ...properties }, { title, description });
}

/** The values of `object.events`, by CloudEvents type (design section 4). */
export const EVENT_SCHEMAS: Readonly<Record<EventType, JsonSchema>> = {
  'waymark.object.created.v1': change(
    'Object created',
    'The first update of an id created the object, or the first after it was erased (revisions continue; ' +
      'the workspace can differ only if the id was released).',
    { position, fields, set },
    ['position'],
  ),
  'waymark.object.updated.v1': change('Object updated', 'A position, field values or both were reported.', { stale, position, fields }),
  'waymark.object.edited.v1': change('Object edited', 'The object was edited.', { stale, position, fields, set }),
  'waymark.object.archived.v1': change('Object archived', 'The object was archived; it still accepts updates.', {}),
  'waymark.object.restored.v1': change('Object restored', 'The object was restored from the archive.', {}),
  'waymark.object.held.v1': change(
    'Legal hold',
    'The object was put under a legal hold, or the reason was changed: none of its data is erased until it is released.',
    { hold: openObject(['reason'], { reason: text('The given reason. Visible to all readers of this topic.') }) },
    ['hold'],
  ),
  'waymark.object.released.v1': change('Legal hold released', 'The legal hold of the object has ended.', {}),
  'waymark.object.erased.v1': change(
    'Object erased',
    'All data of the object except the owner of its id was erased: delete its state, its history and all derived data.',
    {
      idReleased: {
        const: true,
        description:
          'The object was erased earlier; an operator has released its id, which no workspace owns any longer. The ' +
          'next object with this id may belong to another workspace.',
      },
    },
  ),
};

/** The value of `object.state`: each object's newest full state. */
export const STATE_SCHEMA: JsonSchema = openObject(
  ['externalId', 'workspace', 'revision', 'position', 'fields', 'archived', 'createdAt', 'updatedAt'],
  {
    externalId,
    workspace,
    revision,
    ...descriptive(false),
    picture: picture(false),
    position: openObject(['lat', 'lon', 'observedAt'], { ...positionProperties, observedAt: time('Device time of this position.') }),
    fields: {
      type: 'object',
      description: 'Fields by name; a cleared field stays with value null, and its time still protects it against late values.',
      additionalProperties: openObject(
        ['type', 'value', 'observedAt'],
        { ...fieldProperties, observedAt: time('Device time of this value.') },
        valueMatchesType,
      ),
    },
    archived: { type: 'boolean' },
    hold: openObject(
      ['reason', 'by', 'since'],
      { reason: text('The given reason.'), by: text('`sub` of the token used for the call.'), since: time('When it was placed.') },
      { description: 'Legal hold of the object; absent: none.' },
    ),
    createdAt: time('Receipt of the first update.'),
    updatedAt: time('Receipt of the newest applied change.'),
  },
  { title: 'Object state', description: `The complete newest state of an object, type ${STATE_TYPE}.` },
);
