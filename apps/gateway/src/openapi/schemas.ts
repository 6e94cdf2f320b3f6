import type { SchemaObject } from '@nestjs/swagger';
import { CONTENT_KINDS } from '#contracts/dto/content-element-rule.js';
import type { ElementLimits } from '#contracts/dto/element-limits.js';
import type { JsonSchema } from '#contracts/schemas/schema-fragments.js';
import { ELEMENT_CODES } from '#object-rules/element-codes.js';
import type { Descriptive } from '#object-rules/object.js';
import { COORDINATES, POSITION_DETAILS } from '#object-rules/position.js';
import { AREA_SHAPE_SCHEMAS } from './area-shape-schemas.js';
import { PLAIN, PLAIN_LINES, PLAIN_NOT_BLANK } from './portable-patterns.js';
import { REPORT_SCHEMAS } from './report-operations.js';
import {
  closed,
  integer,
  list,
  nullable,
  nullableRef,
  number,
  open,
  type Properties,
  ref,
  type Schema,
  string,
  time,
  word,
} from './schema-words.js';

/** A text without control characters. */
const plain = (maxLength: number, more: SchemaObject = {}): SchemaObject => string({ maxLength, pattern: PLAIN, ...more });
const name = (maxLength: number, more: SchemaObject = {}): SchemaObject =>
  plain(maxLength, { minLength: 1, pattern: PLAIN_NOT_BLANK, ...more });
const revision = integer({ minimum: 1, description: 'Increases by one with every applied change of the object.' });
/** Line breaks and tabs in addition to what `plain` allows. */
const lines = (maxLength: number, more: SchemaObject = {}): SchemaObject => plain(maxLength, { pattern: PLAIN_LINES, ...more });
/** Turns JSON Schema's list of examples into the single example that OpenAPI tools expect. */
const withExamples = <Name extends string>(properties: Readonly<Record<Name, JsonSchema>>): Record<Name, Schema> =>
  Object.fromEntries(
    Object.entries<JsonSchema>(properties).map(([name, { examples, ...schema }]) => [
      name,
      { ...schema, example: (examples as unknown[])[0] },
    ]),
  ) as Record<Name, Schema>;
const coordinates = withExamples(COORDINATES);
const details: Properties = { ...withExamples(POSITION_DETAILS), floor: ref('Floor') };
const picture = string({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of its picture; read the bytes at …/picture.' });
const next = nullable(string({ description: 'Address of the next page, relative to this server; null on the last page.' }));
const fieldState = (type: string, value: Schema): SchemaObject => ({
  ...open(
    {
      type: string({ enum: [type], description: 'Type of the field, which determines the type of its value.' }),
      value,
      observedAt: time('Time of the observation.'),
    },
    ['type', 'value'],
  ),
  description: `The value of a field of the type ${type}.`,
});
const fields: SchemaObject = {
  type: 'object',
  additionalProperties: ref('FieldState'),
};

/** Properties of area events in the feed. */
const areaEventProperties: Properties = {
  areaId: string({ description: 'For an area event, which has no position or fields: the area.' }),
  areaRevision: integer({ description: 'Revision of the area whose outline was used.' }),
  eventId: string({ description: 'The eventId on area.events.' }),
  visitStartedAt: time('Start of the visit that it belongs to.'),
  dwellSeconds: integer({ description: 'With dwelt: duration of the visit so far.' }),
  absentSeconds: integer({ description: 'With absent: time without a report from inside.' }),
  reason: string({ description: 'With left, if it was not caused by a report: area-changed or area-deleted.' }),
  late: { type: 'boolean', description: 'True: caused by a late report.' },
  corrects: string({ description: 'With corrected: eventId of the event that no longer applies.' }),
  correctedKind: string({ description: 'With corrected: the kind of that event, such as entered.' }),
};

const FIELD_KINDS = ['String', 'Number', 'Category'] as const;

/** All schemas of the public interface, by name. */
export function schemasFor(limits: ElementLimits): Record<string, SchemaObject> {
  const externalId = name(limits.externalId, { example: 'forklift-17' });
  const fieldName = name(limits.fieldName, { example: 'battery' });
  const shortName = name(limits.shortText);
  const floor = ref('Floor');
  const fieldOf = (type: string, value: Schema, description: string): SchemaObject =>
    closed(
      {
        type: string({ enum: [type], description: 'Type of the field, which determines the type of its value.' }),
        field: fieldName,
        value,
      },
      ['type', 'field', 'value'],
      { description },
    );
  const descriptive: Record<Exclude<keyof Descriptive, 'picture'>, SchemaObject> = {
    title: plain(limits.title),
    type: plain(limits.shortText),
    icon: plain(limits.shortText),
    description: lines(limits.description),
    contentElements: list(ref('ContentElement'), { maxItems: limits.contentElements }),
  };
  const contentElement: Properties = { id: shortName, kind: shortName, label: plain(limits.shortText), target: plain(limits.target) };
  const updateParts: Properties = {
    locationUpdate: ref('LocationUpdate'),
    fieldValues: list(ref('FieldValue'), { maxItems: limits.fieldsPerElement }),
    observedAt: time('Time of the observation; default: the time of receipt. At most 5 minutes in the future.'),
  };
  return {
    ExternalObjectUpdate: closed({ externalId, ...updateParts, initialExternalObject: ref('InitialExternalObject') }, ['externalId'], {
      description:
        'At least one of `locationUpdate` and `fieldValues` must be there; the first update of an object needs a `locationUpdate`.',
    }),
    LocationUpdate: closed({ newPosition: closed(coordinates, ['lat', 'lon']), ...details }, ['newPosition']),
    Floor: { description: 'A floor of a building: a name or a number.', anyOf: [shortName, number()], example: '2' },
    FieldValue: {
      description: 'A value of a field, by its `type`. The value null clears the field.',
      oneOf: FIELD_KINDS.map((kind) => ref(`${kind}FieldValue`)),
      discriminator: {
        propertyName: 'type',
        mapping: Object.fromEntries(FIELD_KINDS.map((kind) => [kind, ref(`${kind}FieldValue`).$ref])),
      },
    },
    StringFieldValue: fieldOf(
      'String',
      nullable(lines(limits.stringValue, { description: 'The text; null clears the field.' })),
      'A text.',
    ),
    NumberFieldValue: fieldOf(
      'Number',
      nullable(
        number({
          description:
            'Finite; kept as a double, so an integer beyond 2^53 may be rounded: 9007199254740993 becomes ' +
            '9007199254740992. Null clears the field.',
        }),
      ),
      'A number.',
    ),
    CategoryFieldValue: fieldOf('Category', nullableRef('Category'), 'One of a set of values, such as a status.'),
    Category: closed({ namespace: shortName, categoryName: shortName }, ['namespace', 'categoryName']),
    FieldState: {
      description: 'A value of a field, by its `type`; the value null: the field was cleared.',
      oneOf: FIELD_KINDS.map((kind) => ref(`${kind}FieldState`)),
      discriminator: {
        propertyName: 'type',
        mapping: Object.fromEntries(FIELD_KINDS.map((kind) => [kind, ref(`${kind}FieldState`).$ref])),
      },
    },
    StringFieldState: fieldState('String', nullable(string({ description: 'The text; null: the field was cleared.' }))),
    NumberFieldState: fieldState('Number', nullable(number({ description: 'The number; null: the field was cleared.' }))),
    CategoryFieldState: fieldState('Category', { ...nullableRef('Category'), description: 'The category; null: the field was cleared.' }),
    ContentElement: closed({ ...contentElement, kind: string({ enum: CONTENT_KINDS }) }, ['id', 'kind']),
    ShownContentElement: closed(contentElement, ['id', 'kind']),
    InitialExternalObject: closed(descriptive, [], { description: 'Used only when this update creates the object.' }),
    ObjectEdit: closed(
      {
        ...Object.fromEntries(Object.entries(descriptive).map(([name, schema]) => [name, nullable(schema)])),
        picture: nullable(
          string({
            pattern: '^[0-9a-f]{64}$',
            description: 'SHA-256 of a picture that was uploaded for this object and is kept still; PUT …/picture uploads one and sets it.',
          }),
        ),
        ...updateParts,
      },
      [],
      {
        description: 'A JSON merge patch (RFC 7396): null clears, what is left out stays.',
      },
    ),
    OperationAnswer: open({
      operationId: nullable(
        string({ description: 'Null when every element was refused: nothing was taken in, so there is nothing to look up.' }),
      ),
      results: list(ref('ElementResult'), { description: 'In the order of the array.' }),
    }),
    OperationPending: open({ operationId: string(), status: string({ enum: ['pending'] }) }),
    ElementResult: open(
      {
        index: integer({ minimum: 0, description: 'Place in the array.' }),
        externalId: nullable(string()),
        status: string({ enum: ['created', 'updated', 'rejected'] }),
        revision,
        stale: { type: 'boolean', description: 'True: older than what was known; kept as history, the object did not move back.' },
        error: open(
          {
            code: word(Object.keys(ELEMENT_CODES)),
            detail: string(),
            pointer: string({ description: 'JSON pointer (RFC 6901) into the body; of something missing: where it should be.' }),
          },
          ['code', 'detail'],
        ),
        warnings: list(open({ code: word(['field-conflict']), detail: string(), pointer: string() }), {
          description:
            'The element was applied, although a value does not match the definition of its field, because that ' +
            'definition only asks for a warning. Only in the direct answer, not when the operation is read later.',
        }),
      },
      ['index', 'externalId', 'status'],
    ),
    ExternalObject: open(
      {
        externalId,
        revision,
        distance: number({ minimum: 0, description: 'Metres from the place or the object in the request; only in lists by distance.' }),
        lastSeen: time('The newest observation of its position or of a field; only in a list by age.'),
        ...descriptive,
        contentElements: list(ref('ShownContentElement'), { maxItems: limits.contentElements }),
        picture,
        position: open({ ...coordinates, ...details, observedAt: time('When the object was there.') }, ['lat', 'lon', 'observedAt']),
        fields,
        archived: { type: 'boolean' },
        createdAt: time('When it was created.'),
        updatedAt: time('When it last changed.'),
      },
      ['externalId', 'revision', 'position', 'fields', 'archived', 'createdAt', 'updatedAt'],
    ),
    TypeList: open({
      types: list(open({ type: string(), count: integer({ minimum: 1, description: 'Objects of the type.' }) })),
      more: {
        type: 'boolean',
        description:
          'There are more types than this; of a token that is narrowed to a place or to ids: or more objects than were looked at, 10,000.',
      },
    }),
    NearbyObjects: {
      description: 'The objects around an object, nearest first.',
      ...open({
        near: {
          description: 'The position of the object, and the radius around it.',
          ...open({ lat: coordinates.lat, lon: coordinates.lon, radius: number({ description: 'Metres, as requested.' }) }),
        },
        objects: list(ref('ExternalObject'), { maxItems: 100, description: 'Nearest first, each with its `distance`.' }),
        more: { type: 'boolean', description: 'There are more objects within the radius.' },
      }),
    },
    ObjectPage: open(
      {
        objects: list(ref('ExternalObject')),
        next,
        count: open({ objects: integer({ minimum: 0 }), atLeast: { type: 'boolean', description: 'There are more than were counted.' } }),
        cursor: string({
          description:
            'With snapshot=true: where the feed goes on from these objects. Drop changes whose revision is not above that of the object.',
        }),
        near: open({ lat: coordinates.lat, lon: coordinates.lon, radius: number({ description: 'Metres.' }) }, ['lat', 'lon']),
        incomplete: { type: 'boolean', description: 'With q: so much is alike that not all of it was compared; type more.' },
      },
      ['objects', 'next'],
    ),
    HistoryPage: open({ history: list(ref('Change')), next }),
    HistoriesPage: open({ history: list(ref('Change')), next, incomplete: ref('PresenceGap') }, ['history', 'next']),
    PositionsPage: open({ at: time('The instant.'), positions: list(ref('PastPosition')), next, incomplete: ref('PresenceGap') }, [
      'at',
      'positions',
      'next',
    ]),
    PastPosition: open(
      {
        externalId,
        type: string({ description: 'Of the object, as it is now.' }),
        ...coordinates,
        ...details,
        observedAt: time('When it was there.'),
        ageSeconds: number({ minimum: 0, description: 'How old that observation was at the instant.' }),
      },
      ['externalId', 'lat', 'lon', 'observedAt', 'ageSeconds'],
    ),
    VisitsPage: open(
      {
        from: time('As asked for.'),
        to: time('As asked for, or when it was asked.'),
        visitors: list(ref('Visitor')),
        next,
        incomplete: ref('PresenceGap'),
      },
      ['from', 'to', 'visitors', 'next'],
    ),
    Visitor: open(
      { externalId, type: string({ description: 'Of the object, as it is now.' }), visits: list(ref('Visit'), { minItems: 1 }) },
      ['externalId', 'visits'],
    ),
    Visit: open(
      {
        enteredAt: time('By the first report from inside.'),
        enteredBefore: { type: 'boolean', description: 'True: what is kept begins inside, so it may have entered earlier.' },
        leftAt: nullable(time('By the first report from outside; null: it was still there at the end.')),
      },
      ['enteredAt', 'leftAt'],
    ),
    ...AREA_SHAPE_SCHEMAS,
    VisitsQuestion: closed({ geometry: ref('AreaGeometry'), floor }, ['geometry']),
    PresenceGap: open({
      receivedBefore: time(
        'What was received before may be missing: only after an upgrade, until the history from before it was gone through.',
      ),
      detail: string(),
    }),
    TripsAnswer: open(
      {
        externalId,
        from: time('As asked for.'),
        to: time('As asked for.'),
        dwellRadius: integer(),
        dwellSeconds: integer(),
        gapSeconds: integer(),
        segments: list(ref('TrackSegment'), { description: 'In order, without a hole between them.' }),
        totals: open({
          positions: integer(),
          distanceMetres: number(),
          tripSeconds: number(),
          stopSeconds: number(),
          gapSeconds: number(),
        }),
        more: { type: 'boolean', description: 'True: ask again from the end of the last segment.' },
      },
      ['externalId', 'from', 'to', 'segments', 'totals', 'more'],
    ),
    TrackSegment: open(
      {
        kind: string({ enum: ['trip', 'stop', 'gap'] }),
        from: time('Its first report.'),
        to: time('Its last report.'),
        durationSeconds: number(),
        lat: number({ description: 'Of a stop: where it began.' }),
        lon: number({ description: 'Of a stop.' }),
        silentSeconds: number({ description: 'Of a stop: in silences that are longer than gaps.' }),
        start: open({ lat: coordinates.lat, lon: coordinates.lon }),
        end: open({ lat: coordinates.lat, lon: coordinates.lon }),
        distanceMetres: number({ description: 'Of a trip from report to report, of a gap straight.' }),
        maxSpeedMetresPerSecond: nullable(number({ description: 'Of a trip, between two reports that are a second apart or more.' })),
        positions: integer(),
      },
      ['kind', 'from', 'to', 'durationSeconds'],
    ),
    Change: open(
      {
        externalId,
        revision,
        type: string({ example: 'waymark.object.updated.v1' }),
        observedAt: time('When it was true.'),
        receivedAt: time('When it was taken in.'),
        stale: { type: 'boolean' },
        position: {
          ...open({ ...coordinates, ...details }, ['lat', 'lon']),
          description: 'Only where the change reported one; always there with mode=state, but for an object that was erased.',
        },
        fields: { ...fields, description: 'The fields that the change reported; with mode=state, all that the object has.' },
        set: { type: 'object', description: 'Descriptive values that were set; null: cleared.' },
        ...areaEventProperties,
      },
      ['externalId', 'revision', 'type'],
    ),
    ChangePage: open({
      changes: list(ref('Change')),
      cursor: string({ description: 'Where to continue; also on an empty page.' }),
      more: { type: 'boolean', description: 'True: there is more now; false: wait.' },
    }),
    IdOwner: open({
      externalId,
      workspace: nullable(string({ description: 'The owner; null: the id was released.' })),
      erased: { type: 'boolean', description: 'True: nothing of an object is held but its id.' },
      revision: integer({ minimum: 1, description: 'Of the last change.' }),
      updatedAt: time('Time of that change.'),
    }),
    ObjectHold: open({
      externalId,
      reason: string(),
      by: string({ description: 'Subject of the person or token that placed it.' }),
      since: time('When it was placed.'),
    }),
    HoldPage: open(
      {
        holds: list(ref('ObjectHold')),
        next,
        ofWorkspace: nullable(
          open({
            workspace: string(),
            reason: string(),
            by: string({ description: 'Subject of the person or token that placed it.' }),
            since: time('When it was placed.'),
          }),
        ),
      },
      ['holds', 'next'],
    ),
    ...REPORT_SCHEMAS,
    JwkSet: open({
      keys: list(
        open({
          kty: string({ enum: ['EC'] }),
          crv: string({ enum: ['P-256'] }),
          alg: string({ enum: ['ES256'] }),
          use: string({ enum: ['sig'] }),
          kid: string(),
          x: string(),
          y: string(),
        }),
      ),
    }),
    Liveness: open({ status: string({ enum: ['live'] }) }),
    Readiness: open({ status: string({ enum: ['ready'] }), checks: list(string(), { description: 'What was checked.' }) }),
    Problem: open(
      {
        type: string({ example: 'urn:waymark:problem:not-found' }),
        title: string(),
        status: integer(),
        detail: string(),
        requestId: string(),
        errors: list(
          open({
            pointer: string({ description: 'JSON pointer (RFC 6901) into the body, or the name of a header or parameter.' }),
            detail: string(),
          }),
        ),
      },
      ['type', 'title', 'status', 'requestId'],
    ),
  };
}
