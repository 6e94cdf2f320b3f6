import type { OpenAPIObject, OperationObject, ResponseObject } from '@nestjs/swagger';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Schema = { [name: string]: Json };

/** Members that say nothing about the shape; whether one pattern accepts everything that another accepts is undecidable here. */
const LEFT_OUT = new Set(['description', 'example', 'title', 'pattern']);
const NO_BODY: Schema = { const: null };
/** The width in which clients keep a number does not change its JSON. */
const isWidth = (key: string, value: unknown): boolean => key === 'format' && (value === 'double' || value === 'int64');
/** No content, and redirects. */
const BODILESS = /^(?:204|3\d\d)$/;

/**
 * The contracts of the API's answers, as JSON Schemas without references: `listObjects.200` is the body for that status of
 * that operation, `problem` the body of every refusal. Answers other than JSON are left out; an answer without a body is null.
 * @throws Error for a reference that leads nowhere, or back to itself
 */
export function answerContracts(document: OpenAPIObject): ReadonlyMap<string, Schema> {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Json>;
  const contracts = new Map<string, Schema>([['problem', plain({ $ref: '#/components/schemas/Problem' }, schemas)]]);
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item as Record<string, OperationObject>)) {
      for (const [status, response] of Object.entries(operation.responses)) {
        const schema = BODILESS.test(status) ? NO_BODY : jsonOf(response as ResponseObject);
        if (schema !== undefined) contracts.set(`${operation.operationId}.${status}`, plain(schema, schemas));
      }
    }
  }
  return new Map([...contracts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Undefined: only problems, or no JSON. */
function jsonOf({ content }: ResponseObject): Json | undefined {
  return content?.['application/json']?.schema as Json | undefined;
}

function plain(schema: Json, schemas: Readonly<Record<string, Json>>): Schema {
  return inlined(schema, schemas, []) as Schema;
}

/** The schema without null, where it is written as one of several types or as the last of a union; undefined: null is not allowed. */
function withoutNull(schema: Schema): Schema | undefined {
  const { type, anyOf, ...rest } = schema;
  if (Array.isArray(type) && type[1] === 'null') return { ...schema, type: type[0]! };
  const [only, none, ...more] = Array.isArray(anyOf) ? anyOf : [];
  return more.length === 0 && (none as Schema | undefined)?.['type'] === 'null' ? { ...rest, ...(only as Schema) } : undefined;
}

/** A schema of the document with all references put in place, and one way of writing "or null": the one of the published contracts. */
function inlined(value: Json, schemas: Readonly<Record<string, Json>>, within: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((each) => inlined(each, schemas, within));
  if (typeof value !== 'object' || value === null) return value;
  if (typeof value['$ref'] === 'string') {
    const name = value['$ref'].replace('#/components/schemas/', '');
    if (schemas[name] === undefined || within.includes(name)) throw new Error(`The reference to ${name} leads nowhere, or back to itself.`);
    return inlined(schemas[name], schemas, [...within, name]);
  }
  const notNull = withoutNull(value);
  if (notNull !== undefined) return { anyOf: [{ type: 'null' }, inlined(notNull, schemas, within)] };
  const entries = Object.entries(value).flatMap(([key, inner]): [string, Json][] => {
    if (key === 'properties')
      return [[key, Object.fromEntries(Object.entries(inner as Schema).map(([name, of]) => [name, inlined(of, schemas, within)]))]];
    return LEFT_OUT.has(key) || isWidth(key, inner) || inner === undefined ? [] : [[key, inlined(inner, schemas, within)]];
  });
  return Object.fromEntries(entries);
}
