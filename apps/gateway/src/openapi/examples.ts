import type { MediaTypeObject, OperationObject, ResponseObject, SchemaObject } from '@nestjs/swagger';
import { ANSWER_EXAMPLES, ANSWER_SCHEMA_EXAMPLES } from './answer-examples.js';
import { BODY_EXAMPLES } from './body-examples.js';
import { PROPERTY_EXAMPLES } from './property-examples.js';
import type { Schema } from './schema-words.js';

const WHOLE: Readonly<Record<string, unknown>> = { ...BODY_EXAMPLES, ...ANSWER_SCHEMA_EXAMPLES };
const nameIn = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** Adds examples to those answers of an operation for which the example of their schema is not enough. */
export function withExamples(operation: OperationObject): OperationObject {
  const responses = Object.fromEntries(
    Object.entries(operation.responses).map(([status, answer]) => [
      status,
      withExample(answer as ResponseObject, ANSWER_EXAMPLES[`${operation.operationId}.${status}`]),
    ]),
  );
  return { ...operation, responses };
}

function withExample(answer: ResponseObject, example: unknown): ResponseObject {
  const json = answer.content?.['application/json'];
  if (json === undefined || example === undefined) return answer;
  return { ...answer, content: { ...answer.content, 'application/json': { ...json, example } satisfies MediaTypeObject } };
}

/**
 * Adds an example to each schema, and to each of its properties with a plain value. A missing example is
 * built from those of the properties.
 */
export function withSchemaExamples(schemas: Readonly<Record<string, SchemaObject>>): Record<string, SchemaObject> {
  const made = new Map<string, unknown>();
  const exampleOf = (name: string): unknown => {
    if (!made.has(name)) made.set(name, WHOLE[name] ?? valueOf(schemas[name]!, name));
    return made.get(name);
  };
  const valueOf = (schema: Schema, place: string): unknown => {
    if ('$ref' in schema) return exampleOf(nameIn(schema.$ref));
    if (schema.example !== undefined) return schema.example;
    const [inner] = schema.allOf ?? schema.oneOf ?? schema.anyOf ?? [];
    if (inner !== undefined) return valueOf(inner as Schema, place);
    if (schema.properties !== undefined)
      return Object.fromEntries(
        Object.entries(schema.properties)
          .map(([name, each]) => [name, propertyValue(place, name, each as Schema)] as const)
          .filter(([, value]) => value !== undefined),
      );
    const words = schema.enum ?? ((schema as { 'x-extensible-enum'?: unknown[] })['x-extensible-enum'] as unknown[] | undefined);
    if (words !== undefined) return words[0];
    if (schema.items !== undefined) {
      const item = valueOf(schema.items as Schema, place);
      return item === undefined ? undefined : [item];
    }
    if (typeof schema.additionalProperties === 'object') {
      const value = valueOf(schema.additionalProperties as Schema, place);
      return value === undefined ? undefined : { battery: value };
    }
    return schema.type === 'boolean' ? false : schema.format === undefined ? undefined : OF_FORMAT[schema.format];
  };
  const propertyValue = (schema: string, name: string, each: Schema): unknown => {
    const own = PROPERTY_EXAMPLES[`${schema}.${name}`];
    return own !== undefined ? own : (valueOf(each, `${schema}.${name}`) ?? PROPERTY_EXAMPLES[name]);
  };
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const whole = exampleOf(name);
      const properties =
        schema.properties &&
        Object.fromEntries(
          Object.entries(schema.properties).map(([property, each]) => {
            const value = (whole as Record<string, unknown>)[property] ?? propertyValue(name, property, each as Schema);
            return [property, withPlainExample(each as Schema, value)];
          }),
        );
      return [name, { ...schema, ...(properties && { properties }), ...(whole !== undefined && { example: whole }) }];
    }),
  );
}

const OF_FORMAT: Readonly<Record<string, string>> = {
  uuid: '5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d',
  'date-time': '2026-11-21T08:00:00.000Z',
};

/** Adds an example, except to a reference: generators ignore everything next to it, and the referenced schema has its own example. */
function withPlainExample(schema: Schema, value: unknown): Schema {
  const plain = !('$ref' in schema) && !JSON.stringify(schema).includes('"$ref"');
  return plain && value !== undefined && value !== null && schema.example === undefined ? { ...schema, example: value } : schema;
}
