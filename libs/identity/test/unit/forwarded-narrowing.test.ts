import { describe, expect, it } from 'vitest';
import type { Narrowing } from '#identity/caller.js';
import { forwardedNarrowing, narrowedHeader } from '#identity/forwarded-narrowing.js';

describe('the header of a narrowed call', () => {
  it.each([
    [{ types: ['a', 'ü"\n'] }],
    [{ idPrefix: 'é-%' }],
    [{ fields: [] }],
    [{ types: ['a'], idPrefix: '', fields: ['f'] }],
    [{ ids: ['x'], bbox: [170, -10, -170, 10] }],
  ])('comes as it went: %j', (narrowing) => {
    expect(forwardedNarrowing(narrowedHeader(narrowing as Narrowing))).toEqual(narrowing);
  });

  it('narrows nothing when it is not there, and is never taken for that when it is wrong', () => {
    expect(forwardedNarrowing(undefined)).toBeUndefined();
    const wrong = [
      '',
      'x',
      ['a', 'b'],
      'a'.repeat(20_000),
      ...[
        null,
        [],
        { types: 'a' },
        { fields: [1] },
        { idPrefix: 1 },
        { ids: 'a' },
        { bbox: [1, 2, 3] },
        { bbox: [1, 2, 3, '4'] },
        { area: 1 },
      ]
        .filter((each) => !Array.isArray(each))
        .map((each) => narrowedHeader(each as never)),
    ];
    for (const header of wrong) expect(() => forwardedNarrowing(header)).toThrow(expect.objectContaining({ type: 'invalid-header' }));
  });
});
