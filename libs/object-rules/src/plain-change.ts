import type { ObjectChange } from './change.js';
import type { CommandContext } from './decision.js';
import type { ObjectState } from './object.js';

/** A change without an observation; its time is that of its receipt at the gateway. */
export function plainChange(
  { externalId, revision }: ObjectState,
  { workspace, operationId, index, receivedAt, subject }: CommandContext,
): ObjectChange {
  return { externalId, workspace, revision: revision + 1, operationId, index, observedAt: receivedAt, receivedAt, subject };
}
