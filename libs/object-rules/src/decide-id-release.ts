import type { ObjectChange } from './change.js';
import type { IdRelease } from './command.js';
import type { CommandContext, Decision } from './decision.js';
import { eraseObject } from './evolve.js';
import { workspaceKept } from './held-workspace.js';
import { isErased, isOwned, type KeptObject } from './object.js';
import { rejected } from './rejected.js';

/**
 * Takes the id of an erased object away from its owner. Revisions continue, so that readers do not mistake the next object for an old
 * record. Readers see another erasure of an object that is already erased.
 */
export function decideIdRelease(kept: KeptObject | undefined, { externalId }: IdRelease, context: CommandContext): Decision {
  if (kept === undefined || kept.workspace !== context.workspace || !isOwned(kept)) return rejected('unknown-object');
  if (!isErased(kept)) return rejected('id-in-use');
  const held = workspaceKept(context);
  if (held !== undefined) return held;
  const { workspace, operationId, index, receivedAt, subject } = context;
  const change: ObjectChange = {
    externalId,
    workspace,
    revision: kept.revision + 1,
    operationId,
    index,
    observedAt: receivedAt,
    receivedAt,
    subject,
    idReleased: true,
  };
  return { applied: true, kind: 'erased', change, next: eraseObject(kept, change), stale: false };
}
