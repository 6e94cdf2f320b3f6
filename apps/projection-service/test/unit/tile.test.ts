import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { q16Of } from '../../src/space/morton.js';
import { boxOfTile, cellAt, cellOfPlace, cellShare, EXTENT, pointIn, rangeOf, shareOf } from '../../src/space/tile.js';
import { clustersOfCells, clustersOfObjects, type CountedCell } from '../../src/tiles/tile-features.js';

/** Slippy map tile names by the formula in OpenStreetMap's wiki, with tan and sec: independent of the code under test. */
function tileByWiki(lat: number, lon: number, zoom: number): { x: number; y: number; inX: number; inY: number } {
  const across = 2 ** zoom;
  const radians = (lat * Math.PI) / 180;
  const x = ((lon + 180) / 360) * across;
  const y = ((1 - Math.log(Math.tan(radians) + 1 / Math.cos(radians)) / Math.PI) / 2) * across;
  return { x: Math.floor(x), y: Math.floor(y), inX: x - Math.floor(x), inY: y - Math.floor(y) };
}

const lat = fc.double({ min: -85, max: 85, noNaN: true });
const lon = fc.double({ min: -180, max: 179.999999, noNaN: true });
const zoom = fc.integer({ min: 0, max: 22 });

describe('a tile', () => {
  it('matches the usual formula, and so does the point in it', () => {
    fc.assert(
      fc.property(lat, lon, zoom, (la, lo, z) => {
        const { x, y, inX, inY } = tileByWiki(la, lo, z);
        // Close to a border, either tile is right because of rounding.
        fc.pre([inX, inY].every((part) => part > 1e-6 && part < 1 - 1e-6));
        const point = pointIn({ z, x, y }, shareOf(la, lo));
        expect(point).toBeDefined();
        expect(Math.abs(point![0] - inX * EXTENT)).toBeLessThanOrEqual(1.01);
        expect(Math.abs(point![1] - inY * EXTENT)).toBeLessThanOrEqual(1.01);
        const { west, south, east, north } = boxOfTile({ z, x, y });
        expect(lo >= west && lo <= east && la >= south && la <= north).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('holds a place exactly when its range of codes does, at the antimeridian, the poles and beyond the projection too', () => {
    const anyLat = fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 90, 85.0511287798066, -85.06, 89.99));
    const anyLon = fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, 180, 179.99999999999997, 0));
    fc.assert(
      fc.property(
        anyLat,
        anyLon,
        fc.integer({ min: 0, max: 16 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.boolean(),
        (la, lo, z, a, b, own) => {
          const share = shareOf(la, lo);
          const tile = own
            ? { z, x: Math.floor(share.x * 2 ** z), y: Math.floor(share.y * 2 ** z) }
            : { z, x: Math.floor(a * 2 ** z), y: Math.floor(b * 2 ** z) };
          const { from, to } = rangeOf(tile);
          const code = q16Of(la, lo);
          expect(pointIn(tile, share) !== undefined).toBe(code >= from && code <= to);
          if (own) expect(pointIn(tile, share)).toBeDefined();
          expect(cellOfPlace(z, code)).toBe(cellAt(z, Math.floor(share.x * 2 ** z), Math.floor(share.y * 2 ** z)));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('contains its cells at their places', () => {
    for (const [z, x, y] of [
      [5, 31, 0],
      [13, 4000, 2700],
      [1, 1, 1],
    ] as const) {
      expect(cellShare(z, cellAt(z, x, y))).toEqual({ x: x / 2 ** z, y: y / 2 ** z, side: 1 / 2 ** z });
    }
  });
});

describe('clusters', () => {
  it('count everything once, lie within their boxes, and name the most common type', () => {
    const cell = fc.record({
      dx: fc.integer({ min: 0, max: 31 }),
      dy: fc.integer({ min: 0, max: 31 }),
      type: fc.constantFrom('', 'crane', 'truck'),
      count: fc.integer({ min: 1, max: 500 }),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 8 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.array(cell, { minLength: 1, maxLength: 60 }),
        (z, a, b, drawn) => {
          const tile = { z, x: Math.floor(a * 2 ** z), y: Math.floor(b * 2 ** z) };
          const cells: CountedCell[] = drawn.map(({ dx, dy, type, count }) => ({
            cell: cellAt(z + 5, tile.x * 32 + dx, tile.y * 32 + dy),
            type,
            count,
          }));
          const features = clustersOfCells(tile, z + 5, cells, []);
          expect(features.reduce((sum, { properties }) => sum + Number(properties.count), 0)).toBe(
            cells.reduce((sum, { count }) => sum + count, 0),
          );
          expect(features.length).toBe(new Set(drawn.map(({ dx, dy }) => `${dx >> 2} ${dy >> 2}`)).size);
          for (const {
            properties: { west, south, east, north, count, types },
          } of features) {
            expect(Number(west) < Number(east) && Number(south) < Number(north)).toBe(true);
            const byType = Object.values(JSON.parse(String(types ?? '{}')) as Record<string, number>);
            expect(byType.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(Number(count));
          }
        },
      ),
    );
  });

  it('of objects at one place stay together, those of two places separate', () => {
    const tile = { z: 15, x: 16384, y: 16383 };
    const here = { lat: 0.001, lon: 0.001, type: 'crane', category: null };
    expect(clustersOfObjects(tile, [here, here, { ...here, type: null }])).toMatchObject([
      { properties: { count: 3, type: 'crane', types: '{"crane":2}', splits: false } },
    ]);
    expect(clustersOfObjects(tile, [here, { ...here, lat: 0.0011 }])).toMatchObject([{ properties: { count: 2, splits: true } }]);
    // Objects of another tile are not shown twice.
    expect(clustersOfObjects(tile, [{ ...here, lat: 1, lon: 1 }])).toEqual([]);
  });
});
