import type { AreaEvent, AreaEventType } from '#contracts/areas/area-event.js';
import { decodeAreaEvent } from '#contracts/areas/decode-area-event.js';
import type { ConsumedRecord } from '#kafka/records/record.js';

/** A record of area.events, decoded. */
export interface IncomingAreaEvent {
  record: ConsumedRecord;
  type: AreaEventType;
  event: AreaEvent;
}

/** The latest time that a Date can represent. */
const MAX_TIME = 8.64e15;

/** The decoded record; undefined if its event has an unknown format. */
export function incomingAreaEvent(record: ConsumedRecord): IncomingAreaEvent | undefined {
  if (!(record.timestamp >= 0 && record.timestamp <= MAX_TIME)) return undefined;
  const decoded = decodeAreaEvent(record.headers.ce_type, record.value);
  return decoded && { record, ...decoded };
}

/**
 * An area event in the form of the feed, with the common properties of every line: `revision` is that of the object's report that
 * caused it, `receivedAt` the time of the event.
 */
export function areaLine({ record, type, event }: IncomingAreaEvent): string {
  const {
    externalId,
    objectRevision,
    at,
    areaId,
    areaRevision,
    eventId,
    visitStartedAt,
    dwellSeconds,
    absentSeconds,
    reason,
    late,
    corrects,
    correctedKind,
  } = event;
  return JSON.stringify({
    externalId,
    revision: objectRevision,
    type,
    observedAt: at,
    receivedAt: new Date(record.timestamp).toISOString(),
    areaId,
    areaRevision,
    eventId,
    visitStartedAt,
    dwellSeconds,
    absentSeconds,
    reason,
    late,
    corrects,
    correctedKind,
  });
}
