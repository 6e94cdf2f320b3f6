/**
 * No observation is later than its receipt by more than the gateway lets pass (5 minutes), so pieces of the history that end before
 * what is asked for need no look. The other way there is no bound: an observation may be received at any time after it, and no
 * piece that begins later is left out.
 */
const FUTURE_TOLERANCE_MS = 6 * 60_000;
/** Postgres has no year 0. */
const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z');

/** What was observed since `from` was received since then. */
export const receivedSince = (from: string): string => new Date(Math.max(EARLIEST, Date.parse(from) - FUTURE_TOLERANCE_MS)).toISOString();
