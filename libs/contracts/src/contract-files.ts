import { asyncApiDocument } from './asyncapi.js';
import { RECORD_CONTRACTS } from './json-schemas.js';

/** The files that are generated from the contracts, by path from the root of the repository. */
export function contractFiles(): ReadonlyMap<string, string> {
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  return new Map([
    ...RECORD_CONTRACTS.map(({ name, schema }): [string, string] => [`libs/contracts/schemas/${name}.json`, json(schema)]),
    ['docs/asyncapi.json', json(asyncApiDocument('internal'))],
  ]);
}
