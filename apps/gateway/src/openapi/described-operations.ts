import type { ParameterObject, SchemaObject } from '@nestjs/swagger';
import { schemaOfDto } from '#contracts/dto/dto-schemas.js';
import { AREA_ROUTES } from '../routes/area-routes.js';
import type { DescribedRoute } from '../routes/described-route.js';
import { DIRECTORY_ROUTES } from '../routes/directory-routes.js';
import { WEBHOOK_ROUTES } from '../routes/webhook-routes.js';
import { AREA_COLLECTION } from './area-shape-schemas.js';
import type { OperationDescription } from './operation-description.js';
import { withPortablePattern } from './portable-patterns.js';
import { querySchema } from './query-schemas.js';
import { SCHEMA_DESCRIPTIONS } from './schema-descriptions.js';
import { ENTITY_TAG, ref } from './schema-words.js';

const nameOf = (dto: abstract new () => object): string => dto.name.replace(/Dto$/, '');

const DESCRIBED: readonly DescribedRoute[] = [...DIRECTORY_ROUTES, ...AREA_ROUTES, ...WEBHOOK_ROUTES];

const IF_MATCH: ParameterObject = {
  name: 'If-Match',
  in: 'header',
  description: 'Change only this revision, otherwise 412. Use the ETag, in double quotes: `"7"`.',
  schema: ENTITY_TAG,
};

/** The operations that are forwarded unchanged to another service, by method and path. */
export function describedOperations(): Record<string, OperationDescription> {
  return Object.fromEntries(DESCRIBED.map((route) => [`${route.method} ${route.path}`, descriptionOf(route)]));
}

function descriptionOf({ name, gives, takes, body, query = {}, about, conditional }: DescribedRoute): OperationDescription {
  const [status, schema] = gives;
  return {
    ...(about !== undefined && { description: about }),
    parameters: [
      ...Object.entries(query).map(([parameter, description]): ParameterObject => ({
        name: parameter,
        in: 'query',
        description,
        schema: querySchema(parameter, name),
      })),
      ...(conditional ? [IF_MATCH] : []),
    ],
    requestBody: takes && { required: body === 'required', content: { 'application/json': { schema: ref(nameOf(takes)) } } },
    responses: {
      [status]:
        schema === undefined
          ? { description: status === 302 ? 'Continue at the address in Location.' : 'It was done; the answer has no body.' }
          : { description: SCHEMA_DESCRIPTIONS[schema]!, content: { 'application/json': { schema: ref(schema) } } },
    },
  };
}

/** The bodies of those operations, from their DTO classes. */
export function bodySchemas(): Record<string, SchemaObject> {
  const schemas: Record<string, SchemaObject> = {};
  for (const { takes } of DESCRIBED) {
    if (takes === undefined) continue;
    const { $defs } = schemaOfDto(takes) as { $defs: Record<string, SchemaObject> };
    for (const [name, schema] of Object.entries($defs))
      schemas[name.replace(/Dto$/, '')] = JSON.parse(
        JSON.stringify(schema).replace(/"#\/\$defs\/([^"]+?)(?:Dto)?"/g, '"#/components/schemas/$1"'),
        asOpenApi,
      ) as SchemaObject;
  }
  return withServiceRules(schemas);
}

/** Rules that the services check themselves, since the decorators of a DTO class cannot express them. */
function withServiceRules({
  AreaContent: area,
  AdoptedArea: adopted,
  SharedView: view,
  ...rest
}: Record<string, SchemaObject>): Record<string, SchemaObject> {
  const withOutline = (schema: SchemaObject): SchemaObject => ({
    ...schema,
    properties: { ...schema.properties, geometry: ref('AreaGeometry') },
  });
  return {
    ...rest,
    AreaContent: withOutline(area!),
    AdoptedArea: withOutline(adopted!),
    AreaCollection: AREA_COLLECTION,
    SharedView: { ...view, minProperties: 1 },
  };
}

/**
 * Rewrites JSON Schema for generators of clients: several ignore members next to a `$ref`, and the union `["string", "number"]`,
 * which only floors have, becomes a named schema.
 */
function asOpenApi(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { type, $ref } = value as { type?: unknown; $ref?: unknown };
  if (typeof $ref === 'string') return { $ref };
  const schema = withPortablePattern(value as { pattern?: string });
  return Array.isArray(type) && type.join() === 'string,number' ? ref('Floor') : schema;
}
