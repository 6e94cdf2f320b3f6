import { describe, expect, it } from 'vitest';
import type { HeldState } from '../../src/projecting/held-state.js';
import { StateCache } from '../../src/projecting/state-cache.js';

const TIME = '2026-11-21T08:00:00.000Z';

function held(externalId: string, fields: number, characters: number): HeldState {
  const values = Array.from({ length: fields }, (_, at) => [`field-${at}`, { type: 'String' as const, value: 'x'.repeat(characters), observedAt: TIME }] as const);
  const state = { externalId, workspace: 'w', revision: 1, position: { lat: 1, lon: 2, observedAt: TIME }, fields: Object.fromEntries(values), archived: false, createdAt: TIME, updatedAt: TIME };
  return { seen: 1, state };
}

const filled = (max: number, objects: HeldState[]): StateCache => {
  const cache = new StateCache(max);
  for (const object of objects) cache.putAll(new Map([[object.state.externalId, object]]));
  return cache;
};

const heldOf = (cache: StateCache, name: string, count: number): number => Array.from({ length: count }, (_, at) => cache.get(`${name}-${at}`)).filter(Boolean).length;

describe('the cache of states', () => {
  it('holds as many usual objects as it was told, the last used ones', () => {
    const cache = filled(100, Array.from({ length: 150 }, (_, at) => held(`usual-${at}`, 5, 40)));
    expect(heldOf(cache, 'usual', 150)).toBe(100);
    expect([cache.get('usual-49'), cache.get('usual-149')?.seen]).toEqual([undefined, 1]);
  });

  it('holds fewer when they are as large as they may be, so that memory has a bound', () => {
    const cache = filled(1000, Array.from({ length: 20 }, (_, at) => held(`large-${at}`, 512, 4096)));
    expect(heldOf(cache, 'large', 20)).toBe(1);
    expect(cache.get('large-19')?.seen).toBe(1);
  });

  it('forgets an object that has become too large to be held', () => {
    const cache = filled(2, [held('a', 1, 10), held('a', 512, 4096)]);
    expect(cache.get('a')).toBeUndefined();
  });

  it('holds nothing when it was told so', () => {
    expect(filled(0, [held('a', 1, 1)]).get('a')).toBeUndefined();
  });
});
