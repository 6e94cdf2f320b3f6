const FIRST_MS = 250;
/**
 * Restarts at the first delay. A killed server may not be able to start at once: PostgreSQL refuses while a process of the killed one still
 * runs a statement, for up to some seconds.
 */
const QUICK_RESTARTS = 4;
const MAX_MS = 30_000;

/** Time after which a process counts as stable, so that its next crash counts as the first one again. */
export const WELL_AFTER_MS = 60_000;

/** The wait before the n-th restart (from 0): four times 0.25 s, then doubled each time, at most 30 s. */
export function restartDelay(deathsInARow: number): number {
  return Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(Math.max(0, deathsInARow - QUICK_RESTARTS + 1), 20));
}
