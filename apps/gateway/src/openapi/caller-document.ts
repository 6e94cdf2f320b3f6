import type { MediaTypeObject, OpenAPIObject, OperationObject, ParameterObject, ResponseObject, SchemaObject } from '@nestjs/swagger';
import { ROUTES } from '../routes/routes.js';
import type { CallerView, WorkspaceExample } from './caller-view.js';
import { openApiPath } from './complete-document.js';
import { referencedComponents } from './referenced-components.js';

/** The whole document reduced to the operations that a caller may use, with its own workspaces and fields. */
export function documentFor(whole: OpenAPIObject, view: CallerView): OpenAPIObject {
  const paths: OpenAPIObject['paths'] = {};
  for (const { name, path: route, method: verb } of ROUTES) {
    const workspaces = view.operations[name];
    if (workspaces === undefined) continue;
    const path = openApiPath(route);
    const method = verb.toLowerCase() as 'get';
    paths[path] = { ...paths[path], [method]: operationFor(whole.paths[path]![method]!, workspaces, view) };
  }
  const tags = new Set(
    Object.values(paths).flatMap((item) =>
      Object.values(item as Record<string, OperationObject>).flatMap((operation) => operation.tags ?? []),
    ),
  );
  const parameters = whole.components?.parameters;
  const responses = referencedComponents('responses', whole.components?.responses as Record<string, ResponseObject>, paths);
  const schemas = referencedComponents('schemas', whole.components?.schemas as Record<string, SchemaObject>, {
    paths,
    parameters,
    responses,
  });
  return {
    ...whole,
    paths,
    tags: whole.tags?.filter(({ name }) => tags.has(name)),
    components: { ...whole.components, responses, schemas },
  };
}

function operationFor(operation: OperationObject, workspaces: readonly string[] | null, view: CallerView): OperationObject {
  if (workspaces === null) return operation;
  const parameters = operation.parameters?.map((parameter) =>
    'name' in parameter && parameter.name === 'groupID' ? exampleOf(parameter, workspaces) : parameter,
  );
  const exampleFor = EXAMPLES[operation.operationId ?? ''];
  if (exampleFor === undefined || operation.requestBody === undefined || !('content' in operation.requestBody))
    return { ...operation, parameters };
  const examples = Object.fromEntries(
    view.examples.map((example) => [example.workspace, { summary: example.name, value: exampleFor(example, view) }]),
  );
  const content = Object.fromEntries(
    Object.entries(operation.requestBody.content).map(([type, { example: _general, ...media }]): [string, MediaTypeObject] => [
      type,
      { ...media, examples },
    ]),
  );
  return { ...operation, parameters, requestBody: { ...operation.requestBody, content } };
}

/**
 * Adds the caller's workspaces as examples. With an `enum`, clients that are generated from the document would accept only these
 * workspaces, and would have a separate type for each operation.
 */
function exampleOf(parameter: ParameterObject, workspaces: readonly string[]): ParameterObject {
  return { ...parameter, examples: Object.fromEntries(workspaces.map((id) => [id, { value: id }])) };
}

const fieldsOf = ({ fieldValues }: WorkspaceExample): object => (fieldValues.length > 0 ? { fieldValues } : {});

/** Examples of bodies with the caller's own fields, by operationId. */
const EXAMPLES: Readonly<Record<string, (example: WorkspaceExample, view: CallerView) => unknown>> = {
  updateObjects: (example, { idPrefix = '', types }) => [
    {
      externalId: `${idPrefix}forklift-17`,
      locationUpdate: { newPosition: { lat: 53.4, lon: -2.98 } },
      ...fieldsOf(example),
      initialExternalObject: { title: 'Forklift 17', ...(types?.[0] !== undefined && { type: types[0] }) },
    },
  ],
  editObject: (example) => ({ title: 'Forklift 17', ...fieldsOf(example) }),
};
