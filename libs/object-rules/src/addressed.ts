import type { CommandContext, Decision } from './decision.js';
import type { ObjectState } from './object.js';
import { rejected } from './rejected.js';

/**
 * The object that an edit or archival means. A foreign object looks like a missing one, so that nobody learns of ids
 * in other workspaces by editing.
 */
export function addressed(current: ObjectState | undefined, ifRevision: number | undefined, context: CommandContext): ObjectState | (Decision & { applied: false }) {
  if (current === undefined || current.workspace !== context.workspace) return rejected('unknown-object');
  if (ifRevision !== undefined && ifRevision !== current.revision) {
    return rejected('revision-conflict', `The object has revision ${current.revision}, not ${ifRevision} as named in If-Match.`);
  }
  return current;
}
