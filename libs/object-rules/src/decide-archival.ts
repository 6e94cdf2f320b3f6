import type { ObjectArchival } from './command.js';
import type { CommandContext, Decision } from './decision.js';
import type { ObjectState } from './object.js';
import { addressed } from './addressed.js';
import { applied } from './applied.js';

/**
 * Archives an object or brings it back. An archived object keeps its workspace and goes on taking updates.
 * Archiving an archived object is applied again (a revision, an event), so that a repeated call is no error.
 */
export function decideArchival(current: ObjectState | undefined, command: ObjectArchival, context: CommandContext): Decision {
  const found = addressed(current, command.ifRevision, context);
  if ('applied' in found) return found;
  const kind = command.op === 'archive' ? 'archived' : 'restored';
  return applied(kind, found, {
    externalId: command.externalId,
    workspace: context.workspace,
    revision: found.revision + 1,
    operationId: context.operationId,
    index: context.index,
    observedAt: context.receivedAt,
    receivedAt: context.receivedAt,
    subject: context.subject,
  });
}
