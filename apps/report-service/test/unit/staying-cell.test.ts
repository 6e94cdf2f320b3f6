import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cellOf } from '../../src/space/cells.js';
import { type StayingCell, stayingCell } from '../../src/space/staying-cell.js';

/** Includes the poles, a pentagon (in the Arctic Ocean off Norway) and both sides of the antimeridian. */
const start = fc.oneof(
  fc.record({ lat: fc.double({ min: -90, max: 90, noNaN: true }), lon: fc.double({ min: -180, max: 180, noNaN: true }) }),
  fc.record({ lat: fc.double({ min: 64.69, max: 64.71, noNaN: true }), lon: fc.double({ min: 10.52, max: 10.55, noNaN: true }) }),
  fc.record({ lat: fc.double({ min: -60, max: 60, noNaN: true }), lon: fc.constantFrom(-180, -179.999, 179.999, 180) }),
);
/** Up to about 500 m, roughly the radius of a cell. */
const step = fc.record({
  north: fc.double({ min: -0.005, max: 0.005, noNaN: true }),
  east: fc.double({ min: -0.008, max: 0.008, noNaN: true }),
});

it('is the cell of every place, wherever the object was before', () => {
  fc.assert(
    fc.property(start, fc.array(step, { minLength: 1, maxLength: 40 }), (from, steps) => {
      let place = from;
      let at: StayingCell | undefined;
      for (const { north, east } of steps) {
        place = { lat: Math.max(-90, Math.min(90, place.lat + north)), lon: ((place.lon + east + 540) % 360) - 180 };
        at = stayingCell(place, at);
        expect(at.cell).toBe(cellOf(place));
      }
    }),
    { numRuns: 2000 },
  );
});

it('is not looked up again while an object stays near the middle of its cell', () => {
  const place = { lat: 52.37, lon: 4.9 };
  const seen = stayingCell(place, stayingCell(place, undefined));
  expect(seen.within).toBeDefined();
  const { lat, lon } = seen.within!;
  expect(stayingCell({ lat: lat + 0.001, lon: lon - 0.001 }, seen)).toBe(seen);
  // Its radius: the distance between the centres of neighbours is about 900 m at this resolution.
  expect(Math.sqrt(seen.within!.radiusSquared) * 111_195).toBeGreaterThan(300);
});

it('costs an object that passes once nothing more', () => {
  const here = stayingCell({ lat: 10, lon: 10 }, undefined);
  const there = stayingCell({ lat: 11, lon: 11 }, here);
  expect([here.within, there.within]).toEqual([undefined, undefined]);
});
