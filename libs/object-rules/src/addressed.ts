import type { CommandContext, Decision } from './decision.js';
import { mayTouch } from './narrowed-types.js';
import { type KeptObject, liveObject, type ObjectState } from './object.js';
import { rejected } from './rejected.js';

/**
 * The object that an edit or archival means. A foreign object looks like a missing one, so that nobody learns of ids
 * in other workspaces by editing; so does one of a type that the token is not meant for, as it does to its reads, and one
 * that was erased.
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
