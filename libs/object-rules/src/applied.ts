import type { ChangeKind, ObjectChange } from './change.js';
import type { Decision } from './decision.js';
import { evolve } from './evolve.js';
import { fieldsTooLarge } from './field-characters.js';
import { changesState } from './freshness.js';
import { type KeptObject, liveObject } from './object.js';
import { rejected } from './rejected.js';

/**
 * Completes a decision after which the object exists: marks the change stale if no part of it counts, applies it, and checks the size of
 * the resulting object.
 */
export function applied(kind: Exclude<ChangeKind, 'erased'>, kept: KeptObject | undefined, change: ObjectChange): Decision {
  const current = liveObject(kept);
  const stale = current !== undefined && (kind === 'updated' || kind === 'edited') && !changesState(current, change);
  if (stale) change.stale = true;
  const next = evolve(kept, kind, change);
  if (change.fields !== undefined && fieldsTooLarge(next.fields)) return rejected('object-too-large');
  return { applied: true, kind, change, next, stale };
}
