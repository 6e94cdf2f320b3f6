import { describe, expect, it } from 'vitest';
import { fieldInside, idInside, namedInWords, narrowingKey, typeInside } from '#identity/narrowing.js';

describe('a narrowing', () => {
  it('accepts the ids and types that it names, and everything for omitted conditions', () => {
    expect([idInside({ idPrefix: 'a-' }, 'a-1'), idInside({ idPrefix: 'a-' }, 'A-1'), idInside({}, 'x')]).toEqual([true, false, true]);
    expect([
      typeInside({ types: ['a'] }, 'a'),
      typeInside({ types: ['a'] }, 'b'),
      typeInside({ types: ['a'] }, undefined),
      typeInside({}, undefined),
      typeInside({ types: [] }, 'a'),
    ]).toEqual([true, false, false, true, false]);
    expect([fieldInside({ fields: ['f'] }, 'f'), fieldInside({ fields: [] }, 'f'), fieldInside({}, '__proto__')]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('has one key, however it is listed', () => {
    expect(narrowingKey({ types: ['b', 'a', 'b'], fields: ['y', 'x'] })).toBe(narrowingKey({ types: ['a', 'b'], fields: ['x', 'y'] }));
    expect(narrowingKey({ types: ['a'] })).not.toBe(narrowingKey({ fields: ['a'] }));
    expect(narrowingKey({ types: ['a', 'b'] })).not.toBe(narrowingKey({ types: ['a,b'] }));
  });

  it('is described in few words', () => {
    expect(namedInWords(['a', 'b'])).toBe('"a", "b"');
    expect(namedInWords([])).toBe('none');
    expect(namedInWords(Array.from({ length: 12 }, (_, at) => `${at}`))).toMatch(/"9" and 2 more$/);
  });
});
