import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inkOn } from '../../src/design/colours.js';
import { colourFields, fieldsSentBy } from '../../src/map/colour-fields.js';
import { rangesOf } from '../../src/map/number-ranges.js';
import { categoryOf } from '../../src/map/object-features.js';
import { createFormat } from '../../src/words/format.js';

const english = createFormat('en', 'metric', 'UTC');
const namesOf = (values: number[], format = english): string[] => [...rangesOf(values, format).colours.keys()];
const upTo = (n: number, of = 1): number[] => Array.from({ length: n }, (_, at) => at * of);

describe('ranges of numbers', () => {
  it('have round bounds, in the language of the app', () => {
    expect(namesOf(upTo(101))).toEqual(['< 20', '20 – 40', '40 – 60', '60 – 80', '≥ 80']);
    expect(namesOf(upTo(100, 0.01), createFormat('de', 'metric', 'UTC'))).toEqual([
      '< 0,2',
      '0,2 – 0,4',
      '0,4 – 0,6',
      '0,6 – 0,8',
      '≥ 0,8',
    ]);
    expect(namesOf([7, 7, 7])).toEqual(['< 7', '≥ 7']);
  });

  it('are not spread out by single wild values', () => {
    expect(namesOf([...upTo(101), 1e9])).toEqual(namesOf(upTo(101)));
  });

  it('hold every number in exactly one range, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 50 }), (values) => {
        const ranges = rangesOf(values, english);
        const names = [...ranges.colours.keys()];
        expect(names.length).toBeLessThanOrEqual(5);
        const places = [...values].sort((a, b) => a - b).map((value) => names.indexOf(ranges.nameOf(value)));
        expect(places).not.toContain(-1);
        expect(places).toEqual([...places].sort((a, b) => a - b));
      }),
    );
  });

  it('stay while values move a little, and suit no longer once nearly all are beyond them', () => {
    const ranges = rangesOf(upTo(101), english);
    expect(ranges.suit(upTo(101).map((value) => value * 1.1))).toBe(true);
    expect(ranges.suit(upTo(101).map((value) => value + 70))).toBe(false);
  });

  it('have colours whose lightness rises from each to the next', () => {
    const luminance = (colour: string): number => {
      const [red, green, blue] = [1, 3, 5].map((at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2) as [
        number,
        number,
        number,
      ];
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const shades = [...rangesOf(upTo(101), english).colours.values()].map(luminance);
    for (const [n, shade] of shades.entries()) if (n > 0) expect(shade / shades[n - 1]!).toBeGreaterThan(1.25);
    expect([...rangesOf(upTo(101), english).colours.values()].map(inkOn)).toContain('#ffffff');
  });

  it('name what an object is coloured by, and number fields are offered for it', () => {
    const object = {
      fields: { battery: { value: 55, observedAt: '' }, status: { value: 'driving', observedAt: '' } },
    } as unknown as Parameters<typeof categoryOf>[0];
    expect([
      categoryOf(object, 'battery', rangesOf(upTo(101), english)),
      categoryOf(object, 'battery'),
      categoryOf(object, 'status'),
    ]).toEqual(['40 – 60', undefined, 'driving']);
    const sent = fieldsSentBy([object as Parameters<typeof fieldsSentBy>[0] extends Iterable<infer T> ? T : never]);
    expect(colourFields([{ name: 'load', label: 'Load' }], sent, '').map(({ name }) => name)).toEqual(['battery', 'load', 'status']);
  });
});
