import { type Static, type TOptional, type TString, Type } from 'typebox';
import { LOCATION_NUMBERS, type LocationNumber } from '../reading/element.js';
import { byName } from '../reading/schema-parts.js';

const expression = (description: string) => Type.String({ minLength: 1, maxLength: 4096, description });
const member = (description: string) => Type.Optional(expression(description));

const numbers = Object.fromEntries(Object.entries(LOCATION_NUMBERS).map(([name, meaning]) => [name, member(meaning)])) as Record<
  LocationNumber,
  TOptional<TString>
>;

/** The members of a `map` that are a single expression. */
const MEMBERS = {
  id: member('The id; the namespace is put before it.'),
  externalId: member('An id that is sent as it is, without the namespace.'),
  title: member('The title of an object that is not there yet.'),
  type: member('The type of an object that is not there yet.'),
  observedAt: member('When it was so: RFC 3339 with its zone, or seconds or milliseconds since 1970. Without it: when it was received.'),
  lat: member('Latitude in degrees, WGS 84.'),
  lon: member('Longitude in degrees, WGS 84.'),
  alt: member('Metres above sea level.'),
  ...numbers,
  floor: member('The floor, as a number or a text.'),
};
export type MappedMember = keyof typeof MEMBERS;
export const MAPPED_MEMBERS = Object.keys(MEMBERS) as MappedMember[];

/** JSONata expressions over the message's document. Their results override the source's own values. */
export const MAP_SCHEMA = Type.Object(
  {
    ...MEMBERS,
    fields: Type.Optional(
      byName(
        Type.Object(
          {
            type: Type.Enum(['String', 'Number', 'Category']),
            value: expression('Its value.'),
            namespace: Type.Optional(
              Type.String({ minLength: 1, maxLength: 256, description: 'Of a Category; default: the namespace of the source.' }),
            ),
          },
          { additionalProperties: false },
        ),
        { maxProperties: 64, propertyNames: { minLength: 1, maxLength: 128 }, description: 'Fields by name; null clears one.' },
      ),
    ),
  },
  {
    additionalProperties: false,
    dependentRequired: { lat: ['lon'], lon: ['lat'] },
    description:
      'What is sent of a message: a path such as location.lat, or an expression of JSONata, over the ' +
      'message as JSON. What one gives goes before what the source reads by itself, which is $reading.',
  },
);
export type MapConfig = Static<typeof MAP_SCHEMA>;

/** Which elements need not be sent; they are counted. The last position of a thing that comes to rest is always sent, with a delay. */
export const SHAPE_SCHEMA = Type.Object(
  {
    seconds: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 86_400,
        description: 'At most one element an object in so many seconds; the newest is sent when they are over.',
      }),
    ),
    metres: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100_000, description: 'Unless it moved so far.' })),
    deadBand: Type.Optional(
      byName(Type.Number({ minimum: 0 }), {
        maxProperties: 64,
        description: 'By name of a Number field: a change that is smaller is not sent by itself.',
      }),
    ),
  },
  { additionalProperties: false, dependentRequired: { metres: ['seconds'] }, description: 'What need not be sent. All of it is counted.' },
);
export type ShapeConfig = Static<typeof SHAPE_SCHEMA>;
