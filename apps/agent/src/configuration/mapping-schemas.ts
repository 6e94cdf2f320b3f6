import { LOCATION_NUMBERS, type LocationNumber } from '../reading/element.js';

const expression = (description: string): object => ({ type: 'string', minLength: 1, maxLength: 4096, description });

const numbers = Object.fromEntries(Object.entries(LOCATION_NUMBERS).map(([name, meaning]) => [name, expression(meaning)])) as Record<
  LocationNumber,
  object
>;

/** Schema of `map` (see `MapConfig`). */
export const MAP_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  dependentRequired: { lat: ['lon'], lon: ['lat'] },
  description:
    'What is sent of a message: a path such as location.lat, or an expression of JSONata, over the ' +
    'message as JSON. What one gives goes before what the source reads by itself, which is $reading.',
  properties: {
    id: expression('The id; the namespace is put before it.'),
    externalId: expression('An id that is sent as it is, without the namespace.'),
    title: expression('The title of an object that is not there yet.'),
    type: expression('The type of an object that is not there yet.'),
    observedAt: expression(
      'When it was so: RFC 3339 with its zone, or seconds or milliseconds since 1970. Without it: when it was received.',
    ),
    lat: expression('Latitude in degrees, WGS 84.'),
    lon: expression('Longitude in degrees, WGS 84.'),
    alt: expression('Metres above sea level.'),
    ...numbers,
    floor: expression('The floor, as a number or a text.'),
    fields: {
      type: 'object',
      maxProperties: 64,
      propertyNames: { minLength: 1, maxLength: 128 },
      description: 'Fields by name; null clears one.',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['type', 'value'],
        properties: {
          type: { enum: ['String', 'Number', 'Category'] },
          value: expression('Its value.'),
          namespace: { type: 'string', minLength: 1, maxLength: 256, description: 'Of a Category; default: the namespace of the source.' },
        },
      },
    },
  },
} as const;

/** Schema of `shape` (see `ShapeConfig`). */
export const SHAPE_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  dependentRequired: { metres: ['seconds'] },
  description: 'What need not be sent. All of it is counted.',
  properties: {
    seconds: {
      type: 'number',
      exclusiveMinimum: 0,
      maximum: 86_400,
      description: 'At most one element an object in so many seconds; the newest is sent when they are over.',
    },
    metres: { type: 'number', exclusiveMinimum: 0, maximum: 100_000, description: 'Unless it moved so far.' },
    deadBand: {
      type: 'object',
      maxProperties: 64,
      additionalProperties: { type: 'number', minimum: 0 },
      description: 'By name of a Number field: a change that is smaller is not sent by itself.',
    },
  },
} as const;
