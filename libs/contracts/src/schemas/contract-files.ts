import { asyncApiDocument } from './asyncapi.js';
import { RECORD_CONTRACTS } from './json-schemas.js';

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The description of all records, with its path from the root of the repository. */
export function asyncApiFile(): { path: string; content: string } {
  return { path: 'docs/asyncapi.json', content: json(asyncApiDocument('internal')) };
}

/** The schemas of public records, as published in a release, by path from the root of the repository. */
export function publicSchemaFiles(): ReadonlyMap<string, string> {
  const published = RECORD_CONTRACTS.filter(({ audience }) => audience === 'public');
  return new Map(published.map(({ name, schema }) => [`libs/contracts/schemas/published/${name}.json`, json(schema)]));
}
