import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bboxText, type BoundingBox, boxAround, holds, normalised, padded, widthOf, WORLD } from '../../src/map/bounding-box.js';
import { tilesOver } from '../../src/map/extent.js';
import { gridLines, roundStep } from '../../src/map/metric-grid.js';

const lon = fc.double({ min: -180, max: 180, noNaN: true });
const lat = fc.double({ min: -85, max: 85, noNaN: true });
const box = fc
  .record({ west: lon, south: lat, east: lon, north: lat })
  .filter(({ south, north, west, east }) => south <= north && widthOf({ west, east, south, north }) < 300);
/** Whether a point is in a box, going around the world from its west. */
const inside = (outer: BoundingBox, point: { lat: number; lon: number }): boolean =>
  point.lat >= outer.south - 1e-9 &&
  point.lat <= outer.north + 1e-9 &&
  (((point.lon - outer.west) % 360) + 360) % 360 <= widthOf(outer) + 1e-9;

describe('a bounding box', () => {
  it('around positions holds each, and is no wider than half the world when they lie on one half', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ lat, lon }), { minLength: 1, maxLength: 20 }), (positions) => {
        const around = boxAround(positions)!;
        for (const position of positions) expect(inside(around, position) || Math.abs(position.lon - around.west) < 1e-9).toBe(true);
      }),
    );
    const fiji = boxAround([
      { lat: -17, lon: 178 },
      { lat: -18, lon: -179 },
    ])!;
    expect([fiji.west, fiji.east]).toEqual([178, -179]);
    expect(boxAround([])).toBeUndefined();
  });

  it('that is padded contains the former box, also over the antimeridian', () => {
    fc.assert(
      fc.property(box, (view) => {
        expect(holds(padded(view, 0.25), view)).toBe(true);
      }),
    );
    expect(holds({ west: 170, south: -10, east: -170, north: 10 }, { west: 175, south: -5, east: -175, north: 5 })).toBe(true);
    expect(holds({ west: 170, south: -10, east: -170, north: 10 }, { west: 165, south: -5, east: -175, north: 5 })).toBe(false);
    expect(holds(WORLD, { west: -10, south: 0, east: 10, north: 1 })).toBe(true);
  });

  it('of a map that was turned round the world is one of the world', () => {
    expect(normalised({ west: 350, south: -95, east: 370, north: 95 })).toEqual({ west: -10, south: -90, east: 10, north: 90 });
    expect(normalised({ west: -400, south: 0, east: 400, north: 1 })).toEqual({ west: -180, south: 0, east: 180, north: 1 });
    expect(bboxText({ west: -1.23456789, south: 0, east: 1, north: 2 })).toBe('-1.234568,0,1,2');
  });

  it('is looked at by few tiles, which hold it', () => {
    fc.assert(
      fc.property(box, (view) => {
        const tiles = tilesOver(view);
        expect(tiles.length).toBeLessThanOrEqual(4);
        for (const { z, x, y } of tiles) expect(x >= 0 && y >= 0 && x < 2 ** z && y < 2 ** z).toBe(true);
      }),
    );
    expect(tilesOver({ west: -2.99, south: 53.4, east: -2.98, north: 53.41 }).length).toBeGreaterThan(0);
    expect(tilesOver(WORLD)).toEqual([]);
  });
});

describe('the metric grid', () => {
  it('has steps of 1, 2 or 5', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 1e6, noNaN: true }), (metres) => {
        const step = roundStep(metres);
        expect(step).toBeGreaterThanOrEqual(metres * 0.998);
        expect(step).toBeLessThanOrEqual(metres * 2.6);
        const digits = step / 10 ** Math.floor(Math.log10(step * 1.0001));
        expect([1, 2, 5].some((digit) => Math.abs(digit - digit) < 1e-9 && Math.abs(digits - digit) < 1e-6)).toBe(true);
      }),
    );
  });

  it('stands still when the view moves a little', () => {
    const east = gridLines({ west: 9.99, south: 53.5, east: 10.03, north: 53.52 }).map(({ geometry }) =>
      geometry.coordinates[0]![0]!.toFixed(9),
    );
    const moved = gridLines({ west: 9.992, south: 53.5, east: 10.032, north: 53.52 }).map(({ geometry }) =>
      geometry.coordinates[0]![0]!.toFixed(9),
    );
    const upright = (all: string[]): string[] => all.filter((each) => all.filter((other) => other === each).length === 1);
    expect(upright(moved).filter((each) => upright(east).includes(each)).length).toBeGreaterThan(3);
  });
});
