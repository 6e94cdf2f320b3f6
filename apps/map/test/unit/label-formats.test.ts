import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LABEL_FORMATS, labelAt, type LabelFormat, layoutOf, ownFormat, pagesOf, perPage } from '../../src/codes/label-formats.js';

const formats = Object.entries(LABEL_FORMATS) as [string, LabelFormat][];

describe('sheets of labels', () => {
  it('hold as many as their names say', () =>
    expect(formats.map(([name, format]) => [name, perPage(format)])).toEqual([
      ['L7160', 21],
      ['L7651', 65],
      ['70x37', 24],
      ['roll62', 1],
    ]));

  it('begin where their makers put the first label', () => {
    expect(LABEL_FORMATS.L7160.margin).toEqual({ left: 7.25, top: 15.15 });
    expect(LABEL_FORMATS.L7651.margin).toEqual({ left: 4.75, top: 10.7 });
    expect(LABEL_FORMATS['70x37'].margin).toEqual({ left: 0, top: 0.5 });
    expect(labelAt(LABEL_FORMATS.L7160, 4)).toEqual({ x: 73.25, y: 53.25 });
  });

  it.each(formats)('%s: every label is on the page, and none on another', (_name, format) => allApart(format));

  it('of a custom size hold as many as fit, or are refused', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 12, max: 290, noNaN: true }),
        fc.double({ min: 12, max: 290, noNaN: true }),
        fc.double({ min: 0, max: 50, noNaN: true }),
        fc.constantFrom('A4' as const, 'Letter' as const, 'label' as const),
        (width, height, gap, page) => {
          const format = ownFormat({ page, width, height, gap });
          if (format !== undefined && perPage(format) < 200) allApart(format);
          else if (format === undefined) expect(width > 190 || height > 260).toBe(true);
        },
      ),
    );
    for (const width of [Number.NaN, 0, 11, 291, Infinity]) expect(ownFormat({ page: 'A4', width, height: 40, gap: 0 })).toBeUndefined();
  });

  it('begin after the removed labels', () => {
    expect(pagesOf(['a', 'b'], LABEL_FORMATS.L7160, 20)).toEqual([[...Array.from({ length: 20 }, () => undefined), 'a'], ['b']]);
    expect(pagesOf([], LABEL_FORMATS.L7160, 0)).toEqual([]);
    expect(pagesOf(['a'], LABEL_FORMATS.roll62, 5)).toEqual([['a']]);
    expect(pagesOf(['a'], LABEL_FORMATS.L7160, Number.NaN)).toEqual([['a']]);
    expect(
      pagesOf(
        Array.from({ length: 1000 }, (_, n) => n),
        LABEL_FORMATS.L7651,
        0,
      ),
    ).toHaveLength(16);
  });

  it('have code and words on the label, next to each other', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 12, max: 290, noNaN: true }),
        fc.double({ min: 12, max: 290, noNaN: true }),
        fc.integer({ min: 0, max: 2 }),
        (width, height, lines) => {
          const { code, words } = layoutOf({ width, height }, lines);
          expect(code.side).toBeGreaterThanOrEqual(Math.min(5, width, height) - 0.01);
          expect(code.x).toBeGreaterThanOrEqual(0);
          expect(code.x + code.side).toBeLessThanOrEqual(width);
          expect(code.y).toBeGreaterThanOrEqual(-0.01);
          expect(words.width).toBeGreaterThan(5);
          expect(words.y + lines * words.size * 1.25).toBeLessThanOrEqual(height + 0.01);
          if (!words.middle) expect(words.x).toBeGreaterThan(code.x + code.side);
        },
      ),
    );
  });
});

function allApart(format: LabelFormat): void {
  const places = Array.from({ length: perPage(format) }, (_, n) => labelAt(format, n));
  for (const [n, { x, y }] of places.entries()) {
    expect(x).toBeGreaterThanOrEqual(-0.002);
    expect(y).toBeGreaterThanOrEqual(-0.002);
    expect(x + format.label.width).toBeLessThanOrEqual(format.page.width + 0.002);
    expect(y + format.label.height).toBeLessThanOrEqual(format.page.height + 0.002);
    const right = places[n + 1];
    if (right !== undefined && right.y === y) expect(right.x).toBeGreaterThanOrEqual(x + format.label.width - 0.002);
  }
}
