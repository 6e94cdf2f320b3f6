import type { ObjectEvent } from '../folding/object-event.js';

/**
 * Changes that are folded together, and the erasures after all of them, by externalId with the last revision to
 * delete.
 */
export interface Stretch {
  changes: ObjectEvent[];
  erased: Map<string, ObjectEvent>;
}

/** Cuts events, in their order, where an object changes that was erased before. */
export function stretchesOf(events: readonly ObjectEvent[]): Stretch[] {
  const stretches: Stretch[] = [{ changes: [], erased: new Map() }];
  for (const event of events) {
    const last = stretches.at(-1)!;
    if (event.kind === 'erased') last.erased.set(event.externalId, event);
    else if (last.erased.has(event.externalId)) stretches.push({ changes: [event], erased: new Map() });
    else last.changes.push(event);
  }
  return stretches;
}
