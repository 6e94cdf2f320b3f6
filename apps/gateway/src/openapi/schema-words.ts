import type { SchemaObject } from '@nestjs/swagger';
import { LETTER_SOURCES } from '#kafka/dead-letters/dead-letter-desks.js';

export type Schema = SchemaObject | { $ref: string };
export type Properties = Record<string, Schema>;

export const ref = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });
export const string = (more: SchemaObject = {}): SchemaObject => ({ type: 'string', ...more });
/** A text from a list that may grow: clients must accept unknown values. */
export const word = (words: readonly string[], more: SchemaObject = {}): SchemaObject =>
  ({ type: 'string', 'x-extensible-enum': [...words], ...more }) as SchemaObject;
export const time = (description: string): SchemaObject => ({
  type: 'string',
  format: 'date-time',
  description,
  example: '2026-11-21T08:00:00.000Z',
});
export const number = (more: SchemaObject = {}): SchemaObject => ({ type: 'number', ...more });
export const integer = (more: SchemaObject = {}): SchemaObject => ({ type: 'integer', ...more });
export const list = (items: Schema, more: SchemaObject = {}): SchemaObject => ({ type: 'array', items, ...more });
/** A box in a query: west,south,east,north in degrees. */
export const BOX = string({ pattern: '^-?[0-9]{1,3}(?:\\.[0-9]{1,20})?(?:,-?[0-9]{1,3}(?:\\.[0-9]{1,20})?){3}$' });
export const UUID = string({ format: 'uuid', pattern: '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });
/** The public id of an operation: the id of the change with one or two proofs (operation-ids.ts). */
export const OPERATION_ID = string({ pattern: '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-[0-9a-f]{10}){1,2}$' });
/** The name of a dead letter, such as `commands:40`. */
export const LETTER_NAME = string({ pattern: `^(?:${LETTER_SOURCES.join('|')}):[0-9]{1,15}$` });
/** A revision in the format of If-Match. */
export const ENTITY_TAG = string({ pattern: '^(?:\\*|"[1-9][0-9]{0,14}")$' });
/** An object in a request: properties that are not listed are refused. */
export const closed = (properties: Properties, required: string[] = [], more: SchemaObject = {}): SchemaObject => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required: required.length > 0 ? required : undefined,
  ...more,
});
/** An object in an answer: later versions may add properties. */
export const open = (properties: Properties, required: string[] = Object.keys(properties)): SchemaObject => ({
  type: 'object',
  properties,
  required,
});
/** A schema of the document, or null. */
export const nullableRef = (name: string): SchemaObject => ({ anyOf: [ref(name), { type: 'null' }] });
/** A value of one type, or null. @throws Error for a schema without a type */
export function nullable(schema: SchemaObject): SchemaObject {
  if (typeof schema.type !== 'string' || schema.enum) throw new Error('Only a schema with one type and without an enum can be nullable.');
  return { ...schema, type: [schema.type, 'null'] };
}
/** A number above 0. The cast is for Nest's types, where `exclusiveMinimum` is still the boolean of OpenAPI 3.0. */
export const positive = (more: SchemaObject = {}): SchemaObject => number({ ...({ exclusiveMinimum: 0 } as object), ...more });
