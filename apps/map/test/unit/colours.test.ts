import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coloursOf, OTHERS_COLOUR, PALETTES } from '../../src/design/colours.js';
import { ageStateOf } from '../../src/map/age.js';
import { cameraOf, cameraText } from '../../src/map/camera.js';
import { typesIn, typesText } from '../../src/map/chosen-types.js';
import { contrast, distance } from './colour-distance.js';

describe('colours', () => {
  it('are different as long as there are enough, whatever the order of the names', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 20 }), fc.boolean(), (names, dark) => {
        const colours = coloursOf(names, dark);
        const own = [...colours.values()].filter((colour) => colour !== OTHERS_COLOUR);
        expect(new Set(own).size).toBe(own.length);
        expect(own.length).toBe(Math.min(10, names.length));
        expect(coloursOf([...names].reverse(), dark)).toEqual(colours);
      }),
    );
  });

  it('have the same places on both grounds: a type keeps its hue', () => {
    const names = ['van', 'truck', 'crane', 'pallet', 'tool', 'person', 'ship', 'box', 'bike', 'sensor', 'machine'];
    const places = [false, true].map((dark) =>
      names.map((name) => PALETTES[dark ? 'dark' : 'light'].indexOf(coloursOf(names, dark).get(name) as never)),
    );
    expect(places[0]).toEqual(places[1]);
  });

  it.each([
    // The page's surfaces, and the colour of land on the basemap.
    ['light', ['#ffffff', '#f4f3ee']],
    ['dark', ['#1b2228', '#232c33', '#1d262c', '#12171b']],
  ] as const)('stand out from a %s ground, and differ from each other with every kind of colour vision', (ground, grounds) => {
    const palette = PALETTES[ground];
    expect(palette.length).toBe(10);
    for (const colour of palette) for (const each of grounds) expect(contrast(colour, each), `${colour} on ${each}`).toBeGreaterThan(3);
    const pairs = [...palette, OTHERS_COLOUR].flatMap((one, n) => palette.slice(0, n).map((other) => [one, other] as const));
    for (const [one, other] of pairs) expect(distance(one, other), `${one} and ${other}`).toBeGreaterThan(12);
    for (const without of ['red', 'green', 'blue'] as const)
      for (const [one, other] of pairs)
        if (one !== OTHERS_COLOUR)
          expect(distance(one, other, without), `${one} and ${other} without cones for ${without}`).toBeGreaterThan(9);
  });

  it('are measured as the published examples are', () => {
    // CIEDE2000 of pure sRGB colours, from other implementations.
    expect(distance('#ff0000', '#00ff00')).toBeCloseTo(86.6, 1);
    expect(distance('#ffffff', '#000000')).toBeCloseTo(100, 1);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});

describe('the camera in the address', () => {
  it('comes back as it was, and nonsense is none', () => {
    expect(cameraOf(cameraText({ lat: 53.4, lon: -2.98, zoom: 12.34 }))).toEqual({ lat: 53.4, lon: -2.98, zoom: 12.34 });
    for (const text of [undefined, '', '1,2', '91,0,3', '0,181,3', '0,0,99', '0,0,3,4', 'a,b,c', '1,,3'])
      expect(cameraOf(text)).toBeUndefined();
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
    expect([0, 9 * 60_000, 11 * 60_000, 23 * 3_600_000, 25 * 3_600_000].map((age) => ageStateOf(-age, 0))).toEqual([
      'live',
      'live',
      'ageing',
      'ageing',
      'unknown',
    ]);
  });
});
