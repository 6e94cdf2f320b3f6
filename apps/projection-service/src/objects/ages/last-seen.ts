import type { ObjectState } from '#object-rules/object.js';

const MINUTE_MS = 60_000;
/** Minutes of a span. */
const SPAN = 60;

/** When an object was last seen: the newest observation of its position or of a field. Milliseconds since 1970. */
export function lastSeenOf({ position, fields }: Pick<ObjectState, 'position' | 'fields'>): number {
  let newest = position.observedAt;
  for (const name in fields) {
    const { observedAt } = fields[name]!;
    if (observedAt > newest) newest = observedAt;
  }
  return Date.parse(newest);
}

/**
 * The start of the hour that contains a time, in minutes since 1970: objects are ordered by it. An index over the time
 * itself would be written with each report; over this it is written once an hour. Each object's hours start at a different minute,
 * so that not all objects are written after a full hour.
 */
export function seenSpanOf(externalId: string, lastSeen: number): number {
  const shift = minuteOf(externalId);
  return Math.floor((minuteAt(lastSeen) - shift) / SPAN) * SPAN + shift;
}

/** No object that was last seen before this time has a span that begins after it. */
export const minuteAt = (time: number): number => Math.floor(time / MINUTE_MS);

/** Always the same for an id (FNV-1a). */
function minuteOf(externalId: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < externalId.length; at++) hash = Math.imul(hash ^ externalId.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % SPAN;
}
