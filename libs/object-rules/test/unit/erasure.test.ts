import { describe, expect, it } from 'vitest';
import { evolve } from '#object-rules/evolve.js';
import { apply, erase, located, object, verdict } from './given.js';

const rich = located({
  fieldValues: [{ type: 'String', field: 'driver', value: 'Ada' }],
  initialExternalObject: { title: 'Crane', description: 'secret' },
});

describe('erasing', () => {
  it('keeps the owner and the revisions, and nothing else', () => {
    const { change, next, stale } = erase(object(rich, { op: 'archive', externalId: 'crane' }), { subject: 'directory' });
    expect(next).toEqual({ externalId: 'crane', workspace: 'alpha', revision: 3, erased: true, updatedAt: '2026-11-21T10:00:00.000Z' });
    expect(change).toEqual({
      externalId: 'crane',
      workspace: 'alpha',
      revision: 3,
      operationId: '019a0000-0000-7000-8000-000000000000',
      index: 0,
      observedAt: '2026-11-21T10:00:00.000Z',
      receivedAt: '2026-11-21T10:00:00.000Z',
      subject: 'directory',
    });
    expect(stale).toBe(false);
    expect(evolve(object(rich, { op: 'archive', externalId: 'crane' }), 'erased', change)).toEqual(next);
  });

  it('lets the owner create it again, with the next revision and by the rules of a first update', () => {
    const erased = erase(object(rich)).next;
    expect(verdict(erased, { externalId: 'crane', fieldValues: [{ type: 'Number', field: 'a', value: 1 }] })).toBe(
      'first-update-needs-location',
    );
    // A time before the erasure does not matter, because the object does not exist.
    const { kind, next } = apply(erased, located({ observedAt: '2026-11-20T08:00:00.000Z', initialExternalObject: { icon: 'crane' } }), {
      receivedAt: '2026-11-21T11:00:00.000Z',
    });
    expect(kind).toBe('created');
    expect(next).toEqual({
      externalId: 'crane',
      workspace: 'alpha',
      revision: 3,
      position: { lat: 50, lon: 8, observedAt: '2026-11-20T08:00:00.000Z' },
      fields: {},
      archived: false,
      icon: 'crane',
      createdAt: '2026-11-21T11:00:00.000Z',
      updatedAt: '2026-11-21T11:00:00.000Z',
    });
  });

  it('leaves the id to its owner', () => {
    expect(verdict(erase(object(rich)).next, located(), { workspace: 'beta' })).toBe('belongs-to-another-workspace');
  });

  it('makes it an unknown object for all other commands, including a second erasure', () => {
    const erased = erase(object(rich)).next;
    for (const op of ['erase', 'archive', 'restore'] as const) {
      expect(verdict(erased, { op, externalId: 'crane' })).toBe('unknown-object');
      expect(verdict(undefined, { op, externalId: 'crane' })).toBe('unknown-object');
      expect(verdict(object(rich), { op, externalId: 'crane' }, { workspace: 'beta' })).toBe('unknown-object');
    }
    expect(verdict(erased, { op: 'edit', externalId: 'crane', set: { title: 'T' } })).toBe('unknown-object');
  });

  it('holds to the revision named in If-Match and to the types of a narrowed token', () => {
    expect(verdict(object(rich), { op: 'erase', externalId: 'crane', ifRevision: 2 })).toBe('revision-conflict');
    expect(verdict(object(rich), { op: 'erase', externalId: 'crane' }, { objectTypes: ['pallet'] })).toBe('unknown-object');
  });
});
