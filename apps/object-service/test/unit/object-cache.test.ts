import { describe, expect, it } from 'vitest';
import type { ObjectState } from '#object-rules/object.js';
import type { WrittenObject } from '../../src/unit/folded-unit.js';
import { ObjectCache } from '../../src/unit/object-cache.js';

function written(externalId: string, characters: number): WrittenObject {
  const state = { externalId, description: 'x'.repeat(characters) } as ObjectState;
  return { partition: 0, state, json: JSON.stringify(state) };
}

const remembered = (cache: ObjectCache, count: number): number => Array.from({ length: count }, (_, at) => cache.get(String(at))).filter(Boolean).length;

describe('the objects that are remembered', () => {
  it('are as many as told when they are of the usual size', () => {
    const cache = new ObjectCache(100);
    cache.put(Array.from({ length: 150 }, (_, at) => written(String(at), 400)));
    expect(remembered(cache, 150)).toBe(100);
  });

  it('are fewer when they are large, so that memory has a bound', () => {
    const cache = new ObjectCache(1000);
    cache.put(Array.from({ length: 20 }, (_, at) => written(String(at), 2_000_000)));
    expect(remembered(cache, 20)).toBe(2);
  });

  it('hold no former state of one that has become too large', () => {
    const cache = new ObjectCache(2);
    cache.put([written('0', 10)]);
    cache.put([written('0', 100_000)]);
    expect(cache.get('0')).toBeUndefined();
  });
});
