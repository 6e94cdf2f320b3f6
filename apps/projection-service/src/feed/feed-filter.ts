import { EVENT_TYPES, type EventType } from '#contracts/event-types.js';
import type { Narrowing } from '#identity/caller.js';
import { fieldInside, idInside, typeInside } from '#identity/narrowing.js';
import type { ObjectState } from '#object-rules/object.js';
import { invalidParameter } from '#problems/invalid-parameter.js';
import type { QueryParameters } from '../reading/query-parameters.js';
import { contains, type Box } from '../space/box.js';
import type { FeedMode } from './cursor.js';

/** Parameters of a feed that say what of it is wanted. */
export const FILTER_PARAMETERS = ['type', 'id', 'idPrefix', 'field', 'kind', 'bbox'] as const;

const KINDS = Object.keys(EVENT_TYPES) as (keyof typeof EVENT_TYPES)[];
const MANY = 50;
const FEW = 20;
const MAX_NAME = 256;

/** What a reader asked for of a feed; what is left out is not filtered. All of it must hold. */
export interface FeedFilter {
  readonly types?: readonly string[];
  readonly ids?: readonly string[];
  readonly idPrefix?: string;
  /** A change reports at least one of them. */
  readonly fields?: readonly string[];
  readonly events?: readonly EventType[];
  readonly box?: Box;
}

/** What of a feed a reader sees: what it asked for, of what its token is narrowed to. */
export interface FeedView {
  readonly filter?: FeedFilter;
  readonly narrowing?: Narrowing;
}

/** Undefined: everything is wanted. @throws Problem invalid-parameter */
export function feedFilterOf(parameters: QueryParameters, mode: FeedMode): FeedFilter | undefined {
  const kinds = parameters.texts('kind', { maxCount: KINDS.length, maxCharacters: MAX_NAME });
  const fields = parameters.texts('field', { maxCount: FEW, maxCharacters: MAX_NAME });
  const unknown = kinds?.find((kind) => !Object.hasOwn(EVENT_TYPES, kind));
  if (unknown !== undefined) throw invalidParameter('kind', `It must be one of ${KINDS.join(', ')}; give it several times for several.`);
  const ofChanges = kinds ? 'kind' : fields ? 'field' : undefined;
  if (mode === 'state' && ofChanges) throw invalidParameter(ofChanges, 'It belongs to mode=events: mode=state shows an object once, after its last change, and would leave out one whose last change is of another kind.');
  const filter: FeedFilter = {
    types: parameters.texts('type', { maxCount: FEW, maxCharacters: MAX_NAME }),
    ids: parameters.texts('id', { maxCount: MANY, maxCharacters: MAX_NAME }),
    idPrefix: parameters.text('idPrefix', MAX_NAME),
    fields,
    events: kinds?.map((kind) => EVENT_TYPES[kind as keyof typeof EVENT_TYPES]),
    box: parameters.box('bbox'),
  };
  return Object.values(filter).some((part) => part !== undefined) ? filter : undefined;
}

/** The same text for filters that mean the same: what a cursor is bound to. */
export const filterKey = ({ types, ids, idPrefix, fields, events, box }: FeedFilter): string => JSON.stringify({ types, ids, idPrefix, fields, events, box });

export function idShown({ filter, narrowing }: FeedView, externalId: string): boolean {
  if (narrowing && !idInside(narrowing, externalId)) return false;
  return filter === undefined || ((filter.idPrefix === undefined || externalId.startsWith(filter.idPrefix)) && (filter.ids === undefined || filter.ids.includes(externalId)));
}

/** Whether what an object is now has to be known to say if its changes are shown. */
export function asksForState({ filter, narrowing }: FeedView): boolean {
  return narrowing?.types !== undefined || filter?.types !== undefined || filter?.box !== undefined;
}

export function typeShown({ filter, narrowing }: FeedView, type: string | undefined): boolean {
  return (narrowing === undefined || typeInside(narrowing, type)) && (filter?.types === undefined || (type !== undefined && filter.types.includes(type)));
}

export function placeShown({ filter }: FeedView, { lat, lon }: Pick<ObjectState['position'], 'lat' | 'lon'>): boolean {
  return filter?.box === undefined || contains(filter.box, lat, lon);
}

/** An object that was erased has no type and no place. Whoever may see objects of all types is told, whatever was asked for: it may hold the object. */
export const erasureShown = ({ narrowing }: FeedView): boolean => narrowing?.types === undefined;

/** A change by its kind and by the fields that it reports, of those that the token may see. */
export function changeShown({ filter, narrowing }: FeedView, change: { type: string; fields?: Record<string, unknown> }): boolean {
  if (filter?.events !== undefined && !filter.events.includes(change.type as EventType)) return false;
  return filter?.fields === undefined || filter.fields.some((field) => change.fields !== undefined && Object.hasOwn(change.fields, field) && (narrowing === undefined || fieldInside(narrowing, field)));
}
