import { describe, expect, it } from 'vitest';
import { evolve } from '#object-rules/evolve.js';
import { apply, erase, located, object, verdict } from './given.js';

const hold = { op: 'hold', externalId: 'crane', reason: 'case 17' } as const;
const release = { op: 'release', externalId: 'crane' } as const;
const eraseIt = { op: 'erase', externalId: 'crane' } as const;

describe('a legal hold', () => {
  it('has a reason, a caller and a time, and stays through updates, edits and archival', () => {
    const { kind, change, next } = apply(object(located()), hold, { subject: 'counsel', receivedAt: '2026-11-21T12:00:00.000Z' });
    expect(kind).toBe('held');
    expect(change).toMatchObject({ hold: { reason: 'case 17' }, subject: 'counsel' });
    const held = { reason: 'case 17', by: 'counsel', since: '2026-11-21T12:00:00.000Z' };
    expect(next.hold).toEqual(held);
    expect(evolve(object(located()), 'held', change)).toEqual(next);
    const later = apply(apply(apply(next, located()).next, { op: 'archive', externalId: 'crane' }).next, {
      op: 'edit',
      externalId: 'crane',
      set: { title: 'T' },
    }).next;
    expect(later.hold).toEqual(held);
  });

  it('refuses an erasure until it is released, its own or its workspace’s', () => {
    const held = object(located(), hold);
    expect(verdict(held, eraseIt)).toBe('legal-hold');
    const released = apply(held, release).next;
    expect(released).not.toHaveProperty('hold');
    expect(verdict(released, eraseIt, { workspaceHeld: true })).toBe('legal-hold');
    expect(erase(released).kind).toBe('erased');
  });

  it('is decided in the order of the log: an object erased first cannot be held', () => {
    const erased = erase(object(located())).next;
    expect(verdict(erased, hold)).toBe('unknown-object');
    expect(verdict(erased, release)).toBe('unknown-object');
  });

  it('belongs to its workspace alone, and respects the revision and the types of a token', () => {
    expect(verdict(object(located()), hold, { workspace: 'beta' })).toBe('unknown-object');
    expect(verdict(object(located()), { ...hold, ifRevision: 7 })).toBe('revision-conflict');
    expect(verdict(object(located()), hold, { objectTypes: ['lorry'] })).toBe('unknown-object');
    expect(verdict(object(located()), release)).toBe('applied');
  });
});
