import { at, body, element, type InputCase, VALID } from '../input-case.js';

const MIB = 1024 * 1024;
const many = (count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, n) => ({ externalId: 'input-many', locationUpdate: at(n / 100) })));
const fields = (count: number) => Array.from({ length: count }, (_, n) => ({ type: 'Number', field: `f${n}`, value: n }));
const named = (name: string, value: string) => ({
  externalId: 'input-sizes',
  locationUpdate: at(),
  fieldValues: [{ type: 'String', field: name, value }],
});
const stored = { stores: true } as const;

/** Bounds of bodies and values, on both sides. */
export const SIZES: InputCase[] = [
  body('1,001 elements', 422, many(1001)),
  body('1,000 elements of one id, in order', 200, many(1000), stored),
  element('65 fields', 422, { ...VALID, fieldValues: fields(65) }, { pointer: '/0/fieldValues' }),
  element('64 fields', 200, { externalId: 'input-sizes', locationUpdate: at(), fieldValues: fields(64) }, stored),
  element('a value of 4,097 characters', 422, named('f', 'v'.repeat(4097)), { pointer: '/0/fieldValues/0/value' }),
  element('a value of 4,096 characters', 200, named('f', 'v'.repeat(4096)), stored),
  element('a field name of 129', 422, named('n'.repeat(129), 'v'), { pointer: '/0/fieldValues/0/field' }),
  element('a field name of 128', 200, named('n'.repeat(128), 'v'), stored),
  element(
    'a title of 257',
    422,
    { ...VALID, initialExternalObject: { title: 't'.repeat(257) } },
    { pointer: '/0/initialExternalObject/title' },
  ),
  element(
    'a category of 100,000',
    422,
    { ...VALID, fieldValues: [{ type: 'Category', field: 'f', value: { namespace: 'n', categoryName: 'c'.repeat(100_000) } }] },
    { pointer: '/0/fieldValues/0/value/categoryName' },
  ),
  element(
    'a floor of 100,000',
    422,
    { externalId: 'a', locationUpdate: { ...at(), floor: 'f'.repeat(100_000) } },
    { pointer: '/0/locationUpdate/floor' },
  ),
  element(
    '100,000 content elements',
    422,
    { ...VALID, initialExternalObject: { contentElements: Array.from({ length: 30_000 }, (_, n) => ({ id: `${n}`, kind: 'link' })) } },
    { pointer: '/0/initialExternalObject/contentElements' },
  ),
  body('4 MiB of blanks and an array', 422, `[${' '.repeat(4 * MIB - 2)}]`),
  body('4 MiB and one byte', 413, `[${' '.repeat(4 * MIB - 1)}]`),
  body('10 MB in one string', 413, JSON.stringify([{ ...VALID, externalId: 'x'.repeat(10_000_000) }])),
  body('4 MB in one string', 422, JSON.stringify([{ ...VALID, externalId: 'x'.repeat(4_000_000) }]), {
    code: 'invalid',
    pointer: '/0/externalId',
  }),
  body('a million commas', 400, `[${','.repeat(1_000_000)}]`, { place: [1, 2] }),
  body('a million nulls', 422, `[${'null,'.repeat(800_000)}null]`),
  body('a key of 1 MB', 422, JSON.stringify([{ [`k${'x'.repeat(MIB)}`]: 1 }]), { code: 'invalid', pointer: '/0/externalId' }),
  body('a key of 1 MB next to valid ones is not sent back', 422, JSON.stringify([{ ...VALID, [`k${'x'.repeat(MIB)}`]: 1 }]), {
    code: 'invalid',
    pointer: '/0',
  }),
];
