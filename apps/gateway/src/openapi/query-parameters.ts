import type { SchemaObject } from '@nestjs/swagger';
import type { GatewayRoute } from '../routes/gateway-route.js';
import type { OperationDescriptions } from './operation-description.js';

/** How long a text may be, in characters. */
export interface TextBounds {
  readonly least: number;
  readonly most: number;
}

/** By name; for values other than plain text, such as lists, only the name is known here. */
export type QueryParameters = ReadonlyMap<string, TextBounds | undefined>;

/** The query parameters of a route, taken from the document, so that code and document cannot differ. */
export function queryParametersOf(operations: OperationDescriptions): (route: GatewayRoute) => QueryParameters {
  return ({ method, path }) => {
    const parameters = operations[`${method} ${path}`]?.parameters ?? [];
    return new Map(
      parameters.filter((parameter) => parameter.in === 'query').map(({ name, schema }) => [name, boundsOf(schema as SchemaObject)]),
    );
  };
}

function boundsOf({ type, minLength, maxLength }: SchemaObject): TextBounds | undefined {
  return type === 'string' && (minLength ?? maxLength) !== undefined ? { least: minLength ?? 0, most: maxLength ?? Infinity } : undefined;
}
