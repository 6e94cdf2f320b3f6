import 'reflect-metadata';
// @ts-expect-error -- the library ships no types for this file, which has the arguments of @Type
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { validateSync } from 'class-validator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import type { DtoFault } from '#contracts/dto/dto-fault.js';
import { ExternalObjectUpdateDto } from '#contracts/dto/external-object-update.dto.js';
import { ObjectEditDto } from '#contracts/dto/object-edit.dto.js';
import { tries } from '#testing/workload/tries.js';

type Dto = new () => object;

/**
 * Keeps properties named `__proto__`, which class-transformer would drop. Names inherited by every object are replaced by another unknown
 * name, because class-validator looks names up in a plain object and would treat `constructor` as a known property.
 */
function instanceOf(dto: Dto, plain: unknown): unknown {
  if (Array.isArray(plain)) return plain.map((entry) => instanceOf(dto, entry));
  if (typeof plain !== 'object' || plain === null) return plain;
  const made = Object.create(dto.prototype as object) as object;
  for (const key of Object.keys(plain)) {
    const inner = defaultMetadataStorage.findTypeMetadata(dto, key)?.typeFunction() as Dto | undefined;
    const value = (plain as Record<string, unknown>)[key];
    Object.defineProperty(made, key in Object.prototype ? `unknown ${key}` : key, {
      value: inner ? instanceOf(inner, value) : value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return made;
}

function classValidatorAccepts(dto: Dto, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return validateSync(instanceOf(dto, value) as object, { whitelist: true, forbidNonWhitelisted: true }).length === 0;
}

/** Whether an RFC 6901 pointer resolves. Implemented independently, so that a mistake in the sources is not repeated. */
function resolves(value: unknown, pointer: string): boolean {
  if (pointer === '') return true;
  if (!pointer.startsWith('/')) return false;
  let at = value;
  for (const token of pointer.slice(1).split('/')) {
    if (/~(?![01])/.test(token)) return false;
    const name = token.replace(/~[01]/g, (escape) => (escape === '~1' ? '/' : '~'));
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return false;
    at = (at as Record<string, unknown>)[name];
  }
  return true;
}

/** A pointer must resolve to the faulty value; for a missing value, its parent must exist without it. */
function pointsWell(value: unknown, { pointer, detail }: DtoFault): boolean {
  if (!detail.endsWith(' is missing.')) return resolves(value, pointer);
  return !resolves(value, pointer) && resolves(value, pointer.slice(0, pointer.lastIndexOf('/')));
}

const oddText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u00a0',
    'a\u0000',
    '\u001b[1m',
    '\ud800',
    'x\udc00y',
    '\u0085',
    '\ufeff',
    '😀',
    '\u202e',
    '__proto__',
    'constructor',
    'é',
    'a\n\tb\r',
    'a\nb\u000b',
    '.',
    '..',
    '\u200b',
    'javascript:alert(1)',
    '2026-02-30T00:00:00Z',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({ maxLength: 8 }),
  fc.constantFrom(127, 128, 129, 255, 256, 257, 4096, 4097).chain((length) => fc.constantFrom('x'.repeat(length), '😀'.repeat(length))),
);
const oddNumber = fc.oneof(
  fc.constantFrom(90, -90, 90.1, 180, -180.0001, 0, -0, Infinity, -Infinity, NaN, -12_000, -12_001, 100_000, 100_001),
  fc.double(),
);
const oddity = fc.oneof(fc.constantFrom(null, true, [], {}, [null], [[]], '52'), oddNumber, oddText);
const time = fc.oneof(
  { weight: 20, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) },
  fc
    .tuple(
      fc.nat(9999),
      fc.nat(13),
      fc.nat(32),
      fc.nat(25),
      fc.nat(60),
      fc.nat(60),
      fc.constantFrom('Z', 'z', '+02:00', '-00:00', '+24:00', '', '.5Z', '.Z'),
    )
    .map(([year, month, day, hour, minute, second, end]) => {
      const two = (value: number) => String(value).padStart(2, '0');
      return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}${end}`;
    }),
);
/** Mostly valid, rarely not. */
const mostly = (good: fc.Arbitrary<unknown>) => fc.oneof({ weight: 150, arbitrary: good }, { weight: 1, arbitrary: oddity });
const name = mostly(fc.string({ minLength: 1, maxLength: 8 }));

function record(shape: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> {
  const known = fc
    .record(shape, { requiredKeys: Object.keys(shape).filter((key) => !key.endsWith('?')), noNullPrototype: true })
    .map((made) => Object.fromEntries(Object.entries(made).map(([key, value]) => [key.replace('?', ''), value])));
  const extra = fc
    .tuple(
      known,
      fc.constantFrom(
        '__proto__',
        'constructor',
        'toString',
        'locationUpdates',
        'Title',
        '',
        'a/b~',
        '~1',
        'lone \ud800',
        'n'.repeat(256),
        'n'.repeat(257),
      ),
      oddity,
    )
    .map(([made, key, value]) => Object.defineProperty({ ...made }, key, { value, enumerable: true }));
  const lacking = fc
    .tuple(known, fc.constantFrom(...Object.keys(shape)))
    .map(([made, key]) => Object.fromEntries(Object.entries(made).filter(([each]) => each !== key.replace('?', ''))));
  return fc.oneof({ weight: 150, arbitrary: known }, { weight: 1, arbitrary: extra }, { weight: 2, arbitrary: lacking });
}

const locationUpdate = record({
  newPosition: mostly(
    record({
      lat: mostly(fc.double({ min: -90, max: 90, noNaN: true })),
      lon: mostly(fc.double({ min: -180, max: 180, noNaN: true })),
      'alt?': mostly(fc.integer({ min: -12_000, max: 100_000 })),
    }),
  ),
  'accuracy?': mostly(fc.double({ min: 0, max: 1000, noNaN: true })),
  'floor?': mostly(fc.oneof(fc.integer(), fc.string({ minLength: 1, maxLength: 3 }))),
  'heading?': mostly(fc.double({ min: 0, max: 360, noNaN: true })),
  'speed?': mostly(fc.double({ min: 0, max: 100, noNaN: true })),
  'satellites?': mostly(fc.oneof({ weight: 50, arbitrary: fc.nat(255) }, fc.constantFrom(0.5, 256, -1))),
});
const field = fc
  .constantFrom('String', 'Number', 'Category', 'String', 'Number', 'Category', 'String', 'Number', 'Category', 'Numeric')
  .chain((type) =>
    record({
      type: fc.constant(type),
      field: name,
      value: mostly(
        fc.oneof(
          fc.constant(null),
          type === 'String'
            ? fc.string({ maxLength: 8 })
            : type === 'Number'
              ? fc.double({ noNaN: true, noDefaultInfinity: true })
              : record({ namespace: name, categoryName: name }),
        ),
      ),
    }),
  );
const fieldValues = fc.oneof(
  { weight: 20, arbitrary: fc.array(mostly(field), { maxLength: 4 }) },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 63, max: 66 })
      .map((count) => Array.from({ length: count }, (_, at) => ({ type: 'Number', field: `f${at}`, value: at }))),
  },
);
const linkTarget = fc.constantFrom('https://example.org/a', 'mailto:a@example.org', 'tel:+1', ' http://example.org ', '');
const contentElement = fc
  .constantFrom('link', 'map', 'poll', 'field', 'checklist', 'on-scan')
  .chain((kind) =>
    record({ id: name, kind: mostly(fc.constant(kind)), 'label?': name, 'target?': mostly(kind === 'link' ? linkTarget : name) }),
  );
const contentElements = fc.array(mostly(contentElement), { maxLength: 3 });
const descriptive = {
  'title?': mostly(fc.string({ maxLength: 8 })),
  'type?': name,
  'icon?': name,
  'description?': name,
  'contentElements?': mostly(contentElements),
};
const update = record({
  externalId: name,
  'locationUpdate?': mostly(locationUpdate),
  'fieldValues?': mostly(fieldValues),
  'initialExternalObject?': mostly(record(descriptive)),
  'observedAt?': mostly(time),
});
const edit = record({
  ...descriptive,
  'picture?': mostly(
    fc.oneof(
      { weight: 30, arbitrary: fc.constantFrom('a'.repeat(64), '0f'.repeat(32), null) },
      { weight: 1, arbitrary: fc.constantFrom('a'.repeat(63), 'A'.repeat(64), ` ${'a'.repeat(64)}`) },
    ),
  ),
  'locationUpdate?': mostly(locationUpdate),
  'fieldValues?': mostly(fieldValues),
  'observedAt?': mostly(time),
});

const CHUNKS = 10;
const RUNS_PER_CHUNK = tries(6_000);

describe.each([
  { dto: ExternalObjectUpdateDto as Dto, inputs: update },
  { dto: ObjectEditDto as Dto, inputs: edit },
])('what is compiled from $dto.name', ({ dto, inputs }) => {
  const compiled = compileDto(dto);
  let accepted = 0;
  let judged = 0;

  it.each(Array.from({ length: CHUNKS }, (_, chunk) => chunk))(
    'judges as class-validator does and points to the fault, chunk %i',
    { timeout: 120_000 },
    () => {
      fc.assert(
        fc.property(fc.oneof({ weight: 50, arbitrary: inputs }, { weight: 1, arbitrary: oddity }), (value) => {
          const fault = compiled(value);
          judged += 1;
          if (!fault) accepted += 1;
          expect(classValidatorAccepts(dto, value), fault?.detail ?? 'accepted when compiled').toBe(fault === undefined);
          if (fault) expect(pointsWell(value, fault), JSON.stringify(fault)).toBe(true);
        }),
        { numRuns: RUNS_PER_CHUNK },
      );
    },
  );

  it('was tried on many inputs that are accepted and many that are refused', () => {
    expect(judged).toBeGreaterThanOrEqual(CHUNKS * RUNS_PER_CHUNK);
    expect(accepted / judged).toBeGreaterThan(0.1);
    expect(accepted / judged).toBeLessThan(0.8);
  });
});
