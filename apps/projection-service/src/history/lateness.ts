/**
 * No observation is later than its receipt by more than the gateway lets pass (5 minutes), so pieces of the history that end before
 * what is asked for need no look. The other way there is no bound: an observation may be received at any time after it, and no
 * piece that begins later is left out.
 */
export const FUTURE_TOLERANCE_MS = 6 * 60_000;
