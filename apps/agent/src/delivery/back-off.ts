import { backOff } from '../pacing/back-off.js';

/** With a smaller share, all agents would call a gateway at once when it comes back, and retry too often while it is down. */
const MIN_PART = 0.1;

/**
 * Milliseconds until the next attempt, as `backOff`, but at least a tenth of the maximum.
 * @param failures so far, from 1
 * @param random 0…1
 */
export function pauseAfter(failures: number, random = Math.random()): number {
  return Math.round(backOff(failures, Math.max(MIN_PART, random)));
}

/**
 * Value of Retry-After (RFC 9110, 10.2.3), seconds or a date, as milliseconds from now; undefined for anything else. Dates use the server's
 * clock when it is known.
 */
export function retryAfterMs(header: string | undefined, serverNow: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - serverNow);
}
