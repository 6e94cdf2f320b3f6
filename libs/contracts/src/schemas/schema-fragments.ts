import type { Descriptive } from '#object-rules/object.js';

/** A JSON Schema (2020-12) as a plain value. */
export type JsonSchema = { readonly [keyword: string]: unknown };

export const text = (description: string, more: JsonSchema = {}): JsonSchema => ({ type: 'string', description, ...more });

export const integer = (description: string, minimum: number): JsonSchema => ({ type: 'integer', minimum, description });

/** Open: readers must accept properties that later versions add. */
export function openObject(required: readonly string[], properties: JsonSchema, more: JsonSchema = {}): JsonSchema {
  return { type: 'object', required, properties, ...more };
}

/** Closed: we control writers and readers, so an unknown property is a mistake that should be reported. */
export function closedObject(required: readonly string[], properties: JsonSchema, more: JsonSchema = {}): JsonSchema {
  return { type: 'object', additionalProperties: false, required, properties, ...more };
}

export const time = (description: string): JsonSchema =>
  text(`${description} RFC 3339, UTC, milliseconds, so strings sort chronologically.`, {
    format: 'date-time',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  });

export const externalId = text('Globally unique id of the object; the key of the record.', { minLength: 1, maxLength: 256 });
export const workspace = text('Id of the workspace that owns the object.', { minLength: 1 });
export const revision = integer(
  'Grows by one with every applied change of the object, from 1. Drop a record whose revision is not above the last one seen.',
  1,
);
export const operationId = text('UUIDv7 of the call that requested the change.', { format: 'uuid' });

export const category: JsonSchema = openObject(['namespace', 'categoryName'], {
  namespace: { type: 'string' },
  categoryName: { type: 'string' },
});

/** The value of a field, by type. Null clears the field (in a change) or shows that it was cleared (in a state). */
const fieldValue: JsonSchema = { type: ['string', 'number', 'object', 'null'], ...pick(category, 'required', 'properties') };
export const fieldType = text('Type of the field, which determines the type of its value.', { enum: ['String', 'Number', 'Category'] });

const byType = (type: string, value: JsonSchema): JsonSchema => ({
  if: { properties: { type: { const: type } } },
  then: { properties: { value } },
});

/** The value must match its type. Separate, so that the properties stay simple for tools that ignore conditions. */
export const valueMatchesType: JsonSchema = {
  allOf: [
    byType('String', { type: ['string', 'null'] }),
    byType('Number', { type: ['number', 'null'] }),
    byType('Category', { type: ['object', 'null'] }),
  ],
};

export const fieldProperties: JsonSchema = { type: fieldType, value: fieldValue };

export const contentElement: JsonSchema = openObject(['id', 'kind'], {
  id: { type: 'string' },
  kind: { type: 'string' },
  label: { type: 'string' },
  target: { type: 'string' },
});

function pick(schema: JsonSchema, ...keywords: string[]): JsonSchema {
  return Object.fromEntries(keywords.map((keyword) => [keyword, schema[keyword]]));
}

/** An object is created without a picture, because the picture is uploaded once the object exists. */
export function picture(nullable: boolean): JsonSchema {
  return {
    type: nullable ? ['string', 'null'] : 'string',
    pattern: '^[0-9a-f]{64}$',
    description: 'SHA-256 of the picture, hexadecimal; read the bytes at GET /groups/{groupID}/externalObjects/{externalId}/picture.',
  };
}

/** Descriptive values; null clears them in a change. */
export function descriptive(nullable: boolean): Record<Exclude<keyof Descriptive, 'picture'>, JsonSchema> {
  const string = (description: string): JsonSchema => ({ type: nullable ? ['string', 'null'] : 'string', description });
  return {
    title: string('Human-readable name.'),
    type: string('Kind of thing, as the customer calls it.'),
    icon: string('Name of the icon on the map.'),
    description: string('Free text.'),
    contentElements: { type: nullable ? ['array', 'null'] : 'array', items: contentElement, description: 'Actions bound to the object.' },
  };
}
