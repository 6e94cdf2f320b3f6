import type { OpenAPIObject, OperationObject, PathItemObject, ResponseObject, SchemaObject } from '@nestjs/swagger';
import { PLAN_NAME } from '#contracts/directory/dto/shapes.js';
import { MAX_SIGHTED_NAME_CHARACTERS } from '#contracts/directory/field-sighting.js';
import { WORKSPACE_ID } from '#contracts/directory/workspace-id.js';
import type { GatewayRoute } from '../routes/gateway-route.js';
import { ROUTES } from '../routes/routes.js';
import { bodySchemas } from './described-operations.js';
import { withDescriptions } from './descriptions.js';
import { directorySchemas } from './directory-schemas.js';
import { withExamples, withSchemaExamples } from './examples.js';
import { installationSchemas } from './installation-schemas.js';
import type { InterfaceLimits } from './interface-limits.js';
import { withNamedParts } from './named-parts.js';
import { withNumberFormats } from './number-formats.js';
import type { OperationDescription, OperationDescriptions } from './operation-description.js';
import { OPERATION_DESCRIPTIONS } from './operation-descriptions.js';
import { PLAIN_NOT_BLANK } from './portable-patterns.js';
import { PROBLEM_COMPONENTS, problemName, problemStatuses } from './problem-responses.js';
import { referencedComponents } from './referenced-components.js';
import { LETTER_NAME, OPERATION_ID, string, UUID } from './schema-words.js';
import { schemasFor } from './schemas.js';
import { VERSION_PARAMETER, versionParameter, versionSchemas } from './version-parameter.js';
import { webhookSchemas } from './webhook-schemas.js';

/** `/groups/:groupID/changes` → `/groups/{groupID}/changes`. */
export function openApiPath(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

/**
 * Adds the operations and reusable parts to a document that has the title and the means of authentication. Controllers validate bodies
 * and stream answers without decorators, so the table of routes and the tables in this folder describe the operations.
 */
export function completeDocument(
  base: OpenAPIObject,
  limits: InterfaceLimits,
  operations: OperationDescriptions,
  routes: readonly GatewayRoute[] = ROUTES,
): OpenAPIObject {
  const paths: Record<string, PathItemObject> = {};
  for (const route of routes) {
    const path = openApiPath(route.path);
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: withExamples(operationOf(route, operations[`${route.method} ${route.path}`], limits)),
    };
  }
  const tags = [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name }));
  return {
    ...base,
    paths: withNumberFormats(paths),
    tags,
    components: {
      ...base.components,
      parameters: { [VERSION_PARAMETER]: versionParameter() },
      responses: withNumberFormats(referencedComponents('responses', PROBLEM_COMPONENTS, paths)),
      schemas: withNumberFormats(
        withSchemaExamples(
          withDescriptions(
            withNamedParts({
              ...versionSchemas(),
              ...schemasFor(limits),
              ...directorySchemas(),
              ...webhookSchemas(),
              ...installationSchemas(),
              ...bodySchemas(),
            }),
          ),
        ),
      ),
    },
  };
}

function operationOf(route: GatewayRoute, described: OperationDescription | undefined, limits: InterfaceLimits): OperationObject {
  const names = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  return {
    operationId: route.name,
    tags: [route.tag],
    ...(route.deprecated && { deprecated: true }),
    summary: route.summary,
    description: [described?.description ?? OPERATION_DESCRIPTIONS[route.name], needs(route.scope)].filter(Boolean).join('\n\n'),
    security: route.scope === null ? [] : [{ token: [] }],
    parameters: [
      ...names.map((name) => pathParameter(name, limits)),
      ...(described?.parameters ?? []),
      { $ref: `#/components/parameters/${VERSION_PARAMETER}` },
    ],
    requestBody: described?.requestBody,
    responses: bothOf(described?.responses ?? {}, problemStatuses(route)),
  };
}

function needs(scope: GatewayRoute['scope']): string {
  if (scope === null) return 'Open to anyone.';
  return scope === 'any' ? 'Needs a valid token.' : `Needs the scope \`${scope}\`.`;
}

/** Merges answers with the same status: an element-wise refusal of all elements, or a problem of the whole call. */
function bothOf(answers: Record<string, ResponseObject>, problems: readonly number[]): OperationObject['responses'] {
  const both: OperationObject['responses'] = {};
  for (const status of problems) {
    const answer = answers[status];
    const problem = PROBLEM_COMPONENTS[problemName(status)]!;
    both[status] =
      answer === undefined
        ? { $ref: `#/components/responses/${problemName(status)}` }
        : { description: `${answer.description} ${problem.description}`, content: { ...answer.content, ...problem.content } };
  }
  return { ...answers, ...both };
}

interface PathPart {
  readonly description: string;
  readonly schema: SchemaObject;
}

function pathParameter(name: string, limits: InterfaceLimits) {
  return { name, in: 'path' as const, required: true, ...pathValue(name, limits) };
}

const ofId = (what: string): PathPart => ({ description: `Id of the ${what}.`, schema: UUID });
const notBlank = (maxLength: number): SchemaObject => string({ minLength: 1, maxLength, pattern: PLAIN_NOT_BLANK });
const text = (description: string): PathPart => ({ description, schema: string({ minLength: 1 }) });

/** Descriptions of the path parameters, by name. */
const PATH_PARTS: Readonly<Record<string, PathPart>> = {
  areaId: ofId('area'),
  dashboardId: ofId('dashboard'),
  field: { description: 'Name of the field, percent-encoded.', schema: notBlank(MAX_SIGHTED_NAME_CHARACTERS) },
  file: text('Name of the file.'),
  groupID: { description: 'Id of the workspace; the token must name it.', schema: string({ pattern: WORKSPACE_ID }) },
  hash: text('Which basemap, as `/app/settings.json` says it.'),
  kid: text('Id of the key.'),
  letter: { description: 'Name of the dead letter, such as `commands:40`.', schema: LETTER_NAME },
  operationId: { description: 'The `operationId` of the answer to the change.', schema: OPERATION_ID },
  personId: ofId('person'),
  plan: { description: 'Name of the plan.', schema: string({ pattern: PLAN_NAME }) },
  pollId: ofId('poll'),
  shareLinkId: ofId('share link'),
  tokenId: ofId('token'),
  viewId: ofId('view'),
  webhookId: ofId('webhook'),
  workspaceId: { description: 'Id of the workspace.', schema: string({ pattern: WORKSPACE_ID }) },
  x: text('Column of the tile, from the west.'),
  y: text('Row of the tile, from the north.'),
  z: text('Zoom.'),
};

function pathValue(name: string, limits: InterfaceLimits): PathPart {
  if (name === 'externalId')
    return { description: 'Globally unique id of the object, percent-encoded.', schema: notBlank(limits.externalId) };
  return PATH_PARTS[name]!;
}
