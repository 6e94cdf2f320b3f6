import { addressed } from './addressed.js';
import { applied } from './applied.js';
import type { ObjectArchival } from './command.js';
import type { CommandContext, Decision } from './decision.js';
import type { KeptObject } from './object.js';
import { plainChange } from './plain-change.js';

/**
 * Archives an object or brings it back. An archived object keeps its workspace and still accepts updates.
 * Archiving an archived object is applied again (a revision, an event), so that a repeated call is no error.
 */
export function decideArchival(current: KeptObject | undefined, command: ObjectArchival, context: CommandContext): Decision {
  const found = addressed(current, command.ifRevision, context);
  if ('applied' in found) return found;
  const kind = command.op === 'archive' ? 'archived' : 'restored';
  return applied(kind, found, plainChange(found, context));
}
