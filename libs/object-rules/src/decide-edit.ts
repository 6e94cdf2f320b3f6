import { addressed } from './addressed.js';
import { applied } from './applied.js';
import type { ObjectEdit } from './command.js';
import type { CommandContext, Decision } from './decision.js';
import { descriptiveSet } from './descriptive.js';
import { mayTouch, outsideTypes } from './narrowed-types.js';
import type { KeptObject } from './object.js';
import { observation, observationFault } from './observation.js';
import { rejected } from './rejected.js';

/** An edit from the app: sets or clears descriptive values; it may also move the object and set fields. */
export function decideEdit(current: KeptObject | undefined, edit: ObjectEdit, context: CommandContext): Decision {
  const found = addressed(current, edit.ifRevision, context);
  if ('applied' in found) return found;
  const set = descriptiveSet(edit.set);
  if (set === undefined && edit.locationUpdate === undefined && !edit.fieldValues?.length) {
    return rejected('empty-update', 'The edit changes nothing: it has no value to set, no locationUpdate and no fieldValues.');
  }
  if (set?.type !== undefined && !mayTouch({ type: set.type ?? undefined }, context))
    return outsideTypes('The edit would give the object a type outside the limits of the token', context);
  const fault = observationFault(found, edit, context);
  if (fault !== undefined) return fault;

  const change = observation(edit, context, found.revision + 1, found);
  if (set !== undefined) change.set = set;
  return applied('edited', found, change);
}
