import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageStateOf } from '../../src/map/age.js';
import { cameraOf, cameraText } from '../../src/map/camera.js';
import { typesIn, typesText } from '../../src/map/chosen-types.js';
import { coloursOf, OTHERS_COLOUR } from '../../src/map/colours.js';

describe('colours', () => {
  it('are told apart as long as there are enough, whatever the order of the names', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 20 }), (names) => {
        const colours = coloursOf(names);
        const own = [...colours.values()].filter((colour) => colour !== OTHERS_COLOUR);
        expect(new Set(own).size).toBe(own.length);
        expect(own.length).toBe(Math.min(7, names.length));
        expect(coloursOf([...names].reverse())).toEqual(colours);
      }),
    );
  });
});

describe('the camera in the address', () => {
  it('comes back as it was, and nonsense is none', () => {
    expect(cameraOf(cameraText({ lat: 53.4, lon: -2.98, zoom: 12.34 }))).toEqual({ lat: 53.4, lon: -2.98, zoom: 12.34 });
    for (const text of [undefined, '', '1,2', '91,0,3', '0,181,3', '0,0,99', '0,0,3,4', 'a,b,c', '1,,3']) expect(cameraOf(text)).toBeUndefined();
  });
});

describe('types in the address', () => {
  it('come back as they were, and nonsense does no harm', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 1 })), (types) => {
        expect(typesIn(typesText(types))).toEqual(types);
      }),
    );
    expect(typesIn('a,%,,b')).toEqual(['a', '%', 'b']);
  });
});

describe('age', () => {
  it('fades from live to unknown', () => {
    expect([0, 9 * 60_000, 11 * 60_000, 23 * 3_600_000, 25 * 3_600_000].map((age) => ageStateOf(-age, 0))).toEqual(['live', 'live', 'ageing', 'ageing', 'unknown']);
  });
});
