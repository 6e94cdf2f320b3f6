import type { OpenAPIObject, OperationObject, PathItemObject } from '@nestjs/swagger';
import { type GatewayRoute, ROUTES } from '../routes.js';
import { OPERATIONS } from './operations.js';
import { problemResponses } from './problem-responses.js';
import { SCHEMAS } from './schemas.js';

/** `/groups/:groupID/changes` → `/groups/{groupID}/changes`. */
export function openApiPath(path: string): string {
  return path.replace(/:([^/]+)/g, '{$1}');
}

/**
 * Adds to what @nestjs/swagger found in the controllers (which methods and paths there are) what they can't say, because
 * bodies are validated and answers streamed without decorators: parameters, bodies, answers, scopes. A route that no controller
 * serves isn't described, and one that isn't in the table of routes neither, because nobody may call it.
 */
export function completeDocument(generated: OpenAPIObject): OpenAPIObject {
  const paths: Record<string, PathItemObject> = {};
  for (const route of ROUTES) {
    const path = openApiPath(route.path);
    const method = route.method.toLowerCase() as 'get';
    const found = operationOf(generated, path, method);
    if (found !== undefined) paths[path] = { ...paths[path], [method]: completeOperation(found, route) };
  }
  const tags = [...new Set(ROUTES.map(({ tag }) => tag))].map((name) => ({ name }));
  return { ...generated, paths, tags, components: { ...generated.components, schemas: { ...generated.components?.schemas, ...SCHEMAS } } };
}

/** Whatever the controller calls its parameters. */
function operationOf(document: OpenAPIObject, path: string, method: 'get'): OperationObject | undefined {
  const plain = (text: string): string => text.replace(/\{[^}]+\}/g, '{}');
  const key = Object.keys(document.paths).find((candidate) => plain(candidate) === plain(path) && document.paths[candidate]![method] !== undefined);
  return key === undefined ? undefined : document.paths[key]![method];
}

function completeOperation(found: OperationObject, route: GatewayRoute): OperationObject {
  const described = OPERATIONS[`${route.method} ${route.path}`];
  const names = [...route.path.matchAll(/:([^/]+)/g)].map((match) => match[1]!);
  return {
    operationId: found.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: [described?.description, route.scope === null ? 'Open to anyone.' : `Needs the scope \`${route.scope}\`.`].filter(Boolean).join('\n\n'),
    security: route.scope === null ? [] : [{ token: [] }],
    parameters: [...names.map(pathParameter), ...(described?.parameters ?? [])],
    requestBody: described?.requestBody,
    responses: { ...described?.responses, ...problemResponses(route) },
  };
}

function pathParameter(name: string) {
  const schema = name === 'groupID' ? { type: 'string', pattern: '^[A-Za-z0-9]{1,64}$' } : { type: 'string', minLength: 1, maxLength: 256 };
  const description = name === 'groupID' ? 'Id of the workspace; the token must name it.' : name === 'externalId' ? 'Globally unique id of the object, percent-encoded.' : undefined;
  return { name, in: 'path' as const, required: true, schema, description };
}
