import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fingerprint, Repeats } from '../../../src/sources/omlox/repeats.js';

const AT = Date.UTC(2026, 4, 1);
const fingerprint = (at: number | undefined, more: Partial<Fingerprint> = {}): Fingerprint => ({
  at,
  provider: 'gps',
  form: 'EPSG:4326',
  spot: '9,48',
  content: () => '',
  ...more,
});

describe('repeats', () => {
  it('pass each time of each thing once, in any order (property)', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 20 }))), (calls) => {
        const repeats = new Repeats(undefined, 1000);
        const seen = new Set<string>();
        for (const [thing, at] of calls) {
          const name = `${thing}@${at}`;
          expect(repeats.isRepeat(`t${thing}`, fingerprint(AT + at), false)).toBe(seen.has(name));
          seen.add(name);
        }
      }),
    );
  });

  it('distinguish provider and place; the same position in another form is one', () => {
    const repeats = new Repeats(undefined, 1000);
    const isRepeat = (more: Partial<Fingerprint>): boolean => repeats.isRepeat('a', fingerprint(AT, more), false);
    expect([isRepeat({}), isRepeat({}), isRepeat({ provider: 'uwb' }), isRepeat({ spot: '9,49' }), isRepeat({ spot: '9,49' })]).toEqual([
      false,
      true,
      false,
      false,
      true,
    ]);
    expect(isRepeat({ form: 'local', spot: '3,4' })).toBe(true);
    expect([
      repeats.isRecorded('a', fingerprint(AT, { form: 'local' })),
      repeats.isRecorded('a', fingerprint(AT + 1)),
      repeats.isRecorded('b', fingerprint(AT)),
    ]).toEqual([true, false, false]);
  });

  it('know after a restart the last message of each thing, even when its times went backwards', () => {
    const before = new Repeats(undefined);
    for (const [thing, at] of [
      ['a', 5],
      ['b', 9],
      ['a', 7],
      ['b', 3],
    ] as const)
      before.isRepeat(thing, fingerprint(AT + at), false);
    const after = new Repeats(JSON.parse(JSON.stringify(before.place())));
    expect(after.isRepeat('a', fingerprint(AT + 7), true)).toBe(true);
    expect(after.isRepeat('b', fingerprint(AT + 3), true)).toBe(true);
    expect(after.isRepeat('a', fingerprint(AT + 8), true)).toBe(false);
    expect(after.isRepeat('c', fingerprint(AT + 7), true)).toBe(false);
    // Things that sent nothing in that life are not forgotten by the next.
    const later = new Repeats(new Repeats(after.place()).place());
    expect(later.isRepeat('b', fingerprint(AT + 3), true)).toBe(true);
  });

  it('treat a position without a time as a repeat only if a snapshot repeats the last message', () => {
    const repeats = new Repeats(undefined, 1000);
    const repeatOf = (content: string, bySnapshot: boolean): boolean =>
      repeats.isRepeat('a', fingerprint(undefined, { content: () => content }), bySnapshot);
    expect([
      repeatOf('here', false),
      repeatOf('here', false),
      repeatOf('here', true),
      repeatOf('there', true),
      repeatOf('there', true),
    ]).toEqual([false, false, true, false, true]);
    const after = new Repeats(repeats.place());
    expect(after.isRepeat('a', fingerprint(undefined, { content: () => 'there' }), true)).toBe(true);
  });

  it('store a limited number of things, and drop those silent for longest', () => {
    const repeats = new Repeats(undefined, 100);
    for (let thing = 0; thing < 1000; thing++) repeats.isRepeat(`t${thing}`, fingerprint(AT + thing), false);
    expect(Buffer.from(repeats.place().last, 'base64').length).toBeLessThanOrEqual(101 * 12);
    const after = new Repeats(repeats.place(), 100);
    expect(after.isRepeat('t999', fingerprint(AT + 999), true)).toBe(true);
    expect(after.isRepeat('t0', fingerprint(AT), true)).toBe(false);
  });

  it.each([undefined, null, 5, {}, { v: 2, last: 'AAAA' }, { v: 1, last: 7 }, { v: 1, last: '***' }, { v: 1, last: 'AAAAAAAAAAAAAAA' }])(
    'start again with an invalid place: %j',
    (place) => {
      expect(new Repeats(place).isRepeat('a', fingerprint(AT), true)).toBe(false);
    },
  );

  it('accept unusual times: before 1970 and after the year 4000', () => {
    const repeats = new Repeats(undefined, 1000);
    for (const at of [-5, 0, 2 ** 46, 8e15]) expect(repeats.isRepeat(`t${at}`, fingerprint(at), false)).toBe(false);
  });
});
