import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '#contracts/event-types.js';
import type { ObjectChange } from '#object-rules/change.js';
import type { ObjectAdoption, ObjectCommand } from '#object-rules/command.js';
import { decide } from '#object-rules/decide.js';
import type { KeptObject, ObjectState } from '#object-rules/object.js';
import { adoptionsOf, type HistoryLine } from '../../src/moving/adoptions-of.js';
import { canonical } from '../../src/moving/canonical.js';

const at = (second: number): string => new Date(Date.UTC(2026, 10, 25, 10, 0, second)).toISOString();
const context = (second: number, workspace = 'harbour') => ({
  workspace,
  operationId: '01a20b5b-7c1e-7d3a-9b52-3f63d7e6c2a1',
  index: 0,
  subject: 'token:1',
  receivedAt: at(second),
});

const moved = (lat: number, second?: number): ObjectCommand => ({
  externalId: 'crane',
  locationUpdate: { newPosition: { lat, lon: 7 } },
  ...(second !== undefined && { observedAt: at(second) }),
  initialExternalObject: { title: 'Crane', type: 'crane' },
});
const measured = (field: string, value: number): ObjectCommand => ({
  externalId: 'crane',
  fieldValues: [{ type: 'Number', field, value }],
});

/** Every kind of change of an object, one per second. */
const COMMANDS: ObjectCommand[] = [
  moved(50),
  measured('load', 1),
  measured('battery', 80),
  moved(51),
  moved(49, 1),
  { op: 'edit', externalId: 'crane', set: { title: 'Crane 7' } },
  { op: 'hold', externalId: 'crane', reason: 'A claim' },
  { op: 'archive', externalId: 'crane' },
  measured('battery', 79),
];

function lived(commands: readonly ObjectCommand[]): { state: ObjectState; lines: HistoryLine[] } {
  let kept: KeptObject | undefined;
  const lines: HistoryLine[] = [];
  commands.forEach((command, second) => {
    const decision = decide(kept, command, context(second));
    if (!decision.applied) throw new Error(decision.detail);
    kept = decision.next;
    const { externalId, revision, observedAt, receivedAt, stale, position, fields, set } = decision.change;
    lines.push({
      externalId,
      revision,
      type: EVENT_TYPES[decision.kind],
      observedAt,
      receivedAt,
      stale,
      position,
      fields,
      set,
    } as HistoryLine);
  });
  return { state: kept as ObjectState, lines };
}

function adopted(adoptions: readonly ObjectAdoption[], before?: KeptObject): { kept: KeptObject | undefined; changes: ObjectChange[] } {
  let kept = before;
  const changes: ObjectChange[] = [];
  for (const adoption of adoptions) {
    const decision = decide(kept, adoption, context(1000));
    if (!decision.applied) throw new Error(`${decision.code} at revision ${adoption.change.revision}`);
    kept = decision.next;
    changes.push(decision.change);
  }
  return { kept, changes };
}

const nowhere = { revisionThere: 0, isErasedThere: false, subject: 'move:1' };

describe('a moved object', () => {
  it.each(COMMANDS.map((_command, upTo) => upTo + 1))(
    'is the same after %i changes, however much of its history is still stored',
    (upTo) => {
      const { state, lines } = lived(COMMANDS.slice(0, upTo));
      for (let lost = 0; lost <= lines.length; lost += 1) {
        const { kept, changes } = adopted(adoptionsOf(state, lines.slice(lost), nowhere));
        expect(canonical(kept), `${lost} lost`).toBe(canonical(state));
        expect(changes.filter(({ revision }) => revision > lost).length, 'history that is there').toBeGreaterThanOrEqual(
          lines.length - lost,
        );
      }
    },
  );

  it('is the same when its first part was copied before', () => {
    const { state, lines } = lived(COMMANDS);
    for (let there = 1; there < lines.length; there += 1) {
      const first = lived(COMMANDS.slice(0, there)).state;
      expect(canonical(adopted(adoptionsOf(state, lines, { ...nowhere, revisionThere: there }), first).kept)).toBe(canonical(state));
    }
  });

  it('is created again if it was erased meanwhile', () => {
    const first = lived(COMMANDS.slice(0, 3)).state;
    const again = lived([...COMMANDS.slice(0, 3), { op: 'erase', externalId: 'crane' }, moved(60)]);
    const lines = again.lines.filter(({ revision }) => revision > 4);
    expect(adopted(adoptionsOf(again.state, lines, { ...nowhere, revisionThere: 3 }), first).kept).toEqual(again.state);
  });
});

describe('an adopted change', () => {
  const { state, lines } = lived(COMMANDS.slice(0, 2));
  const last = adoptionsOf(state, lines, nowhere).at(-1)!;

  it('is applied once', () => {
    expect(decide(state, last, context(1000))).toMatchObject({ applied: false, code: 'revision-conflict' });
  });

  it('never changes the object of another workspace', () => {
    const next = { ...last, change: { ...last.change, revision: 9 } };
    expect(decide(state, next, context(1000, 'other'))).toMatchObject({ applied: false, code: 'belongs-to-another-workspace' });
  });
});
