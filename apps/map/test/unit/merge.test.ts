import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { merge } from '../../src/object-changes/merge.js';
import {
  differences,
  type MemberName,
  type Members,
  membersOf,
  type MemberValue,
  patchOf,
  same,
} from '../../src/object-changes/object-members.js';

const names: readonly MemberName[] = ['title', 'type', 'description', 'fields/a', 'fields/b'];
const value = (name: MemberName): fc.Arbitrary<MemberValue> =>
  name.startsWith('fields/')
    ? fc.integer({ min: 0, max: 3 }).map((n): MemberValue => ({ type: 'Number', value: n }))
    : fc.constantFrom('one', 'two', 'three');
const members: fc.Arbitrary<Members> = fc
  .tuple(...names.map((name) => fc.option(value(name), { nil: undefined })))
  .map((values) => new Map(names.flatMap((name, at) => (values[at] === undefined ? [] : [[name, values[at]] as const]))));

/** The server's result of a merge patch. */
function applied(held: Members, patch: ReturnType<typeof patchOf>): Members {
  const next = new Map(held);
  for (const name of ['title', 'type', 'icon', 'description'] as const) {
    const set = patch?.[name];
    if (set === null) next.delete(name);
    else if (set !== undefined) next.set(name, set);
  }
  for (const { field, type, value: set } of patch?.fieldValues ?? []) {
    if (set === null) next.delete(`fields/${field}`);
    else next.set(`fields/${field}`, { type, value: set });
  }
  return next;
}
const equal = (one: Members, other: Members): boolean => differences(one, other).length === 0;

describe('merge patches of objects', () => {
  it('lead from one to the other', () => {
    fc.assert(fc.property(members, members, (from, to) => equal(applied(from, patchOf(from, to)), to)));
  });

  it('name nothing that stays', () => {
    expect(patchOf(new Map([['title', 'A']]), new Map([['title', 'A']]))).toBeUndefined();
    expect(
      patchOf(
        new Map([
          ['title', 'A'],
          ['type', 't'],
        ]),
        new Map([
          ['title', 'B'],
          ['type', 't'],
        ]),
      ),
    ).toEqual({ title: 'B' });
    expect(patchOf(new Map([['fields/battery', { type: 'Number', value: 3 }]]), new Map())).toEqual({
      fieldValues: [{ field: 'battery', type: 'Number', value: null }],
    });
  });

  it('take position and elements whole, without the time of the report', () => {
    const object = {
      position: { lat: 1, lon: 2, alt: 3, observedAt: '2026-11-21T08:00:00.000Z' },
      fields: {},
      contentElements: [{ id: 'a', kind: 'link', target: 'https://example.org' }],
    };
    const held = membersOf(object);
    expect(held.get('position')).toEqual({ lat: 1, lon: 2, alt: 3 });
    expect(patchOf(held, new Map(held).set('position', { lat: 5, lon: 2, floor: 1 }))).toEqual({
      locationUpdate: { newPosition: { lat: 5, lon: 2 }, floor: 1 },
    });
    expect(patchOf(held, new Map([['position', held.get('position')!]]))).toEqual({ contentElements: null });
    expect(same({ lat: 1, lon: 2 }, { lon: 2, lat: 1 })).toBe(true);
  });
});

describe('merging two sides', () => {
  it('keeps both where they changed different members', () => {
    fc.assert(
      fc.property(members, members, members, (base, mine, theirs) => {
        const { merged, conflicts } = merge(base, mine, theirs);
        for (const name of new Set([...base.keys(), ...mine.keys(), ...theirs.keys()])) {
          const [b, m, t, r] = [base, mine, theirs, merged].map((side) => side.get(name));
          if (conflicts.includes(name)) expect([same(b, m), same(b, t), same(m, t)]).toEqual([false, false, false]);
          else expect(same(r, same(b, m) ? t : m)).toBe(true);
        }
      }),
    );
  });

  it('is no conflict without another change, or with one that is the same', () => {
    fc.assert(
      fc.property(
        members,
        members,
        (base, mine) =>
          equal(merge(base, mine, base).merged, mine) &&
          merge(base, mine, mine).conflicts.length === 0 &&
          equal(merge(base, base, mine).merged, mine),
      ),
    );
  });

  it('finds the same conflicts from either side', () => {
    fc.assert(
      fc.property(
        members,
        members,
        members,
        (base, mine, theirs) =>
          [...merge(base, mine, theirs).conflicts].sort().join() === [...merge(base, theirs, mine).conflicts].sort().join(),
      ),
    );
  });
});
