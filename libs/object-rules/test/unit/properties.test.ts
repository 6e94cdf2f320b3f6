import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChangeKind, ObjectChange } from '#object-rules/change.js';
import type { FieldValue, ObjectCommand } from '#object-rules/command.js';
import { decide } from '#object-rules/decide.js';
import type { CommandContext } from '#object-rules/decision.js';
import { evolve } from '#object-rules/evolve.js';
import { isErased, type KeptObject, liveObject } from '#object-rules/object.js';

const START = Date.UTC(2026, 10, 21);
const time = fc.integer({ min: 0, max: 40 }).map((minutes) => new Date(START + minutes * 60_000).toISOString());
const workspace = fc.constantFrom('alpha', 'beta', 'gamma');
const location = fc.record({
  newPosition: fc.record({ lat: fc.double({ min: -90, max: 90, noNaN: true }), lon: fc.double({ min: -180, max: 180, noNaN: true }) }),
});
const field: fc.Arbitrary<FieldValue> = fc.record({
  type: fc.constant('Number' as const),
  field: fc.constantFrom('a', 'b', '__proto__', 'constructor'),
  value: fc.option(fc.integer()),
});
const parts = {
  locationUpdate: fc.option(location, { nil: undefined }),
  fieldValues: fc.option(fc.array(field, { maxLength: 3 }), { nil: undefined }),
  observedAt: fc.option(time, { nil: undefined }),
};
const externalId = fc.constantFrom('one', 'two');
const ifRevision = fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined });
const command: fc.Arbitrary<ObjectCommand> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ externalId, ...parts, initialExternalObject: fc.option(fc.record({ title: fc.string() }), { nil: undefined }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('edit' as const),
      externalId,
      ...parts,
      ifRevision,
      set: fc.record(
        { title: fc.option(fc.string()), picture: fc.option(fc.constantFrom('a'.repeat(64), 'b'.repeat(64))) },
        { requiredKeys: [] },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constantFrom('archive' as const, 'restore' as const), externalId, ifRevision }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('erase' as const), externalId }) },
);
const step = fc.record({ workspace, command, receivedAt: time });
const history = fc.array(step, { maxLength: 40 });
/** Most commands from other workspaces are refused. */
const ofOneOwner = history.map((steps) => steps.map((each) => ({ ...each, workspace: 'alpha' })));

interface Applied {
  before: KeptObject | undefined;
  kind: ChangeKind;
  change: ObjectChange;
  next: KeptObject;
}

/** Applies a history like the object service. */
function run(steps: readonly { workspace: string; command: ObjectCommand; receivedAt: string }[]): {
  applied: Applied[];
  states: Map<string, KeptObject>;
} {
  const states = new Map<string, KeptObject>();
  const applied: Applied[] = [];
  steps.forEach((each, index) => {
    const context: CommandContext = { workspace: each.workspace, operationId: 'op', index, subject: 's', receivedAt: each.receivedAt };
    const before = states.get(each.command.externalId);
    const decision = decide(before, each.command, context);
    if (!decision.applied) return;
    states.set(each.command.externalId, decision.next);
    applied.push({ before, kind: decision.kind, change: decision.change, next: decision.next });
  });
  return { applied, states };
}

const fieldsOf = ({ fields }: ObjectChange): FieldValue[] | undefined =>
  fields && Object.entries(fields).map(([name, { type, value }]) => ({ type, field: name, value }));

/** The value as a reader of the topic gets it, parsed from JSON. */
const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const runs = { numRuns: 2000 };

describe('whatever the history', () => {
  it('the states are the fold of the published changes', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const { applied, states } = run(steps);
        const folded = new Map<string, KeptObject>();
        for (const { kind, change } of applied)
          folded.set(change.externalId, evolve(folded.get(change.externalId), kind, throughJson(change)));
        expect(throughJson([...folded])).toEqual(throughJson([...states]));
      }),
      runs,
    );
  });

  it('revisions run from 1 to n', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const last = new Map<string, number>();
        for (const { change, next } of run(steps).applied) {
          expect(change.revision).toBe((last.get(change.externalId) ?? 0) + 1);
          expect(next.revision).toBe(change.revision);
          last.set(change.externalId, change.revision);
        }
      }),
      runs,
    );
  });

  it('an object keeps its first workspace', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const owners = new Map<string, string>();
        for (const { change, next } of run(steps).applied) {
          if (!owners.has(change.externalId)) owners.set(change.externalId, change.workspace);
          expect([change.workspace, next.workspace]).toEqual([owners.get(change.externalId), owners.get(change.externalId)]);
        }
      }),
      runs,
    );
  });

  it('no time of a position or field ever goes back, and older values change nothing', () => {
    fc.assert(
      fc.property(history, (steps) => {
        for (const applied of run(steps).applied) {
          const [before, next] = [liveObject(applied.before), liveObject(applied.next)];
          const { change } = applied;
          if (!before || !next) continue;
          expect(next.position.observedAt >= before.position.observedAt).toBe(true);
          if (change.observedAt < before.position.observedAt) expect(next.position).toEqual(before.position);
          for (const name of Object.keys(before.fields)) {
            const [was, is] = [before.fields[name], next.fields[name]];
            expect(is && was && is.observedAt >= was.observedAt).toBe(true);
            if (was && change.observedAt < was.observedAt) expect(is).toEqual(was);
          }
          if (change.stale) expect({ ...next, revision: 0, updatedAt: '' }).toEqual({ ...before, revision: 0, updatedAt: '' });
        }
      }),
      runs,
    );
  });

  it('an erasure leaves the owner and the revision, and later changes hold nothing from before', () => {
    let erasures = 0;
    let recreated = 0;
    fc.assert(
      fc.property(ofOneOwner, (steps) => {
        for (const { before, kind, change, next } of run(steps).applied) {
          expect(kind === 'erased').toBe(isErased(next));
          if (kind === 'erased') {
            erasures++;
            expect(next).toEqual({
              externalId: change.externalId,
              workspace: before?.workspace,
              revision: before!.revision + 1,
              erased: true,
              updatedAt: change.receivedAt,
            });
            expect(change).toEqual({
              externalId: change.externalId,
              workspace: before?.workspace,
              revision: next.revision,
              operationId: 'op',
              index: change.index,
              observedAt: change.receivedAt,
              receivedAt: change.receivedAt,
              subject: 's',
            });
          } else if (before !== undefined && isErased(before)) {
            recreated++;
            expect(kind).toBe('created');
            const fresh = decide(
              undefined,
              {
                externalId: change.externalId,
                locationUpdate: { newPosition: { lat: change.position!.lat, lon: change.position!.lon } },
                fieldValues: fieldsOf(change),
                observedAt: change.observedAt,
                initialExternalObject: change.set as object | undefined,
              },
              { workspace: change.workspace, operationId: 'op', index: change.index, subject: 's', receivedAt: change.receivedAt },
            );
            expect(fresh.applied && { ...fresh.next, revision: next.revision }).toEqual(next);
          }
        }
      }),
      runs,
    );
    // Without enough erasures, the test would prove nothing.
    expect(erasures).toBeGreaterThan(100);
    expect(recreated).toBeGreaterThan(20);
  });

  it('a decision changes none of its arguments and is the same again', () => {
    fc.assert(
      fc.property(history, step, (steps, last) => {
        const current = run(steps).states.get(last.command.externalId);
        const context: CommandContext = {
          workspace: last.workspace,
          operationId: 'op',
          index: 0,
          subject: 's',
          receivedAt: last.receivedAt,
        };
        const arguments_ = JSON.stringify([current, last.command, context]);
        const first = JSON.stringify(decide(current, last.command, context));
        expect(JSON.stringify([current, last.command, context])).toBe(arguments_);
        expect(JSON.stringify(decide(throughJson({ current }).current, last.command, context))).toBe(first);
      }),
      runs,
    );
  });

  it('refuses to fold a change that does not follow', () => {
    const { applied } = run([
      {
        workspace: 'alpha',
        command: { externalId: 'one', locationUpdate: { newPosition: { lat: 1, lon: 1 } } },
        receivedAt: new Date(START).toISOString(),
      },
    ]);
    const [first] = applied;
    if (!first) throw new Error('The first update was not applied.');
    expect(() => evolve(first.next, 'updated', first.change)).toThrow(RangeError);
    expect(() => evolve(undefined, 'updated', { ...first.change, revision: 2 })).toThrow(RangeError);
    expect(() => evolve(undefined, 'created', { ...first.change, position: undefined })).toThrow(RangeError);
  });
});
