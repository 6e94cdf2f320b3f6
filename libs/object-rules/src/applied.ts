import type { ChangeKind, ObjectChange } from './change.js';
import type { Decision } from './decision.js';
import type { ObjectState } from './object.js';
import { evolve } from './evolve.js';
import { changesState } from './freshness.js';

/** Closes a decision: marks the change stale when nothing of it counts, and folds it. */
export function applied(kind: ChangeKind, current: ObjectState | undefined, change: ObjectChange): Decision {
  const stale = current !== undefined && (kind === 'updated' || kind === 'edited') && !changesState(current, change);
  if (stale) change.stale = true;
  return { applied: true, kind, change, next: evolve(current, kind, change), stale };
}
