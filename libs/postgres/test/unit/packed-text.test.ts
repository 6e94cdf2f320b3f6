import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packedText, textIn } from '#postgres/packed-text.js';

describe('a packed text', () => {
  it('is read back unchanged, however long it is and whatever it begins with', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc
        .tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 2_000 }))
        .map(([part, times]) => part.repeat(times)),
    );
    fc.assert(
      fc.property(text, (each) => {
        expect(textIn(packedText(each))).toBe(each);
      }),
    );
    for (const each of ['', '(', '(µ/', '(\u00b5/\u00fd', '('.repeat(10_000)]) expect(textIn(packedText(each))).toBe(each);
  });

  it('is a quarter as long if it has many similar lines, and the same if it is short', () => {
    const lines = Array.from({ length: 133 }, (_, n) =>
      JSON.stringify({ externalId: `truck-${n * 61}`, revision: n, position: { lat: 48 + n / 7919, lon: 11 + n / 7907 } }),
    ).join('\n');
    expect(packedText(lines).length).toBeLessThan(lines.length / 4);
    expect(packedText('{"externalId":"alone"}').toString()).toBe('{"externalId":"alone"}');
  });
});
