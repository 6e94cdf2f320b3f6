import { AREA_EVENT_TYPES, type AreaEvent, type AreaEventType } from '#contracts/areas/area-event.js';
import type { ConsumedRecord } from '#kafka/record.js';

/** A record of area.events, decoded. */
export interface IncomingAreaEvent {
  record: ConsumedRecord;
  type: AreaEventType;
  event: AreaEvent;
}

const TYPES = new Set<string>(Object.values(AREA_EVENT_TYPES));
/** The last moment that a Date holds. */
const MAX_TIME = 8.64e15;

/** Undefined: a reader of the event can't understand it. */
export function decodeAreaEvent(record: ConsumedRecord): IncomingAreaEvent | undefined {
  const type = record.headers.ce_type?.toString('utf8') ?? '';
  if (!TYPES.has(type) || record.value === null || !(record.timestamp >= 0 && record.timestamp <= MAX_TIME)) return undefined;
  try {
    const event = JSON.parse(record.value.toString('utf8')) as AreaEvent | null;
    return event !== null && isWhole(event) ? { record, type: type as AreaEventType, event } : undefined;
  } catch {
    return undefined;
  }
}

function isWhole({ eventId, workspace, externalId, areaId, areaRevision, objectRevision, at, visitStartedAt }: AreaEvent): boolean {
  return [eventId, workspace, externalId, areaId].every(isText) && [areaRevision, objectRevision].every(Number.isSafeInteger) && [at, visitStartedAt].every((time) => Number.isFinite(Date.parse(time)));
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '' && !value.includes('\0');

/**
 * An event of an area as the feed shows it, with what every line has: `revision` is the object's, of the report that shows it,
 * `receivedAt` when the event was told.
 */
export function areaLine({ record, type, event }: IncomingAreaEvent): string {
  const { externalId, objectRevision, at, areaId, areaRevision, eventId, visitStartedAt, dwellSeconds, absentSeconds, reason, late, corrects, correctedKind } = event;
  return JSON.stringify({ externalId, revision: objectRevision, type, observedAt: at, receivedAt: new Date(record.timestamp).toISOString(), areaId, areaRevision, eventId, visitStartedAt, dwellSeconds, absentSeconds, reason, late, corrects, correctedKind });
}
