import { AREA_EVENT_TYPES, type AreaEvent } from '#contracts/areas/area-event.js';
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

/** Undefined for what is no event that can be understood; null for one that reports do not need. */
export function decodeVisitEvent({ headers, value }: ConsumedRecord): VisitEvent | undefined | null {
  const type = headers.ce_type?.toString('latin1');
  const kind = (Object.keys(AREA_EVENT_TYPES) as (keyof typeof AREA_EVENT_TYPES)[]).find((each) => AREA_EVENT_TYPES[each] === type);
  if (kind === undefined || value === null) return undefined;
  let event: AreaEvent;
  try {
    event = JSON.parse(value.toString('utf8')) as AreaEvent;
  } catch {
    return undefined;
  }
  const { eventId, workspace, externalId, areaId, objectRevision } = event ?? {};
  const of = kind === 'corrected' ? event.correctedKind : kind;
  const [at, startedAt] = [Date.parse(event.at), Date.parse(event.visitStartedAt)];
  if (![eventId, workspace, externalId, areaId].every(isText) || !Number.isSafeInteger(objectRevision) || !Number.isFinite(at) || !Number.isFinite(startedAt)) return undefined;
  if (of !== 'entered' && of !== 'left') return null;
  return { eventId, kind: kind === 'corrected' ? 'corrected' : of, of, workspace, externalId, areaId, objectRevision, at, startedAt };
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '' && !value.includes('\0');

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
