import fc from 'fast-check';
import pointInPolygonHao from 'point-in-polygon-hao';
// @ts-expect-error -- the library ships no types
import robustPointInPolygon from 'robust-point-in-polygon';
import { describe, expect, it } from 'vitest';
import { AreaIndex } from '#geofence/area-index.js';
import { AreaShape } from '#geofence/area-shape.js';
import { checkGeometry } from '#geofence/check-geometry.js';
import type { Geometry, LonLat, Polygon, Ring } from '#geofence/geometry.js';
import { shrunk, star } from './random-shapes.js';

const made = (value: unknown): Geometry => {
  const checked = checkGeometry(value);
  if ('fault' in checked) throw new Error(JSON.stringify(checked.fault));
  return checked.geometry;
};
const shapeOf = (value: unknown): AreaShape => new AreaShape(made(value));
const box = (west: number, south: number, east: number, north: number): Ring => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

/** -1 inside, 0 on the border, 1 outside; the library closes rings itself. */
const whereBy = (ring: [number, number][], point: [number, number]): number =>
  (robustPointInPolygon as (ring: unknown, point: unknown) => number)(ring.slice(0, -1), point);

/**
 * The results of two libraries, ring by ring, with the point shifted by every full turn around the earth. The second library misses some
 * corners, so its result is not used on the border.
 */
function byLibraries(rings: readonly Ring[], [lon, lat]: LonLat): { hao: boolean; robust: boolean } {
  const turns = [lon - 360, lon, lon + 360];
  const [outer, ...holes] = rings.map((ring) => ring.map(([x, y]): [number, number] => [x, y]));
  const hao = turns.map((x) => pointInPolygonHao([x, lat], [outer!, ...holes]));
  if (hao.includes(0)) return { hao: true, robust: true };
  return {
    hao: hao.includes(true),
    robust: turns.some((x) => whereBy(outer!, [x, lat]) <= 0 && holes.every((hole) => whereBy(hole, [x, lat]) >= 0)),
  };
}

describe('where a point is', () => {
  it('agrees with two other libraries, with holes, across the antimeridian and up to the poles', () => {
    const cases = fc
      .record({
        lon: fc.double({ min: -180, max: 180, noNaN: true }),
        lat: fc.double({ min: -90, max: 90, noNaN: true }),
        size: fc.constantFrom(0.01, 1, 30, 80),
      })
      .chain(({ lon, lat, size }) =>
        fc.record({
          ring: star(lon, lat, size),
          center: fc.constant<LonLat>([lon, lat]),
          hole: fc.boolean(),
          offsets: fc.array(fc.tuple(fc.double({ min: -1.1, max: 1.1, noNaN: true }), fc.double({ min: -1.1, max: 1.1, noNaN: true })), {
            minLength: 5,
            maxLength: 20,
          }),
          size: fc.constant(size),
        }),
      );
    let inside = 0;
    fc.assert(
      fc.property(cases, ({ ring, center, hole, offsets, size }) => {
        const rings = hole ? [ring, shrunk(ring, center, 0.5)] : [ring];
        const checked = checkGeometry({ type: 'Polygon', coordinates: rings });
        // Cut off at a pole, a star may intersect itself; another test covers that refusal.
        if ('fault' in checked) return;
        const shape = new AreaShape(checked.geometry);
        const index = new AreaIndex([{ shape }]);
        const corners = rings.flat().map(([x, y]): LonLat => [x, y]);
        for (const [x, y] of [...offsets.map(([dx, dy]): LonLat => [center[0] + dx * size, center[1] + dy * size]), ...corners]) {
          const lon = x > 180 ? x - 360 : x < -180 ? x + 360 : x;
          if (Math.abs(y) >= 90) continue;
          const { hao, robust } = byLibraries((checked.geometry as Polygon).coordinates, [lon, y]);
          const ours = shape.contains(lon, y);
          expect([hao, robust]).toEqual([ours, ours]);
          if (ours) expect(index.at(lon, y), 'the boxes hold what the shape holds').toHaveLength(1);
          inside += Number(ours);
        }
      }),
      { numRuns: 150 },
    );
    expect(inside).toBeGreaterThan(400);
  });

  it('is the same however an area is written that crosses the antimeridian', () => {
    const beyond = shapeOf({ type: 'Polygon', coordinates: [box(170, -10, 190, 10)] });
    const west = shapeOf({ type: 'Polygon', coordinates: [box(-190, -10, -170, 10)] });
    const cut = shapeOf({ type: 'MultiPolygon', coordinates: [[box(170, -10, 180, 10)], [box(-180, -10, -170, 10)]] });
    fc.assert(
      fc.property(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -20, max: 20, noNaN: true }), (lon, lat) => {
        const expected = Math.abs(lon) >= 170 && Math.abs(lat) <= 10;
        expect([beyond, west, cut].map((shape) => shape.contains(lon, lat))).toEqual([expected, expected, expected]);
      }),
    );
    for (const shape of [beyond, west, cut]) for (const lon of [180, -180]) expect(shape.contains(lon, 0)).toBe(true);
  });

  it('is right at and around the poles', () => {
    const cap = shapeOf({
      type: 'Polygon',
      coordinates: [
        [
          [-180, 80],
          [-60, 80],
          [60, 80],
          [180, 80],
          [180, 90],
          [60, 90],
          [-60, 90],
          [-180, 90],
          [-180, 80],
        ],
      ],
    });
    for (const lon of [-180, -90, 0, 12.3, 180]) {
      expect(cap.contains(lon, 90)).toBe(true);
      expect(cap.contains(lon, 80.1)).toBe(true);
      expect(cap.contains(lon, 79.9)).toBe(false);
      expect(cap.contains(lon, -90)).toBe(false);
    }
    const around = shapeOf({ type: 'Circle', center: [100, 89.5], radius: 120_000 });
    const index = new AreaIndex([{ shape: around }]);
    for (const [lon, lat, expected] of [
      [-80, 89.5, true],
      [0, 90, true],
      [100, 88.3, false],
      [-80, 89.3, false],
    ] as const) {
      expect(around.contains(lon, lat), `${lon}, ${lat}`).toBe(expected);
      if (expected) expect(index.at(lon, lat)).toHaveLength(1);
    }
  });

  it('counts the border as inside, also that of a hole', () => {
    const frame = shapeOf({ type: 'Polygon', coordinates: [box(0, 0, 10, 10), box(4, 4, 6, 6)] });
    expect([frame.contains(0, 0), frame.contains(10, 5), frame.contains(4, 5), frame.contains(5, 5), frame.contains(3.9, 5)]).toEqual([
      true,
      true,
      true,
      false,
      true,
    ]);
  });
});

describe('how far the border is', () => {
  it('has a distance in metres on either side, also across the antimeridian', () => {
    const area = shapeOf({ type: 'Polygon', coordinates: [box(179.99, 0, 180.01, 0.02)] });
    // 0.001° are 111 m at the equator.
    for (const lon of [-179.991, -179.989]) {
      expect(area.borderWithin(lon, 0.01, 100), String(lon)).toBe(false);
      expect(area.borderWithin(lon, 0.01, 125), String(lon)).toBe(true);
    }
    expect(area.borderWithin(-179.5, 0.01, 100)).toBe(false);
    const circle = shapeOf({ type: 'Circle', center: [10, 50], radius: 500 });
    expect([circle.borderWithin(10, 50, 400), circle.borderWithin(10, 50, 600)]).toEqual([false, true]);
  });

  it('and where the point is come to one answer, also far away where neither is worked out', () => {
    const shapes = [
      shapeOf({ type: 'Circle', center: [179.9, 60], radius: 20_000 }),
      shapeOf({ type: 'Circle', center: [0, 89.9], radius: 30_000 }),
      shapeOf({
        type: 'MultiPolygon',
        coordinates: [[box(179.5, 59.8, 180.2, 60.2), box(179.7, 59.9, 180, 60.1)], [box(-179, 60.5, -178, 61)]],
      }),
    ];
    const seen = { inside: 0, outside: 0, border: 0 };
    const places = fc.tuple(
      fc.constantFrom(0, 1, 2),
      fc.double({ min: -2, max: 2, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.constantFrom(0, 8, 500, 10_000, 40_000),
    );
    fc.assert(
      fc.property(places, ([number, east, north, metres]) => {
        const shape = shapes[number]!;
        const lon = number === 1 ? east * 90 : east < 0 ? 180 + east : east - 180;
        const lat = Math.min(90, (number === 1 ? 89.7 : 60.2) + north);
        const where = shape.whereIs(lon, lat, metres);
        expect(where).toBe(shape.borderWithin(lon, lat, metres) ? 'border' : shape.contains(lon, lat) ? 'inside' : 'outside');
        seen[where]++;
      }),
      { numRuns: 2000 },
    );
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(50);
  });
});
