import { EVENT_TYPES } from '#contracts/event-types.js';
import type { ChangeKind } from '#object-rules/change.js';
import type { ObjectAdoption } from '#object-rules/command.js';
import { descriptiveOf } from '#object-rules/descriptive.js';
import { evolve } from '#object-rules/evolve.js';
import type { ObjectState } from '#object-rules/object.js';
import type { Position } from '#object-rules/position.js';
import { canonical } from './canonical.js';

/** A line of the history in an export. */
export interface HistoryLine {
  externalId: string;
  revision: number;
  type: string;
  observedAt: string;
  receivedAt: string;
  stale?: true;
  position?: Position;
  fields?: ObjectAdoption['change']['fields'];
  set?: ObjectAdoption['change']['set'];
}

type Change = Omit<ObjectAdoption, 'op' | 'externalId'>;

const KINDS = new Map<string, ChangeKind>(Object.entries(EVENT_TYPES).map(([kind, type]) => [type, kind as ChangeKind]));
/** For holds that were replaced or released since: an export contains no reasons. */
const REASON_UNKNOWN = 'The reason is unknown: the hold was placed before the workspace was moved.';

/**
 * The changes that recreate an object on the other side, oldest first: its history, preceded by as few changes as its state needs if the
 * history does not start with the object's creation.
 * @param lines its history, in any order
 * @param revisionThere 0: it is missing there or erased; otherwise the last revision that is already there
 * @param subject used for changes whose author the history does not contain
 */
export function adoptionsOf(
  state: ObjectState,
  lines: readonly HistoryLine[],
  { revisionThere, isErasedThere, subject }: { revisionThere: number; isErasedThere: boolean; subject: string },
): ObjectAdoption[] {
  const known = lines
    .filter(({ revision }) => revision > revisionThere && revision <= state.revision)
    .sort((a, b) => a.revision - b.revision);
  const changes = known.flatMap((line) => changeOf(line, state, subject));
  const begins = changes[0]?.kind === 'created';
  if (revisionThere > 0 && !isErasedThere && !begins) return named(state, changes);
  const gone: Change[] = revisionThere > 0 && !isErasedThere ? [erasure(changes[0]!, subject)] : [];
  const whole = begins ? changes : [...baseOf(state, changes, revisionThere, subject), ...changes];
  return named(state, [...gone, ...(makes(whole, state) ? whole : baseOf(state, [], revisionThere, subject))]);
}

const named = ({ externalId }: ObjectState, changes: readonly Change[]): ObjectAdoption[] =>
  changes.map((each) => ({ op: 'adopt', externalId, ...each }));

/** The object was erased and created again since it was copied. */
function erasure({ change: { revision, receivedAt } }: Change, subject: string): Change {
  return { kind: 'erased', change: { revision: revision - 1, observedAt: receivedAt, receivedAt, subject } };
}

function changeOf(
  { revision, type, observedAt, receivedAt, stale, position, fields, set }: HistoryLine,
  { hold }: ObjectState,
  subject: string,
): Change[] {
  const kind = KINDS.get(type);
  if (kind === undefined) return [];
  const change: Change['change'] = { revision, observedAt, receivedAt, subject, stale, position, fields, set };
  if (kind !== 'held') return [{ kind, change }];
  return [
    {
      kind,
      change:
        hold?.since === receivedAt
          ? { ...change, subject: hold.by, hold: { reason: hold.reason } }
          : { ...change, hold: { reason: REASON_UNKNOWN } },
    },
  ];
}

/** Whether these changes, folded in order, result in the state. */
function makes(changes: readonly Change[], state: ObjectState): boolean {
  let folded: ObjectState | undefined;
  try {
    for (const { kind, change } of changes) {
      if (kind === 'erased') return false;
      const next = { ...change, externalId: state.externalId, workspace: state.workspace, operationId: '', index: 0 };
      folded = evolve(folded && { ...folded, revision: change.revision - 1 }, kind, folded === undefined ? { ...next, revision: 1 } : next);
      folded.revision = change.revision;
    }
  } catch {
    return false;
  }
  return folded !== undefined && canonical(folded) === canonical(state);
}

/**
 * Changes that replace the missing part of the history: everything in the state that no later change reports, ordered by time. Each
 * replaces at least one real change, so there are enough revisions for them.
 */
function baseOf(state: ObjectState, changes: readonly Change[], above: number, subject: string): Change[] {
  const groups = groupsOf(state, changes);
  const { createdAt, updatedAt, archived, hold } = state;
  const { observedAt: positionAt, ...position } = state.position;
  const times = [...groups.keys()].sort();
  if (times.length === 0) times.push(createdAt);
  const base: Omit<Change, 'revision'>[] = times.map((observedAt, at) => {
    const { fields } = groups.get(observedAt) ?? {};
    const common = { observedAt, receivedAt: createdAt, subject, ...(fields && { fields }) };
    // An object starts with a position: the first one known.
    const first =
      observedAt === positionAt ? position : (changes.find(({ change }) => change.position !== undefined)?.change.position ?? position);
    if (at === 0) return { kind: 'created', change: { revision: 0, ...common, position: first, set: descriptiveOf(state) } };
    return { kind: 'updated', change: { revision: 0, ...common, ...(observedAt === positionAt && { position }) } };
  });
  const plain = { revision: 0, observedAt: createdAt, receivedAt: createdAt, subject };
  if (archived && !changes.some(({ kind }) => kind === 'archived')) base.push({ kind: 'archived', change: plain });
  if (hold !== undefined && !changes.some(({ kind, change }) => kind === 'held' && change.receivedAt === hold.since))
    base.push({
      kind: 'held',
      change: { ...plain, observedAt: hold.since, receivedAt: hold.since, subject: hold.by, hold: { reason: hold.reason } },
    });
  if (changes.length === 0 && base.at(-1)!.change.receivedAt !== updatedAt) {
    if (base.length > 1 && base.at(-1)!.kind === 'updated') base.at(-1)!.change.receivedAt = updatedAt;
    else base.push({ kind: 'updated', change: { ...plain, observedAt: updatedAt, receivedAt: updatedAt } });
  }
  const last = (changes[0]?.change.revision ?? state.revision + 1) - 1;
  const numbered = base.map((each, at) => ({ ...each, change: { ...each.change, revision: last - base.length + 1 + at } }));
  return numbered[0]!.change.revision > above ? numbered : [];
}

/** Groups the parts of the state that no change reports by time of observation. */
function groupsOf(
  { position, fields }: ObjectState,
  changes: readonly Change[],
): Map<string, { fields?: Record<string, { type: 'String' | 'Number' | 'Category'; value: ObjectState['fields'][string]['value'] }> }> {
  const groups: ReturnType<typeof groupsOf> = new Map();
  const isReported = (observedAt: string, holds: (change: Change['change']) => boolean): boolean =>
    changes.some(({ change }) => change.observedAt === observedAt && holds(change));
  if (!isReported(position.observedAt, (change) => change.position !== undefined)) groups.set(position.observedAt, {});
  for (const [name, { type, value, observedAt }] of Object.entries(fields)) {
    if (isReported(observedAt, (change) => change.fields !== undefined && Object.hasOwn(change.fields, name))) continue;
    const group = groups.get(observedAt) ?? {};
    groups.set(observedAt, { fields: Object.fromEntries([...Object.entries(group.fields ?? {}), [name, { type, value }]]) });
  }
  return groups;
}
