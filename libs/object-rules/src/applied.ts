import type { ChangeKind, ObjectChange } from './change.js';
import type { Decision } from './decision.js';
import { evolve } from './evolve.js';
import { fieldsTooLarge } from './field-characters.js';
import { changesState } from './freshness.js';
import { type KeptObject, liveObject } from './object.js';
import { rejected } from './rejected.js';

/**
 * Closes a decision that leaves an object: marks the change stale when no part of it counts, folds it, and checks how
 * large the object would be.
 */
export function applied(kind: Exclude<ChangeKind, 'erased'>, kept: KeptObject | undefined, change: ObjectChange): Decision {
  const current = liveObject(kept);
  const stale = current !== undefined && (kind === 'updated' || kind === 'edited') && !changesState(current, change);
  if (stale) change.stale = true;
  const next = evolve(kept, kind, change);
  if (change.fields !== undefined && fieldsTooLarge(next.fields)) return rejected('object-too-large');
  return { applied: true, kind, change, next, stale };
}
