import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Narrowing } from '#identity/caller.js';
import { Problem } from '#problems/problem.js';
import { QueryParameters } from '../../src/reading/query-parameters.js';
import { fieldCondition } from '../../src/search/field-condition.js';
import { normalised, searchedTexts } from '../../src/search/index/searched-words.js';
import { SEARCH_PARAMETERS, searchQueryOf } from '../../src/search/search-query.js';
import { contains } from '../../src/space/box.js';
import { boxAround } from '../../src/space/great-circle.js';

const filter = { workspace: 'w', archived: 'exclude' as const };
const queryOf = (query: Record<string, unknown>, narrowing?: Narrowing) =>
  searchQueryOf(new QueryParameters(query, SEARCH_PARAMETERS), { ...filter, narrowing });
const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
  return 'none';
};

it('a condition is judged in time that grows with its length, whatever is in it', () => {
  const startedAt = performance.now();
  for (const text of [' '.repeat(50_000), `a${' '.repeat(50_000)}b`, `"${'\\"'.repeat(20_000)}`, `a=${' '.repeat(50_000)}"`])
    refusal(() => fieldCondition(text));
  expect(performance.now() - startedAt).toBeLessThan(500);
});

describe('a condition on a field', () => {
  it.each([
    ['battery<20', { field: 'battery', operator: '<', value: 20 }],
    ['battery >= -2.5e1', { field: 'battery', operator: '>=', value: -25 }],
    ['status=loading', { field: 'status', operator: '=', value: 'loading' }],
    ['status="20"', { field: 'status', operator: '=', value: '20' }],
    ['status != in transit ', { field: 'status', operator: '!=', value: 'in transit' }],
    ['"a<b"<=1', { field: 'a<b', operator: '<=', value: 1 }],
    ['"say \\"hi\\""="\\\\"', { field: 'say "hi"', operator: '=', value: '\\' }],
    ['kind=plant:crane', { field: 'kind', operator: '=', value: 'plant:crane' }],
    ['empty=""', { field: 'empty', operator: '=', value: '' }],
  ])('%s is understood', (text, expected) => {
    expect(fieldCondition(text)).toEqual(expected);
  });

  it.each([
    ['battery', 'is not a condition'],
    ['<20', 'is not a condition'],
    ['status=', 'is missing'],
    ['status<loading', 'compares numbers'],
    ['n<1e999', 'is not a number'],
    [`${'n'.repeat(129)}=1`, '1 to 128 characters'],
  ])('%s is explained', (text, words) => {
    expect(refusal(() => fieldCondition(text))).toContain(words);
  });

  it('on a field that the token may not see is refused, whether the field exists or not', () => {
    expect(refusal(() => queryOf({ field: 'secret<1' }, { fields: ['battery'] }))).toContain('limited to other fields');
    expect(queryOf({ field: 'battery<1' }, { fields: ['battery'] })?.conditions).toHaveLength(1);
  });
});

describe('near', () => {
  it('has the latitude first, and suggests it when the order is wrong', () => {
    expect(queryOf({ near: '53.4,-2.98', radius: '500' })?.near).toEqual({ lat: 53.4, lon: -2.98, radius: 500 });
    expect(refusal(() => queryOf({ near: '-122.4,37.8' }))).toContain('near=37.8,-122.4?');
    expect(refusal(() => queryOf({ near: '91,1' }))).toContain('near=1,91?');
    expect(refusal(() => queryOf({ near: '1,200' }))).toContain('from -180 to 180');
    for (const near of ['1', '1,2,3,4', 'a,b', '']) expect(refusal(() => queryOf({ near }))).toContain('lat,lon in degrees');
    expect(refusal(() => queryOf({ radius: '5' }))).toContain('requires near');
    expect(refusal(() => queryOf({ near: '-2.9,53.4,100' }))).toContain('near=53.4,-2.9&radius=100');
    for (const radius of ['0', '-1', 'x', '99999999'])
      expect(refusal(() => queryOf({ near: '1,1', radius }))).toContain('It must be metres');
    expect(refusal(() => queryOf({ near: '1,1', q: 'x' }))).toContain('required');
  });

  it('searches a box that contains every object within the radius', () => {
    const R = 6_371_008.8;
    const vector = (lat: number, lon: number): number[] => {
      const [a, o] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
      return [Math.cos(a) * Math.cos(o), Math.cos(a) * Math.sin(o), Math.sin(a)];
    };
    // The angle between two vectors, not a haversine.
    const apart = (a: number[], b: number[]): number =>
      2 * R * Math.asin(Math.min(1, Math.hypot(...a.map((each, at) => each - b[at]!)) / 2));
    const lat = fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(90, -90, 89.999, -89.999));
    const lon = fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(180, -180, 179.999));
    fc.assert(
      fc.property(
        lat,
        lon,
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.integer({ min: -3, max: 2 }),
        (la, lo, dLat, dLon, scale) => {
          const other = { lat: Math.max(-90, Math.min(90, la + dLat * 10 ** scale)), lon: ((lo + dLon * 10 ** scale + 540) % 360) - 180 };
          const distance = apart(vector(la, lo), vector(other.lat, other.lon));
          expect(contains(boxAround(la, lo, distance), other.lat, other.lon)).toBe(true);
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe('search texts', () => {
  it('have neither case nor accents, and keep common beginnings', () => {
    expect(normalised('  Große  ÉCLUSE ')).toBe('große ecluse');
    expect(normalised('ﬁne')).toBe('fine');
    expect([...normalised('x'.repeat(200))]).toHaveLength(96);
    expect(refusal(() => queryOf({ q: ' ' }))).toContain('blank');
  });

  it('are the id, the title and the texts of fields, but not numbers or cleared values', () => {
    const observedAt = '2026-11-21T08:00:00.000Z';
    const fields = {
      status: { type: 'String', value: 'Loading', observedAt },
      kind: { type: 'Category', value: { namespace: 'plant', categoryName: 'Crane' }, observedAt },
      load: { type: 'Number', value: 4, observedAt },
      gone: { type: 'String', value: null, observedAt },
    } as const;
    expect(searchedTexts({ externalId: 'C-1', title: undefined, fields })).toEqual([
      { source: 'i', words: 'c-1' },
      { source: 'fstatus', words: 'loading' },
      { source: 'fkind', words: 'crane' },
    ]);
  });
});
