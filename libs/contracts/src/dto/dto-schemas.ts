import 'reflect-metadata';
// @ts-expect-error -- the library ships no types for this file, which holds what @Type was given
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { validationMetadatasToSchemas } from 'class-validator-jsonschema';
import { ruleSchemas } from './rule-schemas.js';

type Dto = abstract new () => object;

const PREFIX = '#/$defs/';

/** The JSON Schema that the rules of a class say, with those of the classes inside it under `$defs`; all objects are closed. */
export function schemaOfDto(dto: Dto): Record<string, unknown> {
  const all = validationMetadatasToSchemas({
    additionalConverters: ruleSchemas,
    classTransformerMetadataStorage: defaultMetadataStorage,
    refPointerPrefix: PREFIX,
  }) as Record<string, object>;
  const definitions: Record<string, object> = {};
  const include = (name: string): void => {
    if (Object.hasOwn(definitions, name)) return;
    definitions[name] = { ...all[name], additionalProperties: false };
    for (const [, inner] of JSON.stringify(all[name]).matchAll(/"#\/\$defs\/([^"]+)"/g)) include(inner!);
  };
  include(dto.name);
  return { $ref: PREFIX + dto.name, $defs: definitions };
}
