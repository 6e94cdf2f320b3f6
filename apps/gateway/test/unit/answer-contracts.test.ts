import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { answerContracts } from '../../contract/answer-contracts.js';
import { isCompatible } from '../../contract/compatibility.js';
import { presentAnswers } from '../../contract/present-answers.js';
import { publishAnswers } from '../../contract/publish-answers.js';
import { ROUTES } from '../../src/routes/routes.js';

const folder = fileURLToPath(new URL('../../contract/published/', import.meta.url));
const published = readdirSync(folder).map((file) => ({
  name: file.replace(/\.json$/, ''),
  text: readFileSync(join(folder, file), 'utf8'),
}));
const present = presentAnswers();

interface Schema {
  required: string[];
  additionalProperties?: boolean;
  properties: Record<string, { type?: string; enum?: string[]; minimum?: number; items?: Schema } & Partial<Schema>>;
}
type Change = [what: string, change: (schema: Schema) => void, compatible: boolean];

/** Changes of a page of objects. */
const CHANGES: Change[] = [
  ['nothing', () => undefined, true],
  ['adds a property', (page) => (page.properties['total'] = { type: 'integer' }), true],
  ['promises what was optional', (page) => page.properties['objects']!.items!.required.push('title'), true],
  ['no longer promises a property', (page) => (page.required = page.required.filter((name) => name !== 'next')), false],
  [
    'removes a property of an element',
    (page) => {
      const object = page.properties['objects']!.items!;
      delete object.properties['position'];
      object.required = object.required.filter((name) => name !== 'position');
    },
    false,
  ],
  ['changes a type', (page) => (page.properties['objects']!.items!.properties['revision'] = { type: 'string' }), false],
  [
    'makes a value nullable',
    (page) => (page.properties['objects']!.items!.properties['createdAt'] = { anyOf: [{ type: 'null' }, { type: 'string' }] } as never),
    false,
  ],
];

describe('the contracts of the answers', () => {
  it('are there for every route of the table, and for every refusal', () => {
    const json = ROUTES.filter(({ produces }) => produces.includes('application/json')).map(({ name }) => name);
    expect(json.filter((name) => ![...present.keys()].some((contract) => new RegExp(`^${name}\\.[23]`).test(contract)))).toEqual([]);
    expect(present.has('problem')).toBe(true);
  });

  it('are published (npm run docs:contracts writes new ones)', () => {
    const names = published.map(({ name }) => name);
    expect([...present.keys()].filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each(published)('$name is still answered so that its readers understand it', ({ name, text }) => {
    const schema = present.get(name);
    expect(schema, `${name} was published and is no longer answered: deprecate it first (docs/versioning.md)`).toBeDefined();
    expect(
      isCompatible(JSON.parse(text) as object, schema!),
      `${name} changed incompatibly: make a new version of the interface, or delete the published file if ` +
        'no release has it (docs/versioning.md)',
    ).toBe(true);
  });

  it.each(CHANGES)('a change that %s is judged', (_what, change, expected) => {
    const now = present.get('listObjects.200')!;
    const changed = structuredClone(now) as unknown as Schema;
    change(changed);
    expect(isCompatible(now, changed)).toBe(expected);
  });

  it('a further word of an enumeration is a break', () => {
    const now = present.get('readWorkspace.200') as unknown as Schema;
    const changed = structuredClone(now);
    changed.properties['status']!.enum!.push('frozen');
    expect(isCompatible(now, changed)).toBe(false);
    expect(isCompatible(changed, now)).toBe(true);
  });

  it('a body where there was none is a breaking change', () => {
    expect(isCompatible(present.get('removePlan.204')!, { type: 'object' })).toBe(false);
  });

  it('have no references, and reject one that leads to itself', () => {
    expect(JSON.stringify([...present.values()])).not.toContain('$ref');
    const paths = {
      '/a': {
        get: {
          operationId: 'a',
          responses: { 200: { description: '', content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } } } },
        },
      },
    };
    const document = (A: object) => ({
      openapi: '3.1.0',
      info: { title: '', version: '' },
      paths,
      components: { schemas: { Problem: {}, A } },
    });
    expect(() => answerContracts(document({ type: 'array', items: { $ref: '#/components/schemas/A' } }))).toThrow(/A leads nowhere/);
    const orNull = { anyOf: [{ $ref: '#/components/schemas/Problem' }, { type: 'null' }] };
    expect(answerContracts(document(orNull)).get('a.200')).toEqual({ anyOf: [{ type: 'null' }, {}] });
    expect(answerContracts(document({ type: ['string', 'null'], maxLength: 5 })).get('a.200')).toEqual({
      anyOf: [{ type: 'null' }, { type: 'string', maxLength: 5 }],
    });
  });
});

describe('publishing', () => {
  const one = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
  const more = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['a', 'b'] };
  const other = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] };

  it('adds new contracts, publishes additions only with `renew`, and never writes a breaking change', async () => {
    const into = mkdtempSync(join(tmpdir(), 'waymark-contracts-'));
    const held = (): unknown => JSON.parse(readFileSync(join(into, 'x.200.json'), 'utf8'));
    try {
      const publish = (schema: object, renew = false) => publishAnswers(into, new Map([['x.200', schema]]), { renew });
      expect(await publish(one)).toEqual({ added: ['x.200'], grown: [], broken: [] });
      expect(await publish(one)).toEqual({ added: [], grown: [], broken: [] });
      expect(await publish(more)).toMatchObject({ grown: ['x.200'] });
      expect(held()).toEqual(one);
      expect(await publish(other, true)).toMatchObject({ broken: ['x.200'] });
      expect(held()).toEqual(one);
      expect(await publish(more, true)).toMatchObject({ grown: ['x.200'] });
      expect(held()).toEqual(more);
      writeFileSync(join(into, 'x.200.json'), 'not JSON');
      await expect(publish(one)).rejects.toThrow(SyntaxError);
    } finally {
      rmSync(into, { recursive: true });
    }
  });
});
