import { AREA_EVENT_TYPES, type AreaEventKind } from '#contracts/areas/area-event.js';
import { decodeAreaEvent } from '#contracts/areas/decode-area-event.js';
import type { ConsumedRecord } from '#kafka/record.js';

/** A record of area.events, as far as reports need it. */
export interface VisitEvent {
  eventId: string;
  /** `corrected` takes back what `of` had told. */
  kind: 'entered' | 'left' | 'corrected';
  of: 'entered' | 'left';
  workspace: string;
  externalId: string;
  areaId: string;
  /** Of the report that shows it: of an object that was erased meanwhile nothing older may come back. */
  objectRevision: number;
  at: number;
  startedAt: number;
}

const KINDS = new Map(Object.entries(AREA_EVENT_TYPES).map(([kind, type]) => [type, kind as AreaEventKind]));

/** Undefined for what is no event that can be understood; null for one that reports do not need. */
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
  /** What the object was when the visit was first told of. */
  type: string;
  /** The same with its categories, as its number; 0: not known. */
  facet: number;
  startedAt: number;
  /** Undefined: it is still inside. */
  leftAt: number | undefined;
}

/** What a visit is after an event; undefined: there was none. */
export function visitAfter(visit: Visit | undefined, event: VisitEvent, { type, facet }: Pick<Visit, 'type' | 'facet'>): Visit | undefined {
  const { kind, of, workspace, externalId, areaId, at, startedAt } = event;
  const known = visit ?? { workspace, externalId, areaId, type, facet, startedAt, leftAt: undefined };
  if (kind === 'corrected') return of === 'entered' ? undefined : visit && { ...visit, leftAt: undefined };
  return of === 'left' ? { ...known, leftAt: Math.max(at, startedAt) } : known;
}
