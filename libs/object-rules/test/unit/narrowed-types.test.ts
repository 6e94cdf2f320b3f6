import { describe, expect, it } from 'vitest';
import { decide } from '#object-rules/decide.js';
import { apply, located, object, verdict } from './given.js';

const cranes = { objectTypes: ['crane', 'hoist'] };
const crane = object(located({ initialExternalObject: { type: 'crane' } }));
const truck = object(located({ initialExternalObject: { type: 'truck' } }));
const typeless = object(located());

describe('a token that is narrowed to types', () => {
  it('creates only objects of them', () => {
    expect(verdict(undefined, located({ initialExternalObject: { type: 'hoist' } }), cranes)).toBe('applied');
    expect(verdict(undefined, located({ initialExternalObject: { type: 'truck' } }), cranes)).toBe('outside-token');
    expect(verdict(undefined, located(), cranes)).toBe('outside-token');
    expect(verdict(undefined, located({ initialExternalObject: { type: 'hoist' } }), { objectTypes: [] })).toBe('outside-token');
  });

  it('updates only objects of them, whatever initialExternalObject says', () => {
    expect(verdict(crane, located(), cranes)).toBe('applied');
    expect(verdict(crane, located({ initialExternalObject: { type: 'truck' } }), cranes)).toBe('applied');
    expect(verdict(truck, located({ initialExternalObject: { type: 'crane' } }), cranes)).toBe('outside-token');
    expect(verdict(typeless, located(), cranes)).toBe('outside-token');
  });

  it('finds only objects of them to edit, archive and restore, whatever revision they have', () => {
    for (const op of ['archive', 'restore'] as const) {
      expect(verdict(crane, { op, externalId: 'crane' }, cranes)).toBe('applied');
      expect(verdict(truck, { op, externalId: 'crane', ifRevision: 9 }, cranes)).toBe('unknown-object');
    }
    expect(verdict(crane, { op: 'edit', externalId: 'crane', set: { title: 'x' } }, cranes)).toBe('applied');
    expect(verdict(truck, { op: 'edit', externalId: 'crane', set: { title: 'x' }, ifRevision: 9 }, cranes)).toBe('unknown-object');
  });

  it('edits no object out of them', () => {
    expect(verdict(crane, { op: 'edit', externalId: 'crane', set: { type: 'hoist' } }, cranes)).toBe('applied');
    for (const type of ['truck', null])
      expect(verdict(crane, { op: 'edit', externalId: 'crane', set: { type } }, cranes)).toBe('outside-token');
  });

  it('learns no more about a foreign object than others do', () => {
    expect(verdict(truck, located(), { ...cranes, workspace: 'beta' })).toBe('belongs-to-another-workspace');
  });

  it('names the allowed types', () => {
    const context = { workspace: 'alpha', operationId: 'o', index: 0, subject: 's', receivedAt: '2026-11-21T10:00:00.000Z' };
    expect(decide(truck, located(), { ...context, ...cranes })).toMatchObject({
      detail: 'The object has a different type; the token is limited to objects of the types "crane", "hoist".',
    });
  });

  it('of none narrows nothing', () => {
    expect(apply(truck, located()).kind).toBe('updated');
  });
});
