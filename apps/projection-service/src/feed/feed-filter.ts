import type { AreaEventType } from '#contracts/areas/area-event.js';
import { AREA_KINDS, FEED_KINDS } from '#contracts/areas/feed-kinds.js';
import type { EventType } from '#contracts/event-types.js';
import type { Narrowing } from '#identity/caller.js';
import { fieldInside, idInside, typeInside } from '#identity/narrowing.js';
import type { ObjectState } from '#object-rules/object.js';
import { invalidParameter } from '#problems/invalid-parameter.js';
import type { QueryParameters } from '../reading/query-parameters.js';
import { type Box, contains } from '../space/box.js';
import type { FeedMode } from './cursor.js';

/** Query parameters that filter a feed. */
export const FILTER_PARAMETERS = ['type', 'id', 'idPrefix', 'field', 'kind', 'area', 'bbox'] as const;

const KINDS = Object.keys(FEED_KINDS);
const OF_AREAS = new Set<string>(Object.values(AREA_KINDS));
const MANY = 50;
const FEW = 20;
const MAX_NAME = 256;

/** A reader's filter. Absent parts match everything; all others must match. */
export interface FeedFilter {
  readonly types?: readonly string[];
  readonly ids?: readonly string[];
  readonly idPrefix?: string;
  /** A change must contain at least one of these fields. */
  readonly fields?: readonly string[];
  readonly events?: readonly (EventType | AreaEventType)[];
  /** An event must concern one of these areas; `events` then contains only kinds of area events. */
  readonly areas?: readonly string[];
  readonly box?: Box;
}

/** The part of a feed that a reader gets: its filter, within the narrowing of its token. */
export interface FeedView {
  readonly filter?: FeedFilter;
  readonly narrowing?: Narrowing;
}

/** The filter of a request; undefined if it wants everything. @throws Problem invalid-parameter */
export function feedFilterOf(parameters: QueryParameters, mode: FeedMode): FeedFilter | undefined {
  const { events, areas } = requestedEvents(parameters);
  const fields = parameters.texts('field', { maxCount: FEW, maxCharacters: MAX_NAME });
  if (areas && fields) throw invalidParameter('field', 'It cannot be combined with area, because area events report no fields.');
  const ofChanges = areas ? 'area' : events ? 'kind' : fields ? 'field' : undefined;
  if (mode === 'state' && ofChanges)
    throw invalidParameter(
      ofChanges,
      'It requires mode=events: mode=state returns each object once, after its last change, and would omit ' +
        'objects whose last change is of another kind.',
    );
  const filter: FeedFilter = {
    types: parameters.texts('type', { maxCount: FEW, maxCharacters: MAX_NAME }),
    ids: parameters.texts('id', { maxCount: MANY, maxCharacters: MAX_NAME }),
    idPrefix: parameters.text('idPrefix', MAX_NAME),
    fields,
    events,
    areas,
    box: parameters.box('bbox'),
  };
  return Object.values(filter).some((part) => part !== undefined) ? filter : undefined;
}

/**
 * The part of a filter that selects kinds of events. An area without a kind selects all kinds of area events.
 * @throws Problem invalid-parameter
 */
export function requestedEvents(parameters: QueryParameters): Pick<FeedFilter, 'events' | 'areas'> {
  const kinds = parameters.texts('kind', { maxCount: KINDS.length, maxCharacters: MAX_NAME });
  const areas = parameters.texts('area', { maxCount: FEW, maxCharacters: MAX_NAME });
  if (kinds?.some((kind) => !Object.hasOwn(FEED_KINDS, kind)))
    throw invalidParameter('kind', `It must be one of ${KINDS.join(', ')}; repeat it for several values.`);
  const events = kinds?.map((kind) => FEED_KINDS[kind]!) ?? (areas && Object.values(AREA_KINDS));
  if (areas && events?.some((event) => !OF_AREAS.has(event)))
    throw invalidParameter('kind', `With area it must be one of ${Object.keys(AREA_KINDS).join(', ')}: changes of objects name no area.`);
  return { events, areas };
}

/** Whether a reader gets area events. They must be requested by a kind or an area, since older clients do not know them. */
export const includesAreaEvents = ({ filter }: FeedView): boolean => filter?.events?.some((event) => OF_AREAS.has(event)) ?? false;

export const hasOnlyAreaEvents = ({ filter }: FeedView): boolean => filter?.events?.every((event) => OF_AREAS.has(event)) ?? false;

export const isOfArea = ({ type }: { type: string }): boolean => OF_AREAS.has(type);

/** A text that is the same for equivalent filters; cursors are bound to it. */
export const filterKey = ({ types, ids, idPrefix, fields, events, areas, box }: FeedFilter): string =>
  JSON.stringify({ types, ids, idPrefix, fields, events, areas, box });

export function idShown({ filter, narrowing }: FeedView, externalId: string): boolean {
  if (narrowing && !idInside(narrowing, externalId)) return false;
  return (
    filter === undefined ||
    ((filter.idPrefix === undefined || externalId.startsWith(filter.idPrefix)) &&
      (filter.ids === undefined || filter.ids.includes(externalId)))
  );
}

/** Whether the present state of an object is needed to decide which of its changes a reader gets. */
export function needsState({ filter, narrowing }: FeedView): boolean {
  return narrowing?.types !== undefined || filter?.types !== undefined || filter?.box !== undefined;
}

export function typeShown({ filter, narrowing }: FeedView, type: string | undefined): boolean {
  return (
    (narrowing === undefined || typeInside(narrowing, type)) &&
    (filter?.types === undefined || (type !== undefined && filter.types.includes(type)))
  );
}

export function placeShown({ filter }: FeedView, { lat, lon }: Pick<ObjectState['position'], 'lat' | 'lon'>): boolean {
  return filter?.box === undefined || contains(filter.box, lat, lon);
}

/**
 * Whether a reader gets erasures. An erased object has no type or position that a filter could match, and the reader may have stored
 * it, so every reader that may see objects of all types gets all erasures.
 */
export const erasureShown = ({ narrowing }: FeedView): boolean => narrowing?.types === undefined;

/** Whether a change matches the view by its kind, its area, and those of its fields that the token may see. */
export function changeShown(
  { filter, narrowing }: FeedView,
  change: { type: string; areaId?: string; fields?: Record<string, unknown> },
): boolean {
  if (filter?.events !== undefined && !filter.events.includes(change.type as EventType)) return false;
  if (filter?.areas !== undefined && !filter.areas.includes(change.areaId ?? '')) return false;
  return (
    filter?.fields === undefined ||
    filter.fields.some(
      (field) =>
        change.fields !== undefined && Object.hasOwn(change.fields, field) && (narrowing === undefined || fieldInside(narrowing, field)),
    )
  );
}
