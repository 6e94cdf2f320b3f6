import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LonLatBox } from '#geofence/boxes.js';
import { densestPlace } from '#geofence/densest-place.js';

const side = fc.tuple(fc.integer({ min: -20, max: 20 }), fc.nat(12));
const boxes = fc.array(
  fc.tuple(side, side).map(([[west, wide], [south, high]]): LonLatBox => ({ west, south, east: west + wide, north: south + high })),
  { minLength: 1, maxLength: 60 },
);
const over = (all: readonly LonLatBox[], lon: number, lat: number): number =>
  all.filter(({ west, south, east, north }) => lon >= west && lon <= east && lat >= south && lat <= north).length;

it('the densest place is one that as many boxes hold as hold any', () => {
  fc.assert(
    fc.property(boxes, (all) => {
      // One of the densest places is at the west of one box and the south of another.
      const most = Math.max(...all.flatMap(({ west }) => all.map(({ south }) => over(all, west, south))));
      const { count, lon, lat } = densestPlace(all)!;
      expect([count, over(all, lon, lat)]).toEqual([most, most]);
    }),
    { numRuns: 500 },
  );
  expect(densestPlace([])).toBeUndefined();
});

it('is found among 100,000 boxes without a thought of all pairs', () => {
  const many = Array.from({ length: 100_000 }, (_, index): LonLatBox => ({
    west: (index % 317) / 2,
    south: (index % 89) / 2,
    east: (index % 317) / 2 + 1,
    north: (index % 89) / 2 + 1,
  }));
  const before = process.cpuUsage().user;
  expect(densestPlace(many)!.count).toBeGreaterThan(1);
  expect((process.cpuUsage().user - before) / 1000, 'milliseconds').toBeLessThan(5000);
});
