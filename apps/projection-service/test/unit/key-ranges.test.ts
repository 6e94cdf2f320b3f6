import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Box, contains, rectanglesOf } from '../../src/space/box.js';
import { keyRanges, MAX_RANGES } from '../../src/space/key-ranges.js';
import { cellOf, GRID, mortonOf, q16Of } from '../../src/space/morton.js';

const lat = fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 90, 85.0511287798066, -85.0511287798066, 0, 89.9));
const lon = fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, 180, 0, 179.9999, -179.9999));
const box: fc.Arbitrary<Box> = fc
  .tuple(lon, lat, lon, lat)
  .map(([west, a, east, b]) => ({ west, east, south: Math.min(a, b), north: Math.max(a, b) }));
/** Small boxes near the point, because others rarely have borders close to it. */
const near = fc.tuple(
  lat,
  lon,
  fc.double({ min: 0, max: 0.02, noNaN: true }),
  fc.double({ min: 0, max: 0.02, noNaN: true }),
  fc.double({ min: -0.02, max: 0.02, noNaN: true }),
);

describe('Morton codes', () => {
  it('are int4 and order cells along the Z-order curve', () => {
    expect(mortonOf({ x: 0, y: 0 })).toBe(-(2 ** 31));
    expect(mortonOf({ x: 1, y: 0 })).toBe(-(2 ** 31) + 1);
    expect(mortonOf({ x: 0, y: 1 })).toBe(-(2 ** 31) + 2);
    expect(mortonOf({ x: GRID - 1, y: GRID - 1 })).toBe(2 ** 31 - 1);
  });

  it('differ for different cells', () => {
    const cell = fc.record({ x: fc.integer({ min: 0, max: GRID - 1 }), y: fc.integer({ min: 0, max: GRID - 1 }) });
    fc.assert(
      fc.property(cell, cell, (a, b) => (mortonOf(a) === mortonOf(b)) === (a.x === b.x && a.y === b.y)),
      { numRuns: 2000 },
    );
  });

  it('put a place with two names into one cell', () => {
    expect(q16Of(10, 180)).toBe(q16Of(10, -180));
    expect(q16Of(90, 17)).toBe(q16Of(90, -120));
    expect(q16Of(-90, 17)).toBe(q16Of(-90, 0));
  });
});

describe('key ranges of a box', () => {
  const covers = (b: Box, atLat: number, atLon: number): boolean => {
    const code = q16Of(atLat, atLon);
    return keyRanges(rectanglesOf(b)).some(({ from, to }) => code >= from && code <= to);
  };

  it('contain every place in the box, wherever it lies', () => {
    fc.assert(
      fc.property(box, lat, lon, (b, atLat, atLon) => !contains(b, atLat, atLon) || covers(b, atLat, atLon)),
      { numRuns: 20_000 },
    );
  });

  it('cover every place of a small box, across the antimeridian too', () => {
    fc.assert(
      fc.property(near, ([atLat, atLon, width, height, shift]) => {
        const wrap = (value: number): number => (value > 180 ? value - 360 : value < -180 ? value + 360 : value);
        const b = {
          west: wrap(atLon - width),
          east: wrap(atLon + width + shift),
          south: Math.max(-90, atLat - height),
          north: Math.min(90, atLat + height),
        };
        return !contains(b, atLat, atLon) || covers(b, atLat, atLon);
      }),
      { numRuns: 20_000 },
    );
  });

  it('are few, ascending and apart', () => {
    fc.assert(
      fc.property(box, (b) => {
        const ranges = keyRanges(rectanglesOf(b));
        return (
          ranges.length >= 1 &&
          ranges.length <= MAX_RANGES &&
          ranges.every(({ from, to }, at) => from <= to && (at === 0 || from > ranges[at - 1]!.to + 1))
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('are exactly the cells of the rectangle if enough ranges are allowed', () => {
    const corner = fc.integer({ min: 0, max: GRID - 9 });
    fc.assert(
      fc.property(corner, corner, fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 8 }), (left, top, width, height) => {
        const wanted = new Set<number>();
        for (let x = left; x <= left + width; x++) for (let y = top; y <= top + height; y++) wanted.add(mortonOf({ x, y }));
        const ranges = keyRanges([{ left, right: left + width, top, bottom: top + height }], 1000);
        const size = ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
        return size === wanted.size && [...wanted].every((code) => ranges.some(({ from, to }) => code >= from && code <= to));
      }),
      { numRuns: 300 },
    );
  });

  it('stay close to a small box', () => {
    const { x, y } = cellOf(53.4, -2.98);
    const [range] = keyRanges([{ left: x, right: x, top: y, bottom: y }]);
    expect(range).toEqual({ from: mortonOf({ x, y }), to: mortonOf({ x, y }) });
  });
});
