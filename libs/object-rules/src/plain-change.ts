import type { ObjectChange } from './change.js';
import type { CommandContext } from './decision.js';
import type { ObjectState } from './object.js';

/** A change that reports nothing of the world: it was true when the gateway took it in. */
export function plainChange(
  { externalId, revision }: ObjectState,
  { workspace, operationId, index, receivedAt, subject }: CommandContext,
): ObjectChange {
  return { externalId, workspace, revision: revision + 1, operationId, index, observedAt: receivedAt, receivedAt, subject };
}
