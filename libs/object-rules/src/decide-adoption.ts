import type { ObjectChange } from './change.js';
import type { ObjectAdoption } from './command.js';
import type { CommandContext, Decision } from './decision.js';
import { eraseObject, evolve } from './evolve.js';
import { isOwned, type KeptObject, liveObject } from './object.js';
import { rejected } from './rejected.js';

/**
 * A change that another installation decided: its revision is kept, so that both installations have the same numbers. Revisions in between
 * may be missing if their history is no longer stored. A change that is not above the current revision was imported before, so it is
 * refused with `revision-conflict` and nothing happens twice.
 */
export function decideAdoption(
  kept: KeptObject | undefined,
  { externalId, kind, change: adopted }: ObjectAdoption,
  context: CommandContext,
): Decision {
  const { workspace, operationId, index } = context;
  if (kept !== undefined && kept.workspace !== workspace && isOwned(kept)) return rejected('belongs-to-another-workspace');
  if (kept !== undefined && adopted.revision <= kept.revision)
    return rejected('revision-conflict', `The object already has revision ${kept.revision}.`);
  const change: ObjectChange = { externalId, workspace, operationId, index, ...adopted };
  const before = kept === undefined || !isOwned(kept) ? undefined : kept;
  if (kind === 'erased') return { applied: true, kind, change, next: { ...eraseObject(before, change), workspace }, stale: false };
  const current = liveObject(before);
  if ((current === undefined) !== (kind === 'created'))
    return rejected(
      'unknown-object',
      kind === 'created' ? 'The object already exists.' : 'The object does not exist; its first change must create it.',
    );
  if (kind === 'created' && context.noPlace !== undefined) return rejected(context.noPlace);
  if (kind === 'created' && change.position === undefined) return rejected('first-update-needs-location');
  const next = evolve(
    current === undefined ? undefined : { ...current, revision: change.revision - 1 },
    kind,
    current === undefined ? { ...change, revision: 1 } : change,
  );
  return { applied: true, kind, change, next: { ...next, revision: change.revision }, stale: change.stale === true };
}
