import { Ajv, type ValidateFunction } from 'ajv';
import { withOwnBound } from '../../contract/answer-contracts.js';

type Json = Parameters<typeof withOwnBound>[0][string];

/** OpenAPI 3.0 as JSON Schema: `nullable` next to a union or a reference is another way of writing "or null". */
function asJsonSchema(value: Json): Json {
  if (Array.isArray(value)) return value.map(asJsonSchema);
  if (typeof value !== 'object' || value === null) return value;
  const {
    nullable,
    example: _example,
    ...rest
  } = withOwnBound(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asJsonSchema(inner)])));
  return nullable === true ? { anyOf: [{ type: 'null' }, rest] } : rest;
}

/** A check of values against one of the document's schemas, by its name. */
export function describedBy(schemas: object): (name: string) => ValidateFunction {
  const ajv = new Ajv({ strict: false, unicodeRegExp: true, validateFormats: false });
  ajv.addSchema({ $id: 'openapi', components: { schemas: asJsonSchema(schemas as Json) } } as object);
  return (name) => ajv.compile({ $ref: `openapi#/components/schemas/${name}` });
}
