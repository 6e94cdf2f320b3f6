import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stretchesByObject } from '../../src/folding/object-stretches.js';

describe('stretches by object', () => {
  it('contain every event once, those of an object together and in order, and end as soon as they are long enough', () => {
    const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'é', 'e\u0301'), { maxLength: 40 });
    fc.assert(
      fc.property(ids, fc.integer({ min: 1, max: 10 }), (externalIds, length) => {
        const events = externalIds.map((externalId, place) => ({ externalId, place }));
        const stretches = [...stretchesByObject(events, length)].map((byId) => [...byId.values()].flat());
        const places = (of: readonly { externalId: string; place: number }[], id: string): number[] =>
          of.filter(({ externalId }) => externalId === id).map(({ place }) => place);
        expect(stretches.flat()).toHaveLength(events.length);
        for (const id of new Set(externalIds)) expect(stretches.map((stretch) => places(stretch, id))).toContainEqual(places(events, id));
        for (const [index, stretch] of stretches.entries()) {
          const last = stretch.at(-1)!.externalId;
          expect(stretch.filter(({ externalId }) => externalId !== last).length).toBeLessThan(length);
          if (index < stretches.length - 1) expect(stretch.length).toBeGreaterThanOrEqual(length);
        }
      }),
    );
  });
});
