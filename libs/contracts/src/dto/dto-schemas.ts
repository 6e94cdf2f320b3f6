import 'reflect-metadata';
// @ts-expect-error -- the library ships no types for this file, which has the arguments of @Type
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { validationMetadatasToSchemas } from 'class-validator-jsonschema';
import { ruleSchemas } from './rule-schemas.js';

type Dto = abstract new () => object;

const PREFIX = '#/$defs/';

/** The JSON Schema of a class's rules, with nested classes under `$defs`; all objects are closed. */
export function schemaOfDto(dto: Dto): Record<string, unknown> {
  const definitions: Record<string, object> = {};
  const include = (name: string): void => {
    if (Object.hasOwn(definitions, name)) return;
    const schema = schemaNamed(name);
    definitions[name] = { ...schema, additionalProperties: false };
    for (const [, inner] of JSON.stringify(schema).matchAll(/"#\/\$defs\/([^"]+)"/g)) include(inner!);
  };
  include(dto.name);
  return { $ref: PREFIX + dto.name, $defs: definitions };
}

let known: Readonly<Record<string, object>> = {};

/**
 * The library creates the schemas of all classes together, which takes 12 ms in a gateway; repeated only for a class that was added since.
 */
function schemaNamed(name: string): object | undefined {
  if (!Object.hasOwn(known, name))
    known = validationMetadatasToSchemas({
      additionalConverters: ruleSchemas,
      classTransformerMetadataStorage: defaultMetadataStorage,
      refPointerPrefix: PREFIX,
    }) as Record<string, object>;
  return known[name];
}
