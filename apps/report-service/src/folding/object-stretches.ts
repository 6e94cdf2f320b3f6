import type { ObjectEvent } from './object-event.js';

/**
 * The events by object, in stretches of about this many events, each with all events of its objects in their order. Sorted by id, so that
 * rows of the objects of a stretch are read from the same pages.
 */
export function* stretchesByObject<E extends Pick<ObjectEvent, 'externalId'>>(
  events: readonly E[],
  length: number,
): Generator<Map<string, E[]>> {
  const byId = Map.groupBy(events, ({ externalId }) => externalId);
  let stretch = new Map<string, E[]>();
  let count = 0;
  for (const externalId of [...byId.keys()].sort()) {
    const ofObject = byId.get(externalId)!;
    stretch.set(externalId, ofObject);
    count += ofObject.length;
    if (count < length) continue;
    yield stretch;
    [stretch, count] = [new Map(), 0];
  }
  if (count > 0) yield stretch;
}
