import type { CommandContext, Decision } from './decision.js';
import { mayTouch } from './narrowed-types.js';
import { type KeptObject, liveObject, type ObjectState } from './object.js';
import { rejected } from './rejected.js';

/**
 * The object that an edit or archival addresses. A foreign object looks like a missing one, so that editing does not reveal ids of other
 * workspaces. So does an erased object, and one of a type that the token may not read.
 */
export function addressed(
  kept: KeptObject | undefined,
  ifRevision: number | undefined,
  context: CommandContext,
): ObjectState | (Decision & { applied: false }) {
  const current = liveObject(kept);
  if (current === undefined || current.workspace !== context.workspace || !mayTouch(current, context)) return rejected('unknown-object');
  if (ifRevision !== undefined && ifRevision !== current.revision) {
    return rejected('revision-conflict', `The object has revision ${current.revision}, not ${ifRevision} as in If-Match; read it again.`);
  }
  return current;
}
