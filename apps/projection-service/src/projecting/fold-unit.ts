import { PoisonError } from '#kafka/units/unit-processor.js';
import type { ObjectChange } from '#object-rules/change.js';
import { eraseObject, evolve } from '#object-rules/evolve.js';
import { type ErasedObject, isErased, type KeptObject } from '#object-rules/object.js';
import { FirstSeen } from '../changes/first-seen.js';
import type { Erasures, HeldState, LiveState, WrittenState } from '../changes/held-state.js';
import type { IncomingChange } from '../changes/incoming-change.js';
import { type Stay, stayEndedBy } from '../history/presence/stay.js';

/** Revisions of an object that are missing in the log: those after `after` and before `before`. */
export interface MissingRevisions {
  externalId: string;
  after: number;
  before: number;
}

export interface FoldedUnit {
  /** The states of changed objects after the unit, each object once. */
  objects: WrittenState[];
  /** Erased objects, each with its last revision to delete. Their rows are deleted before those of `objects` are written. */
  erased: Erasures;
  /** New changes, in the order of the unit. */
  fresh: IncomingChange[];
  /** Number of repeated changes, which were published again after a fault. */
  repeated: number;
  /** Changes that follow missing revisions; they are applied anyway. */
  gaps: IncomingChange[];
  /** All revisions that are missing in the log before the unit's changes, including those that a base covers. */
  missing: MissingRevisions[];
  /** Stays of objects that left a tile, or stayed past the end of an hour. */
  stays: Stay[];
}

/**
 * Folds the changes of a unit, in the order of the log for each object.
 * @param held the stored states of the objects before the unit
 * @param bases newest states, or erasures, of objects whose first events are no longer in the log (from object.state; only in a rebuild)
 * @throws PoisonError if the first event of an object does not create it and the object has no base
 */
export function foldUnit(
  changes: readonly IncomingChange[],
  held: ReadonlyMap<string, HeldState>,
  bases: ReadonlyMap<string, KeptObject>,
): FoldedUnit {
  const objects = new Map<string, HeldState>();
  const erased = new Map<string, ErasedObject>();
  const firstSeen = new FirstSeen();
  const unit: FoldedUnit = { objects: [], erased, fresh: [], repeated: 0, gaps: [], missing: [], stays: [] };
  for (const incoming of changes) {
    const { change } = incoming;
    const before = objects.get(change.externalId) ?? held.get(change.externalId);
    if (before && change.revision <= before.seen) {
      unit.repeated++;
      continue;
    }
    const state = before?.state ?? bases.get(change.externalId);
    if (before && change.workspace !== before.state.workspace) {
      throw new PoisonError(incoming.record, `The object belongs to another workspace than "${change.workspace.slice(0, 100)}".`);
    }
    if (before ? change.revision > before.seen + 1 : change.revision > 1 && state === undefined) unit.gaps.push(incoming);
    const seen = before?.seen ?? 0;
    if (change.revision > seen + 1) unit.missing.push({ externalId: change.externalId, after: seen, before: change.revision });
    noteFirstSeen(firstSeen, change, before?.state, change.revision === seen + 1 && state === before?.state);
    const stay = state === undefined || isErased(state) ? undefined : stayEndedBy(state.position, change);
    if (stay) unit.stays.push(stay);
    const after = stateAfter(state, incoming);
    if (isErased(after)) erased.set(change.externalId, after);
    objects.set(change.externalId, { state: after, seen: change.revision });
    unit.fresh.push(incoming);
  }
  for (const [id, { state, seen }] of objects) {
    if (isErased(state)) continue;
    const row = erased.has(id) ? undefined : rowOf(held.get(id));
    unit.objects.push({
      state,
      seen,
      json: JSON.stringify(state),
      isNew: row === undefined,
      before: row?.state,
      place: row?.place,
      firstSeen: firstSeen.of(id),
    });
  }
  return unit;
}

/** @param isNext whether the projection has read all former changes of the object */
function noteFirstSeen(firstSeen: FirstSeen, change: ObjectChange, before: KeptObject | undefined, isNext: boolean): void {
  const { externalId, observedAt } = change;
  if (!isNext || (before && isErased(before))) firstSeen.forget(externalId);
  // A change that is newer than the position is no earlier than the one that set it.
  else if (before === undefined || observedAt < before.position.observedAt) firstSeen.lower(externalId, observedAt);
}

/** The row of the state; undefined for an erased object, which has none. */
function rowOf(held: HeldState | undefined): LiveState | undefined {
  return held === undefined || isErased(held.state) ? undefined : { ...held, state: held.state };
}

function stateAfter(state: KeptObject | undefined, { record, kind, change }: IncomingChange): KeptObject {
  if (state && state.revision >= change.revision) return state;
  if (kind === 'erased') return eraseObject(state, change);
  // Only in a rebuild, for an object whose first events are missing in the log and that is erased later.
  if (state && isErased(state) && kind !== 'created') return { ...state, revision: change.revision };
  if (state === undefined && change.position === undefined) {
    throw new PoisonError(
      record,
      `Revision ${change.revision} is the first known one of this object and has no position; npm run ` +
        'rebuild takes its base from object.state.',
    );
  }
  // After a gap, the change is folded as if it followed directly: missing revisions are counted and reported, not waited for.
  if (state) return evolve(state.revision === change.revision - 1 ? state : { ...state, revision: change.revision - 1 }, kind, change);
  if (change.revision === 1) return evolve(undefined, kind, change);
  return { ...evolve(undefined, kind, { ...change, revision: 1 }), revision: change.revision };
}
