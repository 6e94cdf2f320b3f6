import { EVENT_TYPES, type EventType } from '../event-types.js';
import { AREA_EVENT_TYPES, type AreaEventKind, type AreaEventType } from './area-event.js';

/** Kinds of area events, as filters of the feed name them; a filter without such a kind and without an area gets none of them. */
export const AREA_KINDS = Object.fromEntries(Object.entries(AREA_EVENT_TYPES).map(([kind, type]) => [`area.${kind}`, type])) as Record<
  `area.${AreaEventKind}`,
  AreaEventType
>;

/** All kinds that a filter of the feed names, with their CloudEvents types. */
export const FEED_KINDS: Readonly<Record<string, EventType | AreaEventType>> = { ...EVENT_TYPES, ...AREA_KINDS };
