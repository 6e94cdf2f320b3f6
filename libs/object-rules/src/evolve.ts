import type { ChangeKind, ObjectChange } from './change.js';
import { applyDescriptive } from './descriptive.js';
import { heldField, putField } from './field-record.js';
import { counts } from './freshness.js';
import { type ErasedObject, isOwned, type KeptObject, liveObject, type ObjectState } from './object.js';

/**
 * The fold over an object's changes in the order of their revisions. `decide` uses it for `next`; readers of `object.events` may
 * use it to maintain states. The kind is the record's CloudEvents type.
 * @throws RangeError if the change does not follow the state (its revision is not the next, or it has to create the object)
 */
export function evolve(kept: KeptObject | undefined, kind: Exclude<ChangeKind, 'erased'>, change: ObjectChange): ObjectState;
export function evolve(kept: KeptObject | undefined, kind: ChangeKind, change: ObjectChange): KeptObject;
export function evolve(kept: KeptObject | undefined, kind: ChangeKind, change: ObjectChange): KeptObject {
  if (change.revision !== (kept?.revision ?? 0) + 1) {
    throw new RangeError(`Revision ${change.revision} of "${change.externalId}" does not follow on ${kept?.revision ?? 'nothing'}.`);
  }
  if (kind === 'erased') return eraseObject(kept, change);
  const state = liveObject(kept);
  // What most updates change comes first: a database logs of a row only what lies between the first and the last change in it.
  const next: ObjectState = {
    revision: change.revision,
    updatedAt: change.receivedAt,
    position: positionAfter(state, change),
    fields: fieldsAfter(state?.fields, change),
    externalId: change.externalId,
    workspace: kept !== undefined && isOwned(kept) ? kept.workspace : change.workspace,
    archived: kind === 'archived' || (kind !== 'restored' && (state?.archived ?? false)),
    createdAt: state?.createdAt ?? change.receivedAt,
  };
  if (kind === 'held') next.hold = { reason: change.hold?.reason ?? '', by: change.subject, since: change.receivedAt };
  else if (state?.hold !== undefined && kind !== 'released') next.hold = state.hold;
  applyDescriptive(next, state, change.set);
  return next;
}

/** The remaining state of an erased object. */
export function eraseObject(
  kept: KeptObject | undefined,
  { externalId, workspace, revision, receivedAt, idReleased }: ObjectChange,
): ErasedObject {
  return {
    externalId,
    workspace: kept?.workspace ?? workspace,
    revision,
    erased: true,
    updatedAt: receivedAt,
    ...(idReleased && { idReleased }),
  };
}

function positionAfter(state: ObjectState | undefined, change: ObjectChange): ObjectState['position'] {
  if (change.position !== undefined && counts(change.observedAt, state?.position.observedAt)) {
    return { ...change.position, observedAt: change.observedAt };
  }
  if (state === undefined) throw new RangeError(`The first change of "${change.externalId}" has no position.`);
  return state.position;
}

function fieldsAfter(held: ObjectState['fields'] | undefined, change: ObjectChange): ObjectState['fields'] {
  if (change.fields === undefined) return held ?? {};
  const fields = { ...held };
  for (const name in change.fields) {
    const reported = change.fields[name];
    if (reported !== undefined && counts(change.observedAt, heldField(fields, name)?.observedAt)) {
      putField(fields, name, { type: reported.type, value: reported.value, observedAt: change.observedAt });
    }
  }
  return fields;
}
