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
  return { warnings, told: new ForeignClashes(10, { warn: (fields: object) => void warnings.push(fields) } as never) };
}

describe('answers to a token about objects of other workspaces', () => {
  it('are limited per minute, then refused with the time to wait, and logged once', () => {
    const { told, warnings } = clashes();
    told.note('a', foreign(9), 1000);
    told.check('a', 1500);
    told.note('a', foreign(3), 2000);
    told.note('a', foreign(3), 2000);
    expect(() => told.check('a', 31_000)).toThrow(
      expect.objectContaining({
        type: 'too-many-requests',
        extras: expect.objectContaining({ headers: { 'retry-after': '30' }, members: { limit: 10, windowSeconds: 60, used: 15 } }),
      }),
    );
    expect(warnings).toEqual([{ tokenId: 'a', objects: 12 }]);
    told.check('a', 61_000);
    told.note('a', foreign(9), 61_000);
    told.check('a', 61_001);
  });

  it('are limited to an even share at each of several gateways, so that together they do not exceed the limit', () => {
    let gateways = 4;
    const fleet = Array.from({ length: 4 }, () => new ForeignClashes(10, { warn: () => undefined } as never, () => 1 / gateways));
    const refused = (told: ForeignClashes): boolean => {
      try {
        told.check('a', 1);
        return false;
      } catch {
        return true;
      }
    };
    let count = 0;
    for (const told of fleet) for (; !refused(told); count++) told.note('a', foreign(1), 1);
    expect(count).toBe(8);
    gateways = 1;
    expect(fleet.map(refused)).toEqual([false, false, false, false]);
    gateways = 1000;
    expect(new ForeignClashes(10, { warn: () => undefined } as never, () => 1 / gateways).check('b', 1)).toBeUndefined();
  });

  it('do not count other refusals or other tokens', () => {
    const { told } = clashes();
    for (let n = 0; n < 100; n++) told.note('a', fine, n);
    told.note('b', foreign(100), 1);
    told.note('a', undefined, 1);
    told.check('a', 2);
    expect(() => told.check('b', 2)).toThrow();
  });
});
