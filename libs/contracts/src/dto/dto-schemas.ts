import 'reflect-metadata';
// @ts-expect-error -- the library ships no types for this file, which holds what @Type was given
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { validationMetadatasToSchemas } from 'class-validator-jsonschema';
import { ruleSchemas } from './rule-schemas.js';

type Dto = abstract new () => object;

const PREFIX = '#/$defs/';

/** The JSON Schema that the rules of a class say, with those of the classes inside it under `$defs`; all objects are closed. */
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

/** The library makes the schemas of all classes at once, 12 ms of them in a gateway: again only for a class that came since. */
function schemaNamed(name: string): object | undefined {
  if (!Object.hasOwn(known, name))
    known = validationMetadatasToSchemas({
      additionalConverters: ruleSchemas,
      classTransformerMetadataStorage: defaultMetadataStorage,
      refPointerPrefix: PREFIX,
    }) as Record<string, object>;
  return known[name];
}
