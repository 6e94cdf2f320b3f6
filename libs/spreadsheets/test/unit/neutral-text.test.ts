import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neutralText } from '#spreadsheets/neutral-text.js';

describe('a cell of CSV', () => {
  it.each(['=', '+', '-', '@', '\t', '\r', '\n=', ' =', '\u00a0=', '＝', '＋', '－', '＠', 'a\n=', 'a\r\n+', 'a\r@', ' \t-'])(
    'that begins with %j is no formula',
    (begin) => {
      for (const line of neutralText(`${begin}1+1`).split(/\r\n|\n|\r/)) expect(line).not.toMatch(/^[\s\u00a0]*[=+\-@＝＋－＠]/);
      expect(neutralText(`${begin}1+1`).replaceAll("'", '')).toBe(`${begin}1+1`);
    },
  );

  it('comes back unchanged, except for the apostrophes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(neutralText(text).replaceAll("'", '')).toBe(text.replaceAll("'", ''));
      }),
    );
  });
});
