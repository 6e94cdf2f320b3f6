import type { ChangeKind } from '#object-rules/change.js';
import type { ExternalObjectUpdate, ObjectCommand } from '#object-rules/command.js';
import { decide } from '#object-rules/decide.js';
import type { CommandContext, Decision } from '#object-rules/decision.js';
import type { KeptObject, ObjectState } from '#object-rules/object.js';

const context = (more: Partial<CommandContext> = {}): CommandContext => ({
  workspace: 'alpha',
  operationId: '019a0000-0000-7000-8000-000000000000',
  index: 0,
  subject: 'erp',
  receivedAt: '2026-11-21T10:00:00.000Z',
  ...more,
});

export const located = (more: Partial<ExternalObjectUpdate> = {}): ExternalObjectUpdate & { op?: undefined } => ({
  externalId: 'crane',
  locationUpdate: { newPosition: { lat: 50, lon: 8 } },
  ...more,
});

type Left = Decision & { applied: true; kind: Exclude<ChangeKind, 'erased'> };

/** Decides a command that must be applied and after which the object exists. */
export function apply(current: KeptObject | undefined, command: ObjectCommand, more: Partial<CommandContext> = {}): Left {
  const decision = decide(current, command, context(more));
  if (!decision.applied) throw new Error(`Rejected: ${decision.code}: ${decision.detail}`);
  if (decision.kind === 'erased') throw new Error('The object was erased.');
  return decision;
}

/** Decides an erasure that must be applied. */
export function erase(current: KeptObject | undefined, more: Partial<CommandContext> = {}): Extract<Decision, { kind: 'erased' }> {
  const decision = decide(current, { op: 'erase', externalId: 'crane' }, context(more));
  if (!decision.applied || decision.kind !== 'erased') throw new Error(`Not erased: ${JSON.stringify(decision)}`);
  return decision;
}

/** The code of the rejection, or `applied`. */
export function verdict(current: KeptObject | undefined, command: ObjectCommand, more: Partial<CommandContext> = {}): string {
  const decision = decide(current, command, context(more));
  return decision.applied ? 'applied' : decision.code;
}

/** The object after these commands, each applied a minute after the previous one. */
export function object(...commands: ObjectCommand[]): ObjectState {
  let current: ObjectState | undefined;
  commands.forEach((command, i) => {
    current = apply(current, command, { receivedAt: `2026-11-21T10:${String(i).padStart(2, '0')}:00.000Z` }).next;
  });
  if (!current) throw new Error('No command was given.');
  return current;
}
