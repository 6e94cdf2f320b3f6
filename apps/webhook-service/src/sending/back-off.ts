export interface BackOffSettings {
  /** Milliseconds. */
  retryFirstMs: number;
  retryLongestSeconds: number;
}

/** With a smaller part, all messages would hit a receiver at once when it comes back, and retry endlessly while it is down. */
const MIN_PART = 0.1;

/**
 * Milliseconds until the next attempt: exponential with full jitter, so that many messages that failed together are not retried together.
 * The receiver's Retry-After is a lower bound, which is itself limited.
 * @param attempts made so far, from 1
 * @param random 0…1
 */
export function pauseAfter(
  attempts: number,
  { retryFirstMs, retryLongestSeconds }: BackOffSettings,
  minMs = 0,
  random = Math.random(),
): number {
  const longest = retryLongestSeconds * 1000;
  // 2^40 times the smallest first pause exceeds every bound; larger exponents would reach Infinity.
  const bound = Math.min(longest, retryFirstMs * 2 ** Math.min(attempts - 1, 40));
  const pause = bound * Math.max(MIN_PART, random);
  return Math.round(Math.max(pause, Math.min(minMs, longest)));
}

/** Value of Retry-After (RFC 9110, 10.2.3), seconds or a date, as milliseconds from now; 0 for anything else. */
export function retryAfterMs(header: string | string[] | undefined, now = Date.now()): number {
  if (typeof header !== 'string') return 0;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}
