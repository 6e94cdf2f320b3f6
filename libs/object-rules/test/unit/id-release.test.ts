import { describe, expect, it } from 'vitest';
import { decide } from '#object-rules/decide.js';
import type { CommandContext, Decision } from '#object-rules/decision.js';
import { evolve } from '#object-rules/evolve.js';
import type { KeptObject } from '#object-rules/object.js';
import { apply, erase, located, object, verdict } from './given.js';

const releaseId = { op: 'release-id', externalId: 'crane' } as const;
const erased = erase(object(located())).next;

function release(kept: KeptObject, more: Partial<CommandContext> = {}): Extract<Decision, { kind: 'erased' }> {
  const decision = decide(kept, releaseId, {
    workspace: 'alpha',
    operationId: '019a0000-0000-7000-8000-000000000000',
    index: 0,
    subject: 'person:operator',
    receivedAt: '2026-11-21T12:00:00.000Z',
    ...more,
  });
  if (!decision.applied || decision.kind !== 'erased') throw new Error(`Not released: ${JSON.stringify(decision)}`);
  return decision;
}

describe('releasing an id', () => {
  it('is one more erasure to readers: revisions continue, nothing appears', () => {
    const { change, next } = release(erased);
    expect(change).toEqual({
      externalId: 'crane',
      workspace: 'alpha',
      revision: 3,
      operationId: '019a0000-0000-7000-8000-000000000000',
      index: 0,
      observedAt: '2026-11-21T12:00:00.000Z',
      receivedAt: '2026-11-21T12:00:00.000Z',
      subject: 'person:operator',
      idReleased: true,
    });
    expect(next).toEqual({
      externalId: 'crane',
      workspace: 'alpha',
      revision: 3,
      erased: true,
      idReleased: true,
      updatedAt: '2026-11-21T12:00:00.000Z',
    });
    expect(evolve(erased, 'erased', change)).toEqual(next);
  });

  it('gives the id to the next workspace that creates an object, with the next revision; then it is owned again', () => {
    const { next } = apply(release(erased).next, located(), { workspace: 'beta' });
    expect(next).toMatchObject({ workspace: 'beta', revision: 4 });
    expect(verdict(next, located(), { workspace: 'alpha' })).toBe('belongs-to-another-workspace');
    expect(apply(release(erased).next, located(), { workspace: 'alpha' }).next).toMatchObject({ workspace: 'alpha', revision: 4 });
  });

  it('is refused while any data of the object is stored, archived or not', () => {
    expect(verdict(object(located()), releaseId)).toBe('id-in-use');
    expect(verdict(object(located(), { op: 'archive', externalId: 'crane' }), releaseId)).toBe('id-in-use');
  });

  it('is refused of an id that the workspace does not own, or that was released before', () => {
    expect(verdict(undefined, releaseId)).toBe('unknown-object');
    expect(verdict(erased, releaseId, { workspace: 'beta' })).toBe('unknown-object');
    expect(verdict(release(erased).next, releaseId)).toBe('unknown-object');
  });

  it('waits for the end of a legal hold of the workspace', () => {
    expect(verdict(erased, releaseId, { workspaceHeld: true })).toBe('legal-hold');
    expect(verdict(erased, releaseId, { workspaceHeld: 'unknown' })).toBe('legal-hold');
  });
});
