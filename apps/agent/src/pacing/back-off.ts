const FIRST_MS = 500;
const MAX_PAUSE_MS = 60_000;

/**
 * Milliseconds until the next attempt: from half a second to a minute, doubled each time, with full jitter, so that the agents of a site do
 * not all reconnect at once to a restarted service.
 * @param failures so far, from 1
 * @param random 0…1
 */
export function backOff(failures: number, random = Math.random()): number {
  // 2^20 times the first pause exceeds every bound.
  return Math.min(MAX_PAUSE_MS, FIRST_MS * 2 ** Math.min(failures - 1, 20)) * random;
}
