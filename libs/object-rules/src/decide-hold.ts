import { addressed } from './addressed.js';
import { applied } from './applied.js';
import type { HoldRelease, ObjectHold } from './command.js';
import type { CommandContext, Decision } from './decision.js';
import type { KeptObject } from './object.js';
import { plainChange } from './plain-change.js';

/** Puts an object under a legal hold. If there is one, it stays with the new reason. */
export function decideHold(current: KeptObject | undefined, command: ObjectHold, context: CommandContext): Decision {
  const found = addressed(current, command.ifRevision, context);
  if ('applied' in found) return found;
  return applied('held', found, { ...plainChange(found, context), hold: { reason: command.reason } });
}

/** Ends a legal hold. Applied even when there is none, so that a repeated call is no error. */
export function decideRelease(current: KeptObject | undefined, command: HoldRelease, context: CommandContext): Decision {
  const found = addressed(current, command.ifRevision, context);
  if ('applied' in found) return found;
  return applied('released', found, plainChange(found, context));
}
