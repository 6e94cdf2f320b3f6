const FIRST_MS = 250;
const LONGEST_MS = 30_000;

/** A process that ran for this time was well: its next death counts as the first again. */
export const WELL_AFTER_MS = 60_000;

/** How long to wait before the n-th start after a death (from 0): 0.25 s, doubled each time, at most 30 s. */
export function restartDelay(deathsInARow: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(deathsInARow, 20));
}
