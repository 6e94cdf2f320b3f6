import { describe, expect, it } from 'vitest';
import { apply, erase, located, object, verdict } from './given.js';

describe('a workspace without a place for another object', () => {
  for (const noPlace of ['too-many-objects', 'too-many-new-objects'] as const) {
    it(`creates none, new or erased before: ${noPlace}`, () => {
      expect(verdict(undefined, located(), { noPlace })).toBe(noPlace);
      expect(verdict(erase(object(located())).next, located(), { noPlace })).toBe(noPlace);
    });
  }

  it('still takes changes of all existing objects, archived or not', () => {
    const noPlace = 'too-many-objects';
    expect(
      verdict(object(located()), located({ observedAt: '2026-11-21T10:00:30.000Z' }), { noPlace, receivedAt: '2026-11-21T10:01:00.000Z' }),
    ).toBe('applied');
    expect(verdict(object(located(), { op: 'archive', externalId: 'crane' }), located(), { noPlace })).toBe('applied');
    for (const op of ['archive', 'restore', 'erase'] as const)
      expect(verdict(object(located()), { op, externalId: 'crane' }, { noPlace })).toBe('applied');
  });

  it('reports other faults first: a foreign id, and what the element lacks', () => {
    const noPlace = 'too-many-objects';
    expect(verdict(object(located()), located(), { workspace: 'beta', noPlace })).toBe('belongs-to-another-workspace');
    expect(verdict(undefined, { externalId: 'crane', fieldValues: [{ type: 'Number', field: 'a', value: 1 }] }, { noPlace })).toBe(
      'first-update-needs-location',
    );
    expect(verdict(undefined, located({ observedAt: '2026-11-21T11:00:00.000Z' }), { noPlace })).toBe('observed-in-future');
  });

  it('is for one workspace: others still create objects', () => {
    expect(apply(undefined, located(), { workspace: 'beta' }).kind).toBe('created');
  });
});
