const FIRST_MS = 500;
const LONGEST_MS = 60_000;

/**
 * Milliseconds until the next attempt: from half a second to a minute, doubled each time, with full jitter, so that the agents of a site do
 * not come back to a hub that restarts all at once.
 * @param attempts that failed so far, from 1
 * @param random 0…1
 */
export function backOff(attempts: number, random = Math.random()): number {
  // 2^20 of the first is beyond every bound.
  return Math.round(Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 20)) * random);
}
