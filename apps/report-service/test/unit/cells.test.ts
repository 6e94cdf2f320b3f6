import fc from 'fast-check';
import { cellToBoundary, cellToChildren, cellToLatLng, gridDisk, latLngToCell } from 'h3-js';
import { expect, it } from 'vitest';
import {
  cellOf,
  cellText,
  FINEST,
  FINEST_REQUESTED,
  isInBox,
  rangeOf,
  rangesAround,
  rangesOf,
  withCellsAround,
} from '../../src/space/cells.js';

const lat = fc.double({ min: -85, max: 85, noNaN: true });
const lon = fc.double({ min: -180, max: 180, noNaN: true });
const part = fc.integer({ min: 1, max: 1000 }).map((thousandths) => thousandths / 1000);
const isIn = (cell: string, { from, to }: { from: string; to: string }): boolean =>
  BigInt(cell) >= BigInt(from) && BigInt(cell) <= BigInt(to);

it('a coarse cell has the range of exactly its cells of the finest resolution', () => {
  fc.assert(
    fc.property(lat, lon, fc.integer({ min: FINEST - 3, max: FINEST - 1 }), (here, there, resolution) => {
      const range = rangeOf(latLngToCell(here, there, resolution), resolution);
      for (const cell of gridDisk(latLngToCell(here, there, resolution), 1)) {
        const children = cellToChildren(cell, FINEST).map((child) => String(BigInt(`0x${child}`)));
        expect(children.filter((child) => isIn(child, range))).toEqual(cell === latLngToCell(here, there, resolution) ? children : []);
      }
    }),
    { numRuns: 300 },
  );
});

it('the ranges of a box cover every place in it', () => {
  fc.assert(
    fc.property(
      lat,
      lon,
      fc.double({ min: 0.001, max: 8, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (south, west, size, up, right) => {
        const east = west + size > 180 ? west + size - 360 : west + size;
        const north = Math.min(88, south + size);
        const ranges = rangesOf({ west, south, east, north }, FINEST);
        if (ranges === undefined) return;
        const there = west + size * right;
        const cell = cellOf({ lat: south + (north - south) * up, lon: there > 180 ? there - 360 : there })!.toString();
        expect(ranges.some((range) => isIn(cell, range))).toBe(true);
        expect(cellToLatLng(cellText(cell))).toHaveLength(2);
      },
    ),
    { numRuns: 300 },
  );
});

it('the ranges around a box cover every place of a finer cell whose centre is in it', () => {
  let small = 0;
  fc.assert(
    fc.property(
      lat,
      lon,
      part,
      part,
      part,
      part,
      fc.constantFrom(0.02, 0.4, 4),
      fc.integer({ min: FINEST + 1, max: FINEST_REQUESTED }),
      (south, west, height, width, up, right, size, resolution) => {
        const box = { west, south, east: Math.min(180, west + width * size), north: Math.min(85, south + height * size) };
        const place = { lat: south + (box.north - south) * up, lon: west + (box.east - west) * right };
        const ranges = rangesAround(box);
        if (ranges === undefined || !isInBox(box, cellToLatLng(latLngToCell(place.lat, place.lon, resolution)))) return;
        small++;
        expect(ranges.some((range) => isIn(cellOf(place)!.toString(), range))).toBe(true);
      },
    ),
    { numRuns: 1000 },
  );
  expect(small).toBeGreaterThan(100);
});

it('a box with the cells around it has the centre of each cell that sticks into it', () => {
  fc.assert(
    fc.property(
      lat,
      fc.double({ min: -150, max: 150, noNaN: true }),
      fc.integer({ min: 4, max: FINEST_REQUESTED }),
      (here, there, resolution) => {
        const cell = latLngToCell(here, there, resolution);
        const [centre, ...corners] = [cellToLatLng(cell), ...cellToBoundary(cell)] as [number, number][];
        for (const [south, west] of corners) {
          const box = { west: west!, south: south!, east: west! + 1e-5, north: south! + 1e-5 };
          expect(isInBox(withCellsAround(box, resolution), centre!)).toBe(true);
        }
      },
    ),
    { numRuns: 500 },
  );
});

it('the ranges of a box cover each coarse cell whose centre is in it completely', () => {
  fc.assert(
    fc.property(
      lat,
      lon,
      fc.double({ min: 0.001, max: 8, noNaN: true }),
      fc.integer({ min: FINEST - 4, max: FINEST - 1 }),
      (here, there, size, resolution) => {
        const cell = latLngToCell(here, there, resolution);
        const [south, west] = cellToLatLng(cell);
        const ranges = rangesOf({ west, south, east: Math.min(180, west + size), north: Math.min(88, south + size) }, resolution);
        if (ranges === undefined) return;
        for (const child of cellToChildren(cell, FINEST))
          expect(ranges.some((range) => isIn(String(BigInt(`0x${child}`)), range))).toBe(true);
      },
    ),
    { numRuns: 150 },
  );
});
