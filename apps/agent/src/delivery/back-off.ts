import { backOff } from '../back-off.js';

/** Below it a gateway that came back would be hit by all agents at once, and one that is down without end. */
const LEAST_PART = 0.1;

/**
 * Milliseconds until the next attempt, as `backOff`, and at least a tenth of what it may be.
 * @param failures so far, from 1
 * @param random 0…1
 */
export function pauseAfter(failures: number, random = Math.random()): number {
  return Math.round(backOff(failures, Math.max(LEAST_PART, random)));
}

/**
 * Of Retry-After (RFC 9110, 10.2.3): seconds or a date; milliseconds from now on, undefined for what is neither. Dates
 * are read by the server's own clock where it is known.
 */
export function retryAfterMs(header: string | undefined, serverNow: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - serverNow);
}
