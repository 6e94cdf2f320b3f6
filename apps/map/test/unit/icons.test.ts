import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inkOn, OTHERS_COLOUR, PALETTES } from '../../src/design/colours.js';
import { iconOf, PICTURE_OF_TYPE } from '../../src/icons/icon-of.js';
import { OBJECT_ICONS } from '../../src/icons/pictures.js';
import { distanceField } from '../../src/map/distance-field.js';
import { foundThen } from '../../src/object-list/found-then.js';

describe('the icon of an object', () => {
  it('is its own, else that of its type in either language, else none', () => {
    expect(iconOf({ icon: 'ship', type: 'truck' })).toBe('ship');
    expect(iconOf({ icon: 'acme:rocket', type: 'Lastwagen' })).toBe('truck');
    expect(iconOf({ type: 'FORKLIFT' })).toBe('forklift');
    for (const icon of ['toString', '__proto__', 'constructor']) expect(iconOf({ icon, type: icon })).toBeUndefined();
    for (const name of OBJECT_ICONS) expect(iconOf({ icon: name })).toBe(name);
  });

  it('is of one type each', () => {
    for (const word of PICTURE_OF_TYPE.keys()) expect(word).toBe(word.toLowerCase());
    expect(new Set(PICTURE_OF_TYPE.values())).toEqual(new Set(OBJECT_ICONS));
  });
});

describe('the ink on a colour', () => {
  it('contrasts with it, on every colour', () => {
    const luminance = (colour: string): number =>
      [0.2126, 0.7152, 0.0722].reduce((sum, weight, n) => {
        const share = Number.parseInt(colour.slice(1 + 2 * n, 3 + 2 * n), 16) / 255;
        return sum + weight * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
      }, 0);
    for (const colour of [...PALETTES.light, ...PALETTES.dark, OTHERS_COLOUR]) {
      const [dark, light] = [luminance(colour), luminance(inkOn(colour))].sort((a, b) => a - b) as [number, number];
      expect((light + 0.05) / (dark + 0.05), colour).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('the field of distances of a shape', () => {
  it('says of each pixel how far the nearest of the other side is', () => {
    const side = 12;
    fc.assert(
      fc.property(
        fc
          .array(fc.boolean(), { minLength: side * side, maxLength: side * side })
          .filter((cells) => cells.includes(true) && cells.includes(false)),
        (cells) => {
          const field = distanceField(Float64Array.from(cells, Number), side, side);
          const nearest = (at: number, wanted: boolean): number =>
            Math.min(
              ...cells.map((cell, n) =>
                cell === wanted ? Math.hypot((n % side) - (at % side), Math.floor(n / side) - Math.floor(at / side)) : Infinity,
              ),
            );
          for (const at of [0, 5, 37, 66, 143]) {
            const distance = cells[at] ? -nearest(at, false) : nearest(at, true);
            expect(Math.abs(field[at]! - Math.max(0, Math.min(255, 255 - 255 * (distance / 8 + 0.25))))).toBeLessThanOrEqual(0.51);
          }
        },
      ),
    );
  });

  it('puts an edge that runs through a pixel where it is', () => {
    const field = distanceField(Float64Array.from([1, 1, 0.5, 0, 0]), 5, 1);
    expect(field[2]).toBe(191);
    expect([...field]).toEqual([...field].sort((a, b) => b - a));
  });
});

describe('looking for something in the past', () => {
  it('finds parts of ids, titles and types, whatever their case', () => {
    const position = { lat: 0, lon: 0, observedAt: '2026-11-21T08:00:00.000Z' };
    const objects = [
      { externalId: 'A-1', title: 'Kran Süd', position },
      { externalId: 'b-2', type: 'Truck', position },
    ];
    const found = (text: string): string[] => foundThen(objects, text).map(({ externalId }) => externalId);
    expect([found('SÜD'), found('truck '), found('a-'), found(''), found('x')]).toEqual([['A-1'], ['b-2'], ['A-1'], ['A-1', 'b-2'], []]);
  });

  it('takes conditions of types, and ignores those that need more than positions', () => {
    const position = { lat: 0, lon: 0, observedAt: '2026-11-21T08:00:00.000Z' };
    const objects = [
      { externalId: 'a-1', type: 'Crane', position },
      { externalId: 'a-2', type: 'Truck', position },
    ];
    const found = (text: string): string[] => foundThen(objects, text).map(({ externalId }) => externalId);
    expect([found('type:Truck'), found('type:Truck a-1'), found('battery<50'), found('battery<50 a-1')]).toEqual([
      ['a-2'],
      [],
      ['a-1', 'a-2'],
      ['a-1'],
    ]);
  });
});
