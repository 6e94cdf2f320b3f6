import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical, isSameData } from '#testing/oracle/canonical.js';

const leaf = fc.constantFrom<unknown>(undefined, null, 0, -0, NaN, 1, '1', '', true, false);
const { data } = fc.letrec((tie) => ({
  data: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('data'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', '0', '__proto__'), tie('data'), { maxKeys: 3 }),
  ),
}));

describe('data', () => {
  it('are the same when their canonical texts are', () => {
    let same = 0;
    fc.assert(
      fc.property(data, data, (one, other) => {
        const wanted = canonical(one) === canonical(other);
        if (wanted) same++;
        expect(isSameData(one, other)).toBe(wanted);
        const turned =
          Array.isArray(one) || one === null || typeof one !== 'object'
            ? one
            : { more: undefined, ...Object.fromEntries(Object.entries(one).reverse()) };
        expect(isSameData(one, turned)).toBe(canonical(one) === canonical(turned));
      }),
      { numRuns: 3000 },
    );
    expect(same, 'pairs that are the same').toBeGreaterThan(30);
  });
});
