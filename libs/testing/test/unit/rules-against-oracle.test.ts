import { describe, expect, it } from 'vitest';
import type { ObjectCommand } from '#object-rules/command.js';
import { decide } from '#object-rules/decide.js';
import { isErased, type KeptObject } from '#object-rules/object.js';
import { canonical, isSameData } from '#testing/oracle/canonical.js';
import { erasedObject } from '#testing/oracle/fold.js';
import type { HeldObject, SentCommand } from '#testing/oracle/history.js';
import { expect as expected } from '#testing/oracle/model.js';
import {
  racedIds,
  randomArchival,
  randomEdit,
  randomErasure,
  randomHold,
  randomIdRelease,
  randomUpdate,
} from '#testing/workload/commands.js';
import { Random } from '#testing/workload/random.js';
import { tries } from '#testing/workload/tries.js';

/** T1 of reliability.md: the product's rules and the oracle's reading of the specification, on the same histories. */
const HISTORIES = tries(10_000);
const COMMANDS = 40;
const WORKSPACES = ['north', 'south', 'west'];
const IDS = racedIds(5, 't1');
const START = Date.parse('2026-01-01T00:00:00Z');
const FIRST_SEED = Number(process.env['WAYMARK_SEED'] ?? 1);

function toProduct(sent: SentCommand): ObjectCommand {
  const { externalId, ifRevision } = sent;
  if (sent.kind === 'release-id') return { op: sent.kind, externalId };
  if (sent.kind === 'hold') return { op: 'hold', externalId, reason: sent.reason!, ifRevision };
  if (sent.kind === 'archive' || sent.kind === 'restore' || sent.kind === 'erase' || sent.kind === 'release')
    return { op: sent.kind, externalId, ifRevision };
  const { lat, lon, alt, ...quality } = sent.position ?? { lat: 0, lon: 0 };
  const observed = {
    externalId,
    ...(sent.position && { locationUpdate: { newPosition: { lat, lon, ...(alt !== undefined && { alt }) }, ...quality } }),
    ...(sent.fields && { fieldValues: sent.fields as never }),
    ...(sent.observedAt !== undefined && { observedAt: sent.observedAt }),
  };
  if (sent.kind === 'edit') return { op: 'edit', ...observed, set: (sent.set ?? {}) as never, ifRevision };
  return { ...observed, ...(sent.set && { initialExternalObject: sent.set as never }) };
}

function held(state: KeptObject): HeldObject {
  if (isErased(state)) {
    // Nothing but these is left.
    expect(
      Object.keys(state)
        .filter((name) => name !== 'idReleased')
        .sort(),
    ).toEqual(['erased', 'externalId', 'revision', 'updatedAt', 'workspace']);
    return { ...erasedObject(state.externalId, state.workspace, state.revision), ...(state.idReleased && { idReleased: true }) };
  }
  const { externalId, workspace, revision, position, fields, archived, hold, createdAt: _c, updatedAt: _u, ...descriptive } = state;
  return { externalId, workspace, revision, position, fields, archived, ...(hold && { hold }), descriptive: { ...descriptive } };
}

/** Freezes it deeply. Values that are frozen already are not searched again. */
function frozen<T>(value: T): T {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    for (const held of Object.values(Object.freeze(value))) frozen(held);
  }
  return value;
}

function randomCommand(random: Random, mark: string, now: number): SentCommand {
  if (random.chance(0.15)) return randomEdit(random, IDS, mark);
  if (random.chance(0.1)) return randomArchival(random, IDS);
  if (random.chance(0.04)) return randomErasure(random, IDS);
  if (random.chance(0.06)) return randomHold(random, IDS);
  if (random.chance(0.03)) return randomIdRelease(random, IDS);
  const command = randomUpdate(random, random.integer(0, 9), IDS, mark, now);
  if (random.chance(0.02)) command.observedAt = new Date(now + random.integer(290_000, 310_000)).toISOString();
  if (random.chance(0.05)) command.fields = random.chance(0.5) ? [] : [...command.fields!, ...command.fields!];
  return command;
}

/** Some histories fill an object with more fields than it may hold, some with longer texts. */
function heavyCommand(wordy: boolean, random: Random, mark: string, now: number): SentCommand {
  const command = randomUpdate(random, random.integer(0, 9), IDS.slice(0, 1), mark, now);
  command.position ??= { lat: 1, lon: 2 };
  const first = random.integer(0, wordy ? 40 : 2000);
  command.fields = Array.from({ length: 64 }, (_, at) => {
    const field = `field-${first + at}`;
    if (random.chance(0.1))
      return { field, type: 'Category', value: { namespace: 'n'.repeat(random.integer(1, wordy ? 2000 : 9)), categoryName: 'c' } };
    return {
      field,
      type: 'String',
      value: random.chance(0.1) ? null : 'x'.repeat(wordy ? random.integer(3000, 4096) : random.integer(0, 9)),
    };
  });
  return command;
}

function runHistory(seed: number, tally: Map<string, number>, commandAt = randomCommand): string | undefined {
  const random = new Random(seed);
  const product = new Map<string, KeptObject>();
  const oracle = new Map<string, HeldObject>();
  let now = START;
  for (let step = 0; step < COMMANDS; step++) {
    now += random.integer(0, 20_000);
    const command = commandAt(random, `${seed}.${step}`, now);
    const around = {
      workspace: random.pick(WORKSPACES),
      operationId: `op-${step}`,
      index: command.index,
      receivedAt: new Date(now).toISOString(),
      subject: 'test',
      workspaceHeld: random.chance(0.1),
      noPlace: random.chance(0.1) ? random.pick(['too-many-objects', 'too-many-new-objects'] as const) : undefined,
    };
    const before = product.get(command.externalId);
    const got = decide(before, toProduct(command), around);
    const want = expected(oracle.get(command.externalId), command, { ...around, maxFields: 512, maxFieldsCharacters: 262_144 });
    const outcome = want.applied ? `${want.kind}${want.event.stale ? ', stale' : ''}` : want.code;
    tally.set(outcome, (tally.get(outcome) ?? 0) + 1);
    const wanted = want.applied
      ? {
          kind: want.kind,
          stale: want.event.stale,
          held: want.held,
          revision: want.event.revision,
          fields: want.event.fields,
          set: want.event.set,
        }
      : { code: want.code };
    const decided = got.applied
      ? {
          kind: got.kind,
          stale: got.stale,
          held: held(got.next),
          revision: got.change.revision,
          fields: got.change.fields,
          set: got.change.set,
        }
      : { code: got.code };
    if (!isSameData(decided, wanted)) {
      return (
        `seed ${seed}, step ${step}: ${canonical(command)} in ${around.workspace}\n decided ` +
        `${canonical(decided)}\n wanted  ${canonical(wanted)}`
      );
    }
    if (got.applied && want.applied) {
      // Frozen: a decision that changes the state it was given throws.
      product.set(command.externalId, frozen(got.next));
      oracle.set(command.externalId, want.held);
    }
  }
  return undefined;
}

describe('the rules against the oracle', () => {
  it(`agree on ${HISTORIES} histories of ${COMMANDS} commands`, { timeout: 60_000 }, () => {
    const tally = new Map<string, number>();
    for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed++) {
      const difference = runHistory(seed, tally);
      if (difference !== undefined) expect.fail(`${difference}\n replay: WAYMARK_SEED=${seed}`);
    }
    // A workload that never reaches a rule proves nothing about it.
    for (const outcome of [
      'created',
      'updated',
      'updated, stale',
      'edited',
      'archived',
      'restored',
      'held',
      'released',
      'erased',
      'legal-hold',
      'empty-update',
      'first-update-needs-location',
      'belongs-to-another-workspace',
      'unknown-object',
      'revision-conflict',
      'observed-in-future',
      'invalid',
      'id-in-use',
      'too-many-objects',
      'too-many-new-objects',
    ]) {
      expect(tally.get(outcome) ?? 0, outcome).toBeGreaterThan(HISTORIES / 100);
    }
  });

  it('agree on objects that are filled to their bounds', { timeout: 60_000 }, () => {
    const tally = new Map<string, number>();
    for (let seed = FIRST_SEED; seed < FIRST_SEED + 8; seed++) {
      const difference = runHistory(seed, tally, heavyCommand.bind(undefined, seed % 2 === 0));
      if (difference !== undefined) expect.fail(`${difference.slice(0, 2000)}\n replay: WAYMARK_SEED=${seed}`);
    }
    for (const outcome of ['created', 'updated', 'too-many-fields', 'object-too-large'])
      expect(tally.get(outcome) ?? 0, outcome).toBeGreaterThan(5);
  });
});
