const FIRST_MS = 250;
const MAX_MS = 30_000;

/** Time after which a process counts as stable, so that its next crash counts as the first one again. */
export const WELL_AFTER_MS = 60_000;

/** The wait before the n-th restart (from 0): 0.25 s, doubled each time, at most 30 s. */
export function restartDelay(deathsInARow: number): number {
  return Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(deathsInARow, 20));
}
