import { ELEMENT_CODES } from '#object-rules/element-codes.js';
import { COORDINATES, POSITION_DETAILS } from '#object-rules/position.js';
import { EVENT_TYPES } from '../event-types.js';
import { REPORTED } from './event-schemas.js';
import {
  category,
  closedObject,
  contentElement,
  descriptive,
  externalId,
  fieldType,
  integer,
  type JsonSchema,
  operationId,
  picture,
  revision,
  text,
  time,
} from './schema-fragments.js';

const code: JsonSchema = { type: 'string', enum: Object.keys(ELEMENT_CODES) };
const index = integer("Position of the element in the call's array.", 0);
const ifRevision = integer('Revision named in If-Match.', 0);
const partition = integer('Partition of object.commands.', 0);
const observedAt = time('Device time.');

const locationUpdate = closedObject(['newPosition'], {
  newPosition: closedObject(['lat', 'lon'], COORDINATES),
  ...POSITION_DETAILS,
});
const value: JsonSchema = { anyOf: [{ type: ['string', 'number', 'null'] }, category] };
const fieldValues: JsonSchema = {
  type: 'array',
  items: closedObject(['type', 'field', 'value'], { type: fieldType, field: { type: 'string', minLength: 1 }, value }),
};

const update = closedObject(['externalId'], {
  externalId,
  locationUpdate,
  fieldValues,
  initialExternalObject: closedObject([], { ...descriptive(false), contentElements: { type: 'array', items: contentElement } }),
  observedAt,
});
const edit = closedObject(['op', 'externalId', 'set'], {
  op: { const: 'edit' },
  externalId,
  set: closedObject([], { ...descriptive(true), picture: picture(true) }),
  locationUpdate,
  fieldValues,
  observedAt,
  ifRevision,
});
const plainOrder = closedObject(['op', 'externalId'], { op: { enum: ['archive', 'restore', 'erase', 'release'] }, externalId, ifRevision });
const idRelease = closedObject(['op', 'externalId'], { op: { const: 'release-id' }, externalId });
const hold = closedObject(['op', 'externalId', 'reason'], {
  op: { const: 'hold' },
  externalId,
  reason: { type: 'string', minLength: 1 },
  ifRevision,
});

/** A change decided by another installation (docs/decisions, 33). The gateway checks calls against this schema as well. */
export const ADOPTION_SCHEMA: JsonSchema = closedObject(['op', 'externalId', 'kind', 'change'], {
  op: { const: 'adopt' },
  externalId,
  kind: { enum: Object.keys(EVENT_TYPES) },
  change: closedObject(['revision', 'observedAt', 'receivedAt', 'subject'], {
    revision,
    observedAt,
    receivedAt: time('When the gateway of the other installation received it.'),
    subject: text('`sub` of the token used for the call there.', { minLength: 1 }),
    stale: { const: true },
    ...REPORTED,
    hold: closedObject(['reason'], { reason: { type: 'string', minLength: 1 } }),
  }),
});

const tuple = (...items: JsonSchema[]): JsonSchema => ({
  type: 'array',
  prefixItems: items,
  items: false,
  minItems: items.length,
  maxItems: items.length,
});

const refused = closedObject(['index', 'externalId', 'code', 'detail'], {
  index,
  externalId: { type: ['string', 'null'] },
  code,
  detail: { type: 'string' },
  pointer: { type: 'string' },
});

/** The value of a record on `object.commands`. */
export const COMMAND_SCHEMA: JsonSchema = closedObject(
  ['v', 'operationId', 'workspace', 'receivedAt', 'subject', 'reply', 'partitions', 'total', 'elements'],
  {
    v: { const: 1 },
    operationId,
    workspace: { type: 'string', minLength: 1 },
    receivedAt: time('Receipt at the gateway.'),
    subject: text('`sub` of the token used for the call.'),
    reply: { type: ['integer', 'null'], minimum: 0, description: 'Partition of object.outcomes on which the gateway listens.' },
    partitions: {
      type: 'array',
      items: partition,
      minItems: 1,
      uniqueItems: true,
      description: 'Partitions of the operation, ascending.',
    },
    total: integer('Elements in the entire call, including refused ones.', 1),
    refused: { type: 'array', items: refused },
    objectTypes: { type: 'array', items: { type: 'string' }, description: 'Object types that the call may change; omitted: all.' },
    elements: { type: 'array', items: tuple(index, { anyOf: [update, edit, plainOrder, idRelease, hold, ADOPTION_SCHEMA] }) },
  },
  { title: 'Command record', description: "All of a call's elements that share one partition; (operationId, partition) is applied once." },
);

const appliedOutcome = tuple(index, externalId, { enum: ['created', 'updated'] }, integer('Revision.', 1), { type: 'boolean' });
const rejectedOutcome = tuple(index, { type: 'string' }, { const: 'rejected' }, code, { type: 'string' });

/** The value of a record on `object.outcomes`. */
export const OUTCOME_SCHEMA: JsonSchema = closedObject(
  ['v', 'outcomes'],
  {
    v: { const: 1 },
    outcomes: {
      type: 'array',
      items: closedObject(['operationId', 'partition', 'results'], {
        operationId,
        partition,
        results: { type: 'array', items: { anyOf: [appliedOutcome, rejectedOutcome] } },
      }),
    },
  },
  { title: 'Outcome batch', description: "All of a unit of work's outcomes for one reply partition." },
);

/** The value of a record on `access.events`; see `AccessRecord`. */
export const ACCESS_SCHEMA: JsonSchema = closedObject(
  ['v', 'workspace', 'gateway', 'lines'],
  {
    v: { const: 1 },
    workspace: text('Key of the record; empty for calls without a workspace.'),
    gateway: text('Instance that answered.'),
    lines: {
      type: 'array',
      items: closedObject(['at', 'subject', 'tokenId', 'operation', 'status', 'requestId', 'address'], {
        at: time('When it was answered.'),
        subject: text('`sub` of the token used for the call.'),
        tokenId: text('`jti` of the token used for the call.'),
        operation: text('operationId of the OpenAPI document.'),
        status: integer(
          'Status of the answer, also where it did not arrive whole; 499: the client went away before it had ' +
            'begun; 102: written before a change of an operator was made, the line of its answer follows.',
          100,
        ),
        requestId: { type: 'string' },
        address: text('Network address of the client.'),
        externalId: text('Present if the call is about one object.'),
        target: text('With status 102: the target of the change, such as names of dead letters.'),
      }),
    },
  },
  { title: 'Access lines', description: 'Who read or changed what, without request or response bodies; calls of one workspace.' },
);
