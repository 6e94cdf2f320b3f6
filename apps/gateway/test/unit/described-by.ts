import { Ajv, type ValidateFunction } from 'ajv';

/** OpenAPI 3.0 as JSON Schema: `nullable` beside a union or a reference is another way of writing "or null", and `exclusiveMinimum: true` says how `minimum` counts. */
function asJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asJsonSchema);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, example: _example, ...rest } = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asJsonSchema(inner)]));
  if (rest.exclusiveMinimum === true) {
    rest.exclusiveMinimum = rest.minimum;
    delete rest.minimum;
  }
  return nullable === true ? { anyOf: [{ type: 'null' }, rest] } : rest;
}

/** A check of values against one of the document's schemas, by its name. */
export function describedBy(schemas: object): (name: string) => ValidateFunction {
  const ajv = new Ajv({ strict: false, unicodeRegExp: true, validateFormats: false });
  ajv.addSchema({ $id: 'openapi', components: { schemas: asJsonSchema(schemas) } } as object);
  return (name) => ajv.compile({ $ref: `openapi#/components/schemas/${name}` });
}
