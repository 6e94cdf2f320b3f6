import type { OpenAPIObject, OperationObject, ParameterObject, PathItemObject, ReferenceObject, SchemaObject } from '@nestjs/swagger';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

const HEAD = '// Written by `npm run build` from the OpenAPI document of the gateway: change that, not this.\n/* oxlint-disable */\n';

/**
 * The API as TypeScript types for the map app: `paths`, `components`, `operations`. Without the operator's routes, and without the
 * responses of refusals, which all have the type `ApiProblem`.
 */
export async function interfaceTypes(document: OpenAPIObject): Promise<string> {
  return (
    HEAD +
    astToString(
      await openapiTS(successes(document) as unknown as OpenAPI3, {
        alphabetize: true,
        defaultNonNullable: false,
        excludeDeprecated: true,
      }),
    )
  );
}

function successes(document: OpenAPIObject): OpenAPIObject {
  const paths = Object.entries(document.paths)
    .filter(([path]) => !/^\/(operator\/(?!workspaces|people|plans)|health|metrics|docs|\.well-known|openapi|asyncapi)/.test(path))
    .map(([path, item]) => [path, mapOperations(item)]);
  const schemas = withoutExamples(document.components?.schemas ?? {}) as Record<string, SchemaObject>;
  return { ...document, paths: Object.fromEntries(paths) as OpenAPIObject['paths'], components: { schemas } };
}

/** Removes examples, which would be most of the file as comments of types. */
function withoutExamples(schemas: object): unknown {
  return JSON.parse(
    JSON.stringify(schemas, (name, value: unknown) =>
      name === 'example' || value === null || typeof value !== 'object' || !('example' in value) ? value : { ...value, example: undefined },
    ),
  );
}

function mapOperations(item: PathItemObject): PathItemObject {
  return Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, plain(operation as OperationObject)]));
}

function plain({ operationId, parameters = [], requestBody, responses }: OperationObject): OperationObject {
  return {
    operationId,
    parameters: parameters.filter((parameter): parameter is ParameterObject => !isVersion(parameter)),
    requestBody,
    responses: Object.fromEntries(
      Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .map(([status, response]) => [status, { description: '', content: (response as { content?: Record<string, object> }).content }]),
    ) as OperationObject['responses'],
  };
}

const isVersion = (parameter: ParameterObject | ReferenceObject): boolean => '$ref' in parameter;
