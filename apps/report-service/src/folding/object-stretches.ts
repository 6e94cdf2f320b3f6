import type { ObjectEvent } from './object-event.js';

/**
 * The events in stretches of about this length, each with all events of its objects in their order. Sorted by id, so that rows of the
 * objects of a stretch are read from the same pages.
 */
export function* stretchesByObject<E extends Pick<ObjectEvent, 'externalId'>>(events: readonly E[], length: number): Generator<E[]> {
  let stretch: E[] = [];
  const byId = Map.groupBy(events, ({ externalId }) => externalId);
  for (const externalId of [...byId.keys()].sort()) {
    for (const event of byId.get(externalId)!) stretch.push(event);
    if (stretch.length < length) continue;
    yield stretch;
    stretch = [];
  }
  if (stretch.length > 0) yield stretch;
}
