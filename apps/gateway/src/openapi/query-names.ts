import type { GatewayRoute } from '../gateway-route.js';
import type { OperationDescription } from './operation-description.js';

/** Which query parameters a route takes: those that the document names, so that neither has one that the other lacks. */
export function queryNamesOf(operations: Readonly<Record<string, OperationDescription>>): (route: GatewayRoute) => readonly string[] {
  return ({ method, path }) => (operations[`${method} ${path}`]?.parameters ?? []).filter((parameter) => parameter.in === 'query').map(({ name }) => name);
}
