import type { ObjectChange } from './change.js';
import { heldField } from './field-record.js';
import type { ObjectState } from './object.js';

/**
 * True if a value observed at `observedAt` replaces one observed at `held`, that is, if it is not older. With equal times, the later one in
 * the log wins. Both are RFC 3339 UTC with milliseconds, so they compare as text.
 */
export function counts(observedAt: string, held: string | undefined): boolean {
  return held === undefined || observedAt >= held;
}

/** Whether any reported value is new enough to change the state; otherwise the observation is late (`stale`). */
export function changesState(current: ObjectState, change: ObjectChange): boolean {
  if (change.set !== undefined) return true;
  if (change.position !== undefined && counts(change.observedAt, current.position.observedAt)) return true;
  for (const name in change.fields) {
    if (counts(change.observedAt, heldField(current.fields, name)?.observedAt)) return true;
  }
  return false;
}
