import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { added, COLUMNS, compacted, moved, overlap, type Place, resized } from '../../src/dashboards/grid.js';

const place = fc.record({
  x: fc.integer({ min: 0, max: 11 }),
  y: fc.integer({ min: 0, max: 30 }),
  w: fc.integer({ min: 1, max: 12 }),
  h: fc.integer({ min: 1, max: 8 }),
});
const tiles = fc.array(place, { minLength: 1, maxLength: 12 }).map((list) => list.map((each, at): Place => ({ id: `t${at}`, ...each })));

function check(list: readonly Place[]): void {
  for (const tile of list) {
    expect(tile.x).toBeGreaterThanOrEqual(0);
    expect(tile.y).toBeGreaterThanOrEqual(0);
    expect(tile.w).toBeGreaterThanOrEqual(1);
    expect(tile.x + tile.w).toBeLessThanOrEqual(COLUMNS);
    expect(list.filter((other) => other.id !== tile.id && overlap(other, tile))).toEqual([]);
  }
}

describe('the grid of a dashboard', () => {
  it('parts whatever was written, in bounds, and has nothing to do a second time', () => {
    fc.assert(
      fc.property(tiles, (list) => {
        const once = compacted(list);
        check(once);
        expect(compacted(once)).toEqual(once);
      }),
    );
  });

  it('stays parted, in bounds and complete through any moves', () => {
    const step = fc.record({
      at: fc.nat(11),
      resize: fc.boolean(),
      a: fc.integer({ min: -20, max: 40 }),
      b: fc.integer({ min: -20, max: 40 }),
    });
    fc.assert(
      fc.property(tiles, fc.array(step, { maxLength: 15 }), (list, steps) => {
        let now = compacted(list);
        for (const { at, resize, a, b } of steps) now = (resize ? resized : moved)(now, `t${at % list.length}`, a, b);
        check(now);
        expect(now.map(({ id }) => id).sort()).toEqual(list.map(({ id }) => id).sort());
      }),
    );
  });

  it('puts a tile into the column it is moved to, and a new one under all', () => {
    fc.assert(
      fc.property(tiles, fc.nat(11), fc.integer({ min: 0, max: 11 }), (list, at, x) => {
        const before = compacted(list);
        const id = `t${at % list.length}`;
        const after = moved(before, id, x, 0).find((tile) => tile.id === id)!;
        expect(after.x).toBe(Math.min(x, COLUMNS - after.w));
        const more = added(before, { id: 'new', x: 5, y: 0, w: 4, h: 2 });
        check(more);
        expect(more.find((tile) => tile.id === 'new')!.x).toBe(0);
      }),
    );
  });

  it('moves the one that is in the way, not the one in the hand', () => {
    const two = [
      { id: 'a', x: 0, y: 0, w: 4, h: 2 },
      { id: 'b', x: 4, y: 0, w: 4, h: 2 },
    ];
    expect(moved(two, 'b', 0, 0)).toEqual([
      { id: 'b', x: 0, y: 0, w: 4, h: 2 },
      { id: 'a', x: 0, y: 2, w: 4, h: 2 },
    ]);
    expect(moved(two, 'none', 0, 0)).toEqual(two);
  });
});
