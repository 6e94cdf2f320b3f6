import { describe, expect, it } from 'vitest';
import type { ElementOutcome } from '#contracts/outcome.js';
import { ForeignClashes } from '../../src/writes/foreign-clashes.js';

const foreign = (count: number): ElementOutcome[] =>
  Array.from({ length: count }, (_none, at) => [at, `id${at}`, 'rejected', 'belongs-to-another-workspace', '']);
const fine: ElementOutcome[] = [
  [0, 'id', 'updated', 1, false],
  [1, 'id', 'rejected', 'first-update-needs-location', ''],
];

function clashes() {
  const warnings: object[] = [];
  return { warnings, limiter: new ForeignClashes(10, { warn: (fields: object) => void warnings.push(fields) } as never) };
}

describe('answers to a token about objects of other workspaces', () => {
  it('are limited per minute, then refused with the time to wait, and logged once', () => {
    const { limiter, warnings } = clashes();
    limiter.note('a', foreign(9), 1000);
    limiter.check('a', 1500);
    limiter.note('a', foreign(3), 2000);
    limiter.note('a', foreign(3), 2000);
    expect(() => limiter.check('a', 31_000)).toThrow(
      expect.objectContaining({
        type: 'too-many-requests',
        extras: expect.objectContaining({ headers: { 'retry-after': '30' }, members: { limit: 10, windowSeconds: 60, used: 15 } }),
      }),
    );
    expect(warnings).toEqual([{ tokenId: 'a', objects: 12 }]);
    limiter.check('a', 61_000);
    limiter.note('a', foreign(9), 61_000);
    limiter.check('a', 61_001);
  });

  it('are limited to an even share at each of several gateways, so that together they do not exceed the limit', () => {
    let gateways = 4;
    const fleet = Array.from({ length: 4 }, () => new ForeignClashes(10, { warn: () => undefined } as never, () => 1 / gateways));
    const refused = (limiter: ForeignClashes): boolean => {
      try {
        limiter.check('a', 1);
        return false;
      } catch {
        return true;
      }
    };
    let count = 0;
    for (const limiter of fleet) for (; !refused(limiter); count++) limiter.note('a', foreign(1), 1);
    expect(count).toBe(8);
    gateways = 1;
    expect(fleet.map(refused)).toEqual([false, false, false, false]);
    gateways = 1000;
    expect(new ForeignClashes(10, { warn: () => undefined } as never, () => 1 / gateways).check('b', 1)).toBeUndefined();
  });

  it('do not count other refusals or other tokens', () => {
    const { limiter } = clashes();
    for (let n = 0; n < 100; n++) limiter.note('a', fine, n);
    limiter.note('b', foreign(100), 1);
    limiter.note('a', undefined, 1);
    limiter.check('a', 2);
    expect(() => limiter.check('b', 2)).toThrow();
  });
});
