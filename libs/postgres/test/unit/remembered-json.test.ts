import { describe, expect, it } from 'vitest';
import { RememberedJson } from '../../src/remembered-json.js';

const filled = (max: number, count: number, characters: number): RememberedJson => {
  const remembered = new RememberedJson(max);
  for (let at = 0; at < count; at++) remembered.put(`id-${at}`, 'x'.repeat(characters));
  return remembered;
};
const heldOf = (remembered: RememberedJson, count: number): number =>
  Array.from({ length: count }, (_, at) => remembered.get(`id-${at}`)).filter((text) => text !== undefined).length;

describe('values that are remembered', () => {
  it('are the most recently used ones, as many as configured when they are of the usual size', () => {
    const remembered = filled(100, 150, 400);
    expect(heldOf(remembered, 150)).toBe(100);
    expect([remembered.get('id-49'), remembered.get('id-149')]).toEqual([undefined, 'x'.repeat(400)]);
  });

  it('are fewer when they are large, so that memory has a bound', () => {
    expect(heldOf(filled(10_000, 20, 2_000_000), 20)).toBe(2);
  });

  it('hold no former value of one that has become too large', () => {
    const remembered = filled(2, 1, 10);
    remembered.put('id-0', 'x'.repeat(100_000));
    expect(remembered.get('id-0')).toBeUndefined();
  });

  it('are forgotten, one or all', () => {
    const remembered = filled(10, 3, 10);
    remembered.forget('id-1');
    expect([0, 1, 2].map((at) => remembered.get(`id-${at}`) !== undefined)).toEqual([true, false, true]);
    remembered.clear();
    expect(heldOf(remembered, 3)).toBe(0);
  });

  it('are none when configured so', () => {
    expect(heldOf(filled(0, 3, 10), 3)).toBe(0);
  });
});
