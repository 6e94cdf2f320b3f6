import type { ObjectState } from '#object-rules/object.js';

const MINUTE_MS = 60_000;
/** Length of a span in minutes. */
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
 * The start of the hour that contains a time, in minutes since 1970. Objects are ordered by it, so that the index is written once an
 * hour per object and not with each report. Each object's hours start at a different minute, so that the writes are spread over the
 * hour.
 */
export function seenSpanOf(externalId: string, lastSeen: number): number {
  const shift = minuteOf(externalId);
  return Math.floor((minuteAt(lastSeen) - shift) / SPAN) * SPAN + shift;
}

/** The minute of a time. An object that was last seen before the time has no span that begins after this minute. */
export const minuteAt = (time: number): number => Math.floor(time / MINUTE_MS);

/** The minute at which an object's hours start: a hash of its id (FNV-1a). */
function minuteOf(externalId: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < externalId.length; at++) hash = Math.imul(hash ^ externalId.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % SPAN;
}
