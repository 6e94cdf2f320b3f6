import { AREA_EVENT_TYPES, type AreaEventKind, type AreaEventType } from './areas/area-event.js';
import { EVENT_TYPES, type EventType } from './event-types.js';

/** Kinds of what is told of areas, as filters of the feed name them; who names none of them, and no area, is not told of any. */
export const AREA_KINDS = Object.fromEntries(Object.entries(AREA_EVENT_TYPES).map(([kind, type]) => [`area.${kind}`, type])) as Record<
  `area.${AreaEventKind}`,
  AreaEventType
>;

/** All kinds that a filter of the feed names, with their CloudEvents types. */
export const FEED_KINDS: Readonly<Record<string, EventType | AreaEventType>> = { ...EVENT_TYPES, ...AREA_KINDS };
