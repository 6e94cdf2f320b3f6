import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DashboardDto, DashboardTileDto } from '#contracts/directory/dto/dashboard.dto.js';
import type { QueryParameters } from '#contracts/directory/dto/report-query.js';
import { Problem } from '#problems/problem.js';
import { checkedDashboard } from '../../src/boards/dashboards/checked-dashboard.js';

const tile = (more: Partial<DashboardTileDto> = {}): DashboardTileDto => ({
  id: 'a',
  kind: 'number',
  title: '',
  x: 0,
  y: 0,
  w: 1,
  h: 1,
  query: {},
  ...more,
});
const board = (more: Partial<DashboardDto> = {}): DashboardDto => ({ name: 'Round', tiles: [tile()], ...more });

function faultOf(given: DashboardDto): [number, string | undefined] {
  try {
    checkedDashboard(given);
  } catch (error) {
    if (error instanceof Problem) return [error.status, error.extras.errors?.[0]?.pointer];
    throw error;
  }
  return [200, undefined];
}

describe('a dashboard', () => {
  it('is taken as it is', () => {
    const given = board({
      tiles: [tile({ query: { from: '-7d', bins: 10, live: true, group: ['type', 'category'] } })],
      filters: { type: 'crane' },
    });
    expect(checkedDashboard(given)).toEqual(given);
    expect(checkedDashboard(board()).filters).toEqual({});
  });

  it('has tiles that lie within twelve columns', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 11 }), fc.integer({ min: 1, max: 12 }), (x, w) => {
        expect(faultOf(board({ tiles: [tile({ x, w })] }))).toEqual(x + w <= 12 ? [200, undefined] : [422, '/tiles/0/w']);
      }),
    );
  });

  it.each([
    ['a tile twice', board({ tiles: [tile(), tile()] }), 422, '/tiles/1/id'],
    ['too many parameters', board({ filters: Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`p${at}`, 1])) }), 422, '/filters'],
    ['too long parameters', board({ tiles: [tile({ query: { a: 'x'.repeat(1995) } })] }), 422, '/tiles/0/query'],
    ['an object in a parameter', board({ filters: { a: { b: 1 } } as never }), 422, '/filters/a'],
    ['null in a parameter', board({ filters: { a: null } as never }), 422, '/filters/a'],
    ['numbers in a list', board({ filters: { a: [1] } as never }), 422, '/filters/a'],
    ['a NUL in a parameter', board({ filters: { a: 'x\0' } }), 422, '/filters/a'],
    ['a name that is none', board({ filters: { 'a b': 1 } }), 422, '/filters'],
    [
      'more than 64 KiB',
      board({ tiles: Array.from({ length: 40 }, (_, at) => tile({ id: `t${at}`, query: { a: 'é'.repeat(1900) } })) }),
      413,
      undefined,
    ],
  ] as [string, DashboardDto, number, string | undefined][])('with %s is refused', (_what, given, status, pointer) => {
    expect(faultOf(given)).toEqual([status, pointer]);
  });

  it('asks with whatever parameters keep the bounds', () => {
    const text = fc.string({ maxLength: 40, unit: 'grapheme-ascii' });
    const parameters = fc.dictionary(
      fc.stringMatching(/^[A-Za-z][A-Za-z0-9_.-]{0,10}$/),
      fc.oneof(text, fc.boolean(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.array(text, { maxLength: 5 })),
      { maxKeys: 30, noNullPrototype: true },
    );
    fc.assert(
      fc.property(parameters, (query) => {
        expect(faultOf(board({ tiles: [tile({ query: query as QueryParameters })] }))[0]).toBe(
          JSON.stringify(query).length <= 2000 ? 200 : 422,
        );
      }),
    );
  });
});
