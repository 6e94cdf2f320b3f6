import { addressed } from './addressed.js';
import type { ObjectErasure } from './command.js';
import type { CommandContext, Decision } from './decision.js';
import { eraseObject } from './evolve.js';
import { workspaceKept } from './held-workspace.js';
import type { KeptObject } from './object.js';
import { plainChange } from './plain-change.js';
import { rejected } from './rejected.js';

/**
 * Deletes all stored data of an object, archived or not. The workspace keeps the id, and revisions continue: the owner's next update
 * creates the object again. An erased object no longer exists, so a second erasure is refused as for an unknown object. An erasure is also
 * refused while the object or its workspace is under a legal hold, or while the workspace's hold is unknown. The order in the log decides
 * whether the hold or the erasure came first.
 */
export function decideErasure(current: KeptObject | undefined, command: ObjectErasure, context: CommandContext): Decision {
  const found = addressed(current, command.ifRevision, context);
  if ('applied' in found) return found;
  if (found.hold !== undefined)
    return rejected('legal-hold', 'The object is under a legal hold and cannot be erased until the hold is released.');
  const held = workspaceKept(context);
  if (held !== undefined) return held;
  const change = plainChange(found, context);
  return { applied: true, kind: 'erased', change, next: eraseObject(found, change), stale: false };
}
