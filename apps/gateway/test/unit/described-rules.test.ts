import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { elementLimits } from '#contracts/dto/element-limits.js';
import { ExternalObjectUpdateDto } from '#contracts/dto/external-object-update.dto.js';
import { ObjectEditDto } from '#contracts/dto/object-edit.dto.js';
import { compileSchema } from '#contracts/schemas/compiled-schema.js';
import { COMMAND_SCHEMA } from '#contracts/schemas/internal-schemas.js';
import type { Descriptive } from '#object-rules/object.js';
import { schemasFor } from '../../src/openapi/schemas.js';
import { describedBy } from './described-by.js';

const described = describedBy(schemasFor(elementLimits));

type Tree = { [key: string]: unknown };
/**
 * The parts to change. observedAt is not among them, because its form is a `format`, which OpenAPI does not define. No change makes two
 * names of fields equal.
 */
const parts = {
  locationUpdate: { newPosition: { lat: 1, lon: 2, alt: 3 }, accuracy: 4, floor: 'B1', heading: 270, speed: 1.4 },
  fieldValues: [
    { type: 'String', field: 'a', value: 'text' },
    { type: 'Number', field: 'b', value: 1.5 },
    { type: 'Category', field: 'c', value: { namespace: 'n', categoryName: 'm' } },
    { type: 'Number', field: 'd', value: null },
  ],
};
/** One that is missing here does not compile, so that DTOs, descriptions and the log's schema are compared with every member. */
const members: Required<Descriptive> = {
  title: 't',
  type: 'y',
  icon: 'i',
  description: 'd',
  contentElements: [{ id: 'e', kind: 'poll', label: 'l', target: 't' }],
  picture: 'a1'.repeat(32),
};
const { picture: _picture, ...descriptive } = members;
const UPDATE = { externalId: 'x', ...parts, initialExternalObject: descriptive };
const EDIT = { ...members, ...parts };

const LENGTHS = [0, 1, 128, 129, 256, 257, 2048, 2049, 4096, 4097];
const VALUES: unknown[] = [
  null,
  true,
  0,
  1,
  -0,
  'text',
  ' ',
  'a\u0000b',
  '\ud800',
  'String',
  'Number',
  'Category',
  [],
  {},
  [null],
  [{}],
  ...[90, 180, 12_000, 100_000].flatMap((edge) => [edge, -edge, edge + 0.001, -edge - 0.001]),
  ...LENGTHS.flatMap((length) => ['x'.repeat(length), '🚚'.repeat(length)]),
  ...[64, 65].flatMap((count) => [
    Array.from({ length: count }, (_, at) => ({ type: 'Number', field: `f${at}`, value: at })),
    Array.from({ length: count }, () => ({ id: 'a', kind: 'b' })),
  ]),
];

const change = fc.record({ at: fc.nat(), how: fc.constantFrom('replace', 'replace', 'remove', 'add'), value: fc.constantFrom(...VALUES) });
const changed = (base: Tree) => fc.array(change, { maxLength: 2 }).map((changes) => changes.reduce(apply, structuredClone(base)));

/** Changes one place, by its index in the whole tree. */
function apply(tree: Tree, { at, how, value }: { at: number; how: string; value: unknown }): Tree {
  const places: [Tree, string][] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const key of Object.keys(node)) {
      places.push([node as Tree, key]);
      visit((node as Tree)[key]);
    }
  };
  visit(tree);
  const [parent, key] = places[at % places.length]!;
  if (how === 'replace') parent[key] = structuredClone(value);
  else if (how === 'add' && !Array.isArray(parent)) parent.more = 1;
  else if (!Array.isArray(parent)) delete parent[key];
  return tree;
}

/**
 * Rules of the class that the schema of an element cannot express: not empty, and each field once; also lone surrogates, which cannot occur
 * in UTF-8 JSON.
 */
function isBeyondSchemas(value: Tree): boolean {
  const names = Array.isArray(value.fieldValues)
    ? value.fieldValues.map((each: Tree | null) => each?.field).filter((field) => typeof field === 'string')
    : [];
  if (JSON.stringify(value).includes('\\ud800')) return true;
  return (value.locationUpdate === undefined && value.fieldValues === undefined) || new Set(names).size < names.length;
}

describe('the gateway enforces the description of bodies in /openapi.json', () => {
  it.each([
    ['ExternalObjectUpdate', ExternalObjectUpdateDto, UPDATE],
    ['ObjectEdit', ObjectEditDto, EDIT],
  ] as const)('%s', (name, dto, base) => {
    const enforced = compileDto(dto);
    const schema = described(name);
    const counts = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(changed(base), (value) => {
        fc.pre(!isBeyondSchemas(value));
        const accepted = enforced(value) === undefined;
        counts[accepted ? 'accepted' : 'refused'] += 1;
        expect({
          accepted: schema(value),
          errors: schema.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`),
        }).toEqual({
          accepted,
          errors: accepted ? undefined : expect.anything(),
        });
      }),
      { numRuns: 4000 },
    );
    expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(500);
  });
});

describe('the schema of commands', () => {
  it('accepts every member of a body that the gateway accepts', () => {
    const accepts = compileSchema(COMMAND_SCHEMA);
    const edit = { op: 'edit', externalId: 'x', set: members, ...parts };
    const cleared = { op: 'edit', externalId: 'x', set: Object.fromEntries(Object.keys(members).map((name) => [name, null])) };
    const record = {
      v: 1,
      operationId: '01940000-0000-7000-8000-000000000000',
      workspace: 'w',
      receivedAt: '2026-11-30T08:00:00.000Z',
      subject: 's',
      reply: null,
      partitions: [0],
      total: 3,
      elements: [UPDATE, edit, cleared].map((element, index) => [index, element]),
    };
    expect([accepts(record), accepts.errors]).toEqual([true, null]);
  });
});
