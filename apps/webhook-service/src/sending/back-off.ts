export interface BackOffSettings {
  /** Milliseconds. */
  retryFirstMs: number;
  retryLongestSeconds: number;
}

/** Below it a receiver that came back would be hit by all at once, and one that is down without end. */
const LEAST_PART = 0.1;

/**
 * Milliseconds until the next attempt: exponential with full jitter, so that many messages that failed together are not tried again
 * together. What the receiver asked for by Retry-After is a lower bound, itself bounded.
 * @param attempts made so far, from 1
 * @param random 0…1
 */
export function pauseAfter(
  attempts: number,
  { retryFirstMs, retryLongestSeconds }: BackOffSettings,
  askedMs = 0,
  random = Math.random(),
): number {
  const longest = retryLongestSeconds * 1000;
  // 2^40 of the least first pause is beyond every bound; more would be Infinity some day.
  const bound = Math.min(longest, retryFirstMs * 2 ** Math.min(attempts - 1, 40));
  const pause = bound * Math.max(LEAST_PART, random);
  return Math.round(Math.max(pause, Math.min(askedMs, longest)));
}

/** Of Retry-After (RFC 9110, 10.2.3): seconds or a date; milliseconds from now on, 0 for what is neither. */
export function retryAfterMs(header: string | string[] | undefined, now = Date.now()): number {
  if (typeof header !== 'string') return 0;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}
