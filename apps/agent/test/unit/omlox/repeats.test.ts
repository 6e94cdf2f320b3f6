import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Repeats } from '../../../src/sources/omlox/repeats.js';

const AT = Date.UTC(2026, 4, 1);
const nothing = (): string => '';

describe('repeats', () => {
  it('let each time of each thing through once, in whatever order they come (property)', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 20 }))), (told) => {
        const repeats = new Repeats(undefined, 1000);
        const seen = new Set<string>();
        for (const [thing, at] of told) {
          const name = `${thing}@${at}`;
          expect(repeats.isRepeat(`t${thing}`, AT + at, nothing, false)).toBe(seen.has(name));
          seen.add(name);
        }
      }),
    );
  });

  it('know after a restart what each thing said last, also when its times went backwards', () => {
    const before = new Repeats(undefined);
    for (const [thing, at] of [
      ['a', 5],
      ['b', 9],
      ['a', 7],
      ['b', 3],
    ] as const)
      before.isRepeat(thing, AT + at, nothing, false);
    const after = new Repeats(JSON.parse(JSON.stringify(before.place())));
    expect(after.isRepeat('a', AT + 7, nothing, true)).toBe(true);
    expect(after.isRepeat('b', AT + 3, nothing, true)).toBe(true);
    expect(after.isRepeat('a', AT + 8, nothing, true)).toBe(false);
    expect(after.isRepeat('c', AT + 7, nothing, true)).toBe(false);
    // Things that were not heard of in that life are not forgotten by the next.
    const later = new Repeats(new Repeats(after.place()).place());
    expect(later.isRepeat('b', AT + 3, nothing, true)).toBe(true);
  });

  it('take what has no time for a repeat only where a snapshot tells what was told last', () => {
    const repeats = new Repeats(undefined, 1000);
    const tell = (content: string, bySnapshot: boolean): boolean => repeats.isRepeat('a', undefined, () => content, bySnapshot);
    expect([tell('here', false), tell('here', false), tell('here', true), tell('there', true), tell('there', true)]).toEqual([
      false,
      false,
      true,
      false,
      true,
    ]);
    const after = new Repeats(repeats.place());
    expect(after.isRepeat('a', undefined, () => 'there', true)).toBe(true);
  });

  it('hold a bounded number of things, and forget those that were quiet longest', () => {
    const repeats = new Repeats(undefined, 100);
    for (let thing = 0; thing < 1000; thing++) repeats.isRepeat(`t${thing}`, AT + thing, nothing, false);
    expect(Buffer.from(repeats.place().last, 'base64').length).toBeLessThanOrEqual(101 * 12);
    const after = new Repeats(repeats.place(), 100);
    expect(after.isRepeat('t999', AT + 999, nothing, true)).toBe(true);
    expect(after.isRepeat('t0', AT, nothing, true)).toBe(false);
  });

  it.each([undefined, null, 5, {}, { v: 2, last: 'AAAA' }, { v: 1, last: 7 }, { v: 1, last: '***' }, { v: 1, last: 'AAAAAAAAAAAAAAA' }])(
    'begin anew with a place that is none of theirs: %j',
    (place) => {
      expect(new Repeats(place).isRepeat('a', AT, nothing, true)).toBe(false);
    },
  );

  it('take odd times as they are: before 1970 and after the year 4000', () => {
    const repeats = new Repeats(undefined, 1000);
    for (const at of [-5, 0, 2 ** 46, 8e15]) expect(repeats.isRepeat(`t${at}`, at, nothing, false)).toBe(false);
  });
});
