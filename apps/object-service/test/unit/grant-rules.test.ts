import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grantOf, roomOf } from '../../src/quotas/grant-rules.js';

const nothing = { objects: 0, createdToday: 0, leased: 0, leasedToday: 0 };

describe('leases of objects', () => {
  it('hold the requested places, and a part of the rest', () => {
    expect(grantOf({ objects: 1000, newObjectsPerDay: null }, nothing, 10)).toEqual({ kind: 'leased', places: 10 + Math.floor(990 / 64) });
    expect(grantOf({ objects: 10_000_000, newObjectsPerDay: null }, nothing, 10)).toEqual({ kind: 'leased', places: 1010 });
    expect(grantOf({ objects: 1000, newObjectsPerDay: null }, { ...nothing, objects: 980 }, 10)).toEqual({ kind: 'leased', places: 10 });
  });

  it('are scarce when other callers hold the remaining places, and full when objects fill them', () => {
    expect(grantOf({ objects: 100, newObjectsPerDay: null }, { ...nothing, objects: 60, leased: 35 }, 10)).toEqual({ kind: 'scarce' });
    expect(grantOf({ objects: 100, newObjectsPerDay: null }, { ...nothing, objects: 99 }, 10)).toEqual({ kind: 'scarce' });
    expect(grantOf({ objects: 100, newObjectsPerDay: null }, { ...nothing, objects: 100 }, 10)).toEqual({
      kind: 'full',
      code: 'too-many-objects',
    });
    expect(grantOf({ objects: null, newObjectsPerDay: 5 }, { ...nothing, createdToday: 5 }, 1)).toEqual({
      kind: 'full',
      code: 'too-many-new-objects',
    });
    expect(grantOf({ objects: 0, newObjectsPerDay: null }, nothing, 1)).toEqual({ kind: 'full', code: 'too-many-objects' });
  });

  it('count a reduced plan as full, not as negative', () => {
    expect(roomOf({ objects: 10, newObjectsPerDay: 10 }, { objects: 500, createdToday: 3 })).toEqual({
      places: 0,
      code: 'too-many-objects',
    });
  });

  it('never take more than the rest of either limit, whatever others have leased', () => {
    const amount = fc.nat(2000);
    fc.assert(
      fc.property(
        fc.option(amount),
        fc.option(amount),
        amount,
        amount,
        amount,
        amount,
        fc.integer({ min: 1, max: 500 }),
        (objects, newObjectsPerDay, present, createdToday, leased, leasedBefore, wanted) => {
          const leasedToday = Math.min(leased, leasedBefore);
          const grant = grantOf({ objects, newObjectsPerDay }, { objects: present, createdToday, leased, leasedToday }, wanted);
          if (grant.kind !== 'leased') return;
          expect(grant.places).toBeGreaterThanOrEqual(wanted);
          expect(present + leased + grant.places).toBeLessThanOrEqual(objects ?? Infinity);
          expect(createdToday + leasedToday + grant.places).toBeLessThanOrEqual(newObjectsPerDay ?? Infinity);
        },
      ),
    );
  });
});
