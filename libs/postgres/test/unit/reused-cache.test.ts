import { LRUCache } from 'lru-cache';
import { describe, expect, it } from 'vitest';
import { ReusedCache } from '../../src/reused-cache.js';

const MAX = 6_400;
/** Several decisions are made within this many look-ups. */
const LOOK_UPS = 200_000;

type Cache = Pick<ReusedCache<object>, 'get' | 'peek' | 'set' | 'delete' | 'clear'>;
type Fleet = (at: number) => string;

/** Every object in turn, as fleets report. */
const inTurn =
  (size: number, name = (at: number) => `truck-${at}`): Fleet =>
  (at) =>
    name(at % size);
/** At random, but the same in each run. */
const atRandom = (size: number): Fleet => {
  let state = 1;
  return () => `truck-${(state = (state * 48_271) % 0x7fffffff) % size}`;
};

/** Uses a cache as its owners do. @returns the share of the last tenth of look-ups that found something, and the number of kept values */
function use(cache: Cache, fleet: Fleet, lookUps = LOOK_UPS): { found: number; kept: number } {
  const ids = new Set<string>();
  let [asked, found] = [0, 0];
  for (let at = 0; at < lookUps; at++) {
    const id = fleet(at);
    ids.add(id);
    const value = cache.get(id);
    if (at >= lookUps * 0.9) [asked, found] = [asked + 1, found + (value ? 1 : 0)];
    cache.set(id, {});
  }
  return { found: found / asked, kept: [...ids].filter((id) => cache.peek(id)).length };
}

describe('a cache of what is used again', () => {
  it.each([
    ['objects in turn', inTurn(MAX)],
    ['long ids in turn', inTurn(MAX, (at) => `urn:example:depot-north:vehicle:${at.toString(16).padStart(8, '0')}`)],
    ['ids that differ at the beginning', inTurn(MAX, (at) => `${at}-0000-4000-8000-00000000abcd`)],
    ['objects at random', atRandom(MAX)],
  ])('has all of a fleet that fits: %s', (_name, fleet) => {
    const { found, kept } = use(new ReusedCache(MAX), fleet);
    expect(found).toBeGreaterThan(0.99);
    expect(kept).toBeGreaterThan(MAX * 0.99);
  });

  it.each([
    ['ten times its size, in turn', inTurn(10 * MAX)],
    ['three times its size, in turn', inTurn(3 * MAX)],
    ['ten times its size, at random', atRandom(10 * MAX)],
    ['ten times its size, with ids that differ at the beginning', inTurn(10 * MAX, (at) => `${at}-0000-4000-8000-00000000abcd`)],
  ])('keeps a quarter with a fleet of %s', (_name, fleet) => {
    expect(use(new ReusedCache(MAX), fleet).kept).toBe(MAX / 4);
  });

  it('finds what a plain cache finds, where that is half or more', () => {
    const plain = new LRUCache<string, object>({ max: MAX });
    const { found } = use(plain, atRandom(1.6 * MAX));
    expect(found).toBeGreaterThan(0.55);
    expect(Math.abs(use(new ReusedCache(MAX), atRandom(1.6 * MAX)).found - found)).toBeLessThan(0.02);
  });

  it('returns to its size when the fleet fits again', () => {
    const cache = new ReusedCache<object>(MAX);
    expect(use(cache, inTurn(10 * MAX)).kept).toBe(MAX / 4);
    const { found, kept } = use(cache, inTurn(MAX));
    expect([found > 0.99, kept > 0.99 * MAX]).toEqual([true, true]);
  });

  it('keeps its newest values when it grows', () => {
    const cache = new ReusedCache<object>(MAX);
    use(cache, inTurn(10 * MAX));
    for (let at = 0; at < MAX / 4; at++) cache.set(`kept-${at}`, {});
    // Enough for a decision, without a value that would push others out.
    for (let at = 0; at < 2 * LOOK_UPS; at++) cache.get(`truck-${at % 100}`);
    cache.set('one-more', {});
    expect(Array.from({ length: MAX / 4 }, (_, at) => cache.peek(`kept-${at}`)).filter(Boolean)).toHaveLength(MAX / 4);
  });

  it('divides a bound on the size in the same way', () => {
    const cache = new ReusedCache<string>(MAX, { maxSize: MAX * 10, sizeCalculation: (text) => text.length });
    for (let at = 0; at < LOOK_UPS; at++) {
      const id = inTurn(10 * MAX)(at);
      cache.get(id);
      cache.set(id, 'x'.repeat(40));
    }
    const kept = Array.from({ length: 10 * MAX }, (_, at) => cache.peek(`truck-${at}`)).filter(Boolean);
    expect(kept).toHaveLength(MAX / 4 / 4);
  });

  it('forgets one value, and all', () => {
    const cache = new ReusedCache<object>(MAX);
    for (const id of ['a', 'b', 'c']) cache.set(id, {});
    cache.delete('b');
    expect(['a', 'b', 'c'].map((id) => cache.get(id) !== undefined)).toEqual([true, false, true]);
    cache.clear();
    expect(['a', 'c'].map((id) => cache.get(id))).toEqual([undefined, undefined]);
  });
});
