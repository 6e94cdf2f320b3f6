import { EVENT_TYPES, type EventType } from '../event-types.js';
import { AREA_EVENT_TYPES, type AreaEventKind, type AreaEventType } from './area-event.js';

/** Kinds of area events in filters of the feed. A filter with neither such a kind nor an area selects no area events. */
export const AREA_KINDS = Object.fromEntries(Object.entries(AREA_EVENT_TYPES).map(([kind, type]) => [`area.${kind}`, type])) as Record<
  `area.${AreaEventKind}`,
  AreaEventType
>;

/** All kinds that filters of the feed can contain, with their CloudEvents types. */
export const FEED_KINDS: Readonly<Record<string, EventType | AreaEventType>> = { ...EVENT_TYPES, ...AREA_KINDS };
