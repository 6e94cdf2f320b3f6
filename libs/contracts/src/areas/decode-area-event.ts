import { AREA_EVENT_TYPES, type AreaEvent, type AreaEventType } from './area-event.js';

const TYPES = new Set<string>(Object.values(AREA_EVENT_TYPES));

/** Decodes a record of area.events from its header `ce_type` and its value; undefined if it is not an area event. */
export function decodeAreaEvent(type: Buffer | undefined, value: Buffer | null): { type: AreaEventType; event: AreaEvent } | undefined {
  const name = type?.toString('utf8') ?? '';
  if (!TYPES.has(name) || value === null) return undefined;
  try {
    const event = JSON.parse(value.toString('utf8')) as AreaEvent | null;
    return event !== null && isWhole(event) ? { type: name as AreaEventType, event } : undefined;
  } catch {
    return undefined;
  }
}

function isWhole({ eventId, workspace, externalId, areaId, areaRevision, objectRevision, at, visitStartedAt }: AreaEvent): boolean {
  return (
    [eventId, workspace, externalId, areaId].every(isText) &&
    [areaRevision, objectRevision].every(Number.isSafeInteger) &&
    [at, visitStartedAt].every((time) => Number.isFinite(Date.parse(time)))
  );
}

/** Postgres stores no NUL in text. */
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '' && !value.includes('\0');
