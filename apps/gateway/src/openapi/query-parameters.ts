import type { SchemaObject } from '@nestjs/swagger';
import type { GatewayRoute } from '../routes/gateway-route.js';
import type { OperationDescriptions } from './operation-description.js';

/** Limits of a text's length, in characters. */
export interface TextBounds {
  readonly least: number;
  readonly most: number;
}

/** Query parameters by name; undefined for those that are not plain text, such as lists. */
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
