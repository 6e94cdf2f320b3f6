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
 * Puts the operations into what @nestjs/swagger generates (title, security, reusable parts): bodies are validated and answers
 * streamed without decorators that it could read, so the table of routes and the tables beside this file say what they are.
 */
export function completeDocument(generated: OpenAPIObject): OpenAPIObject {
  const paths: Record<string, PathItemObject> = {};
  for (const route of ROUTES) {
    const path = openApiPath(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  const tags = [...new Set(ROUTES.map(({ tag }) => tag))].map((name) => ({ name }));
  return { ...generated, paths, tags, components: { ...generated.components, schemas: SCHEMAS } };
}

function operationOf(route: GatewayRoute): OperationObject {
  const described = OPERATIONS[`${route.method} ${route.path}`];
  const names = [...route.path.matchAll(/:([^/]+)/g)].map((match) => match[1]!);
  return {
    operationId: route.name,
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
