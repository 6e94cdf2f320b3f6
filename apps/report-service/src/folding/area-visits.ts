import { AREA_EVENT_TYPES, type AreaEventKind } from '#contracts/areas/area-event.js';
import { decodeAreaEvent } from '#contracts/areas/decode-area-event.js';
import type { ConsumedRecord } from '#kafka/records/record.js';

/** The part of a record of area.events that reports need. */
export interface VisitEvent {
  eventId: string;
  /** `corrected` revokes the event `of`. */
  kind: 'entered' | 'left' | 'corrected';
  of: 'entered' | 'left';
  workspace: string;
  externalId: string;
  areaId: string;
  /** Revision of the report that caused the event; events from before an erasure are ignored. */
  objectRevision: number;
  at: number;
  startedAt: number;
}

const KINDS = new Map(Object.entries(AREA_EVENT_TYPES).map(([kind, type]) => [type, kind as AreaEventKind]));

/** Undefined for a record that is not a valid event; null for an event that reports do not need. */
export function decodeVisitEvent({ headers, value }: ConsumedRecord): VisitEvent | undefined | null {
  const decoded = decodeAreaEvent(headers.ce_type, value);
  if (decoded === undefined) return undefined;
  const { eventId, workspace, externalId, areaId, objectRevision, at, visitStartedAt, correctedKind } = decoded.event;
  const kind = KINDS.get(decoded.type)!;
  const of = kind === 'corrected' ? correctedKind : kind;
  if (of !== 'entered' && of !== 'left') return null;
  return {
    eventId,
    kind: kind === 'corrected' ? 'corrected' : of,
    of,
    workspace,
    externalId,
    areaId,
    objectRevision,
    at: Date.parse(at),
    startedAt: Date.parse(visitStartedAt),
  };
}

/** A visit of an object in an area. */
export interface Visit {
  workspace: string;
  externalId: string;
  areaId: string;
  /** The type of the object when the visit was first recorded. */
  type: string;
  /** The facet at that time: a number for type and categories; 0 if unknown. */
  facet: number;
  startedAt: number;
  /** Undefined while the object is inside. */
  leftAt: number | undefined;
}

/** The visit after an event; undefined if there is none. */
export function visitAfter(visit: Visit | undefined, event: VisitEvent, { type, facet }: Pick<Visit, 'type' | 'facet'>): Visit | undefined {
  const { kind, of, workspace, externalId, areaId, at, startedAt } = event;
  const known = visit ?? { workspace, externalId, areaId, type, facet, startedAt, leftAt: undefined };
  if (kind === 'corrected') return of === 'entered' ? undefined : visit && { ...visit, leftAt: undefined };
  return of === 'left' ? { ...known, leftAt: Math.max(at, startedAt) } : known;
}
