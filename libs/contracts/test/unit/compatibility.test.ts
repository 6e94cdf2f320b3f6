import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { check_compat, initSync } from 'jsoncompat';
import { beforeAll, describe, expect, it } from 'vitest';
import { RECORD_CONTRACTS } from '#contracts/schemas/json-schemas.js';

const folder = new URL('../../schemas/published/', import.meta.url);
const published = readdirSync(folder).map((file) => ({
  name: file.replace(/\.json$/, ''),
  text: readFileSync(new URL(file, folder), 'utf8'),
}));
const current = new Map(RECORD_CONTRACTS.map(({ name, schema }) => [name, schema]));

/** Records written by the newer schema must be readable with the published one. */
const compatible = (older: string, newer: unknown): boolean => check_compat(withoutId(JSON.parse(older)), withoutId(newer), 'serializer');

/** Without `$id`, which the checker does not know; ours is only a name. */
function withoutId(schema: unknown): string {
  const { $id: _name, ...rest } = schema as Record<string, unknown>;
  return JSON.stringify(rest);
}

interface Schema {
  required: string[];
  properties: Record<string, { type?: unknown; minimum?: number }> & {
    fields: { additionalProperties: { properties: { type: { enum: string[] } } } };
  };
}
type Change = [what: string, change: (schema: Schema) => void, compatible: boolean];
const CHANGES: Change[] = [
  ['adds an optional property', (schema) => (schema.properties.note = { type: 'string' }), true],
  ['requires what was optional', (schema) => schema.required.push('fields'), true],
  ['narrows a bound', (schema) => (schema.properties.revision!.minimum = 2), true],
  ['no longer promises a property', (schema) => (schema.required = schema.required.filter((name) => name !== 'externalId')), false],
  ['changes a type', (schema) => (schema.properties.revision = { type: 'string' }), false],
  ['makes a value nullable', (schema) => (schema.properties.subject!.type = ['string', 'null']), false],
  ['widens a bound', (schema) => (schema.properties.revision!.minimum = 0), false],
  ['adds a kind of field', (schema) => schema.properties.fields.additionalProperties.properties.type.enum.push('Boolean'), false],
];

describe('published schemas', () => {
  beforeAll(() => {
    initSync({ module: readFileSync(createRequire(import.meta.url).resolve('jsoncompat/jsoncompat_wasm_bg.wasm')) });
  });

  it('are there for every public record', () => {
    const names = RECORD_CONTRACTS.filter(({ audience }) => audience === 'public').map(({ name }) => name);
    expect(published.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  });

  it.each(published)('$name is still written so that its readers understand it', ({ name, text }) => {
    const schema = current.get(name);
    expect(schema, `${name} was published and is no longer written: keep it, or announce its end`).toBeDefined();
    expect(compatible(text, schema), `${name} changed incompatibly: make it a new version`).toBe(true);
  });

  it.each(CHANGES)('a change that %s is judged', (_what, change, expected) => {
    const { text } = published.find(({ name }) => name === 'waymark.object.updated.v1')!;
    const changed = JSON.parse(text) as Schema;
    change(changed);
    expect(compatible(text, changed)).toBe(expected);
  });
});
