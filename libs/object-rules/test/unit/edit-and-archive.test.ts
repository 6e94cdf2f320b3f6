import { describe, expect, it } from 'vitest';
import type { ObjectEdit } from '#object-rules/command.js';
import { apply, erase, located, object, verdict } from './given.js';

const edit = (more: Partial<ObjectEdit>): ObjectEdit => ({ op: 'edit', externalId: 'crane', set: {}, ...more });

describe('edits', () => {
  it('set and clear descriptive values, and leave the others', () => {
    const before = object(located({ initialExternalObject: { title: 'Crane', icon: 'crane' } }));
    const { kind, change, next } = apply(before, edit({ set: { title: 'Tower crane', icon: null } }));
    expect(kind).toBe('edited');
    expect(change.set).toEqual({ title: 'Tower crane', icon: null });
    expect(next.title).toBe('Tower crane');
    expect('icon' in next).toBe(false);
    expect(next.position).toEqual(before.position);
  });

  it('name a picture, which stays through whatever else is changed until it is cleared or the object is erased', () => {
    const picture = 'a'.repeat(64);
    const given = apply(object(located()), edit({ set: { picture } }));
    expect(given).toMatchObject({ kind: 'edited', change: { set: { picture } }, next: { picture, revision: 2 } });
    const archived = apply(given.next, { op: 'archive', externalId: 'crane' });
    const moved = apply(archived.next, located());
    expect(moved.next).toMatchObject({ picture, archived: true, revision: 4 });
    expect('picture' in apply(moved.next, edit({ set: { picture: null } })).next).toBe(false);
    expect('picture' in erase(moved.next).next).toBe(false);
  });

  it('may move the object and set fields, by the same times as updates', () => {
    const before = object(located({ observedAt: '2026-11-21T09:00:00.000Z' }));
    const late = apply(before, edit({ locationUpdate: { newPosition: { lat: 1, lon: 1 } }, observedAt: '2026-11-21T08:00:00.000Z' }));
    expect(late).toMatchObject({ stale: true, next: { position: { lat: 50 } } });
    const withTitle = apply(
      before,
      edit({ set: { title: 'T' }, locationUpdate: { newPosition: { lat: 1, lon: 1 } }, observedAt: '2026-11-21T08:00:00.000Z' }),
    );
    expect(withTitle).toMatchObject({ stale: false, next: { title: 'T', position: { lat: 50 } } });
  });

  it('of nothing is an empty update', () => {
    expect(verdict(object(located()), edit({}))).toBe('empty-update');
  });

  it('treat a foreign object like one that does not exist', () => {
    for (const command of [
      edit({ set: { title: 'T' } }),
      { op: 'archive' as const, externalId: 'crane' },
      { op: 'restore' as const, externalId: 'crane' },
    ]) {
      expect(verdict(undefined, command)).toBe('unknown-object');
      expect(verdict(object(located()), { ...command, ifRevision: 9 }, { workspace: 'beta' })).toBe('unknown-object');
    }
  });

  it('respect the revision named in If-Match', () => {
    for (const command of [edit({ set: { title: 'T' } }), { op: 'archive' as const, externalId: 'crane' }]) {
      expect(verdict(object(located()), { ...command, ifRevision: 1 })).toBe('applied');
      expect(verdict(object(located()), { ...command, ifRevision: 2 })).toBe('revision-conflict');
      expect(verdict(object(located()), { ...command, ifRevision: 0 })).toBe('revision-conflict');
    }
  });

  it('refuse a field named twice and a time ahead', () => {
    const twice = [1, 2].map((value) => ({ type: 'Number' as const, field: 'a', value }));
    expect(verdict(object(located()), edit({ fieldValues: twice }))).toBe('invalid');
    expect(verdict(object(located()), edit({ set: { title: 'T' }, observedAt: '2026-11-21T11:00:00.000Z' }))).toBe('observed-in-future');
  });
});

describe('archiving', () => {
  it('archives, still takes updates, stays archived until restored', () => {
    const archived = apply(object(located()), { op: 'archive', externalId: 'crane' });
    expect(archived).toMatchObject({ kind: 'archived', next: { archived: true, revision: 2 }, stale: false });
    const updated = apply(archived.next, located());
    expect(updated.next).toMatchObject({ archived: true, revision: 3 });
    const edited = apply(updated.next, edit({ set: { title: 'T' } }));
    expect(edited.next.archived).toBe(true);
    expect(apply(edited.next, { op: 'restore', externalId: 'crane' })).toMatchObject({
      kind: 'restored',
      next: { archived: false, revision: 5, title: 'T' },
    });
  });

  it('again is applied again', () => {
    const archived = object(located(), { op: 'archive', externalId: 'crane' });
    expect(apply(archived, { op: 'archive', externalId: 'crane' }).next).toMatchObject({ archived: true, revision: 3 });
  });
});
