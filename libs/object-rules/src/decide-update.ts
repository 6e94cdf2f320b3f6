import { applied } from './applied.js';
import type { ObjectChange } from './change.js';
import type { ExternalObjectUpdate } from './command.js';
import type { CommandContext, Decision } from './decision.js';
import { descriptiveSet } from './descriptive.js';
import { mayTouch, outsideTypes } from './narrowed-types.js';
import { isOwned, type KeptObject, liveObject } from './object.js';
import { observation, observationFault } from './observation.js';
import { rejected } from './rejected.js';

/**
 * An update from a client: creates the object, or moves it and merges its fields. Only its owner can create an
 * erased object again; if the id was released, the first workspace that uses it can.
 */
export function decideUpdate(kept: KeptObject | undefined, update: ExternalObjectUpdate, context: CommandContext): Decision {
  if (update.locationUpdate === undefined && !update.fieldValues?.length) return rejected('empty-update');
  if (kept !== undefined && kept.workspace !== context.workspace && isOwned(kept)) return rejected('belongs-to-another-workspace');
  const current = liveObject(kept);
  if (current !== undefined && !mayTouch(current, context)) return outsideTypes('The object has a different type', context);
  if (current === undefined && update.locationUpdate === undefined) return rejected('first-update-needs-location');
  if (current === undefined && !mayTouch({ type: update.initialExternalObject?.type }, context))
    return outsideTypes('The object does not exist yet, and initialExternalObject would not give it an allowed type', context);
  const fault = observationFault(current, update, context);
  if (fault !== undefined) return fault;
  if (current === undefined && context.noPlace !== undefined) return rejected(context.noPlace);

  const change: ObjectChange = observation(update, context, (kept?.revision ?? 0) + 1, current);
  if (current !== undefined) return applied('updated', current, change);
  const set = update.initialExternalObject === undefined ? undefined : descriptiveSet(update.initialExternalObject);
  if (set !== undefined) change.set = set;
  return applied('created', kept, change);
}
