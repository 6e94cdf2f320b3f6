/**
 * An observation's time is at most 5 minutes after its receipt (the gateway's tolerance), so pieces of the history that end before the
 * requested time can be skipped. Later pieces are never skipped, since an observation may be received at any later time.
 */
const FUTURE_TOLERANCE_MS = 6 * 60_000;
/** Postgres has no year 0. */
const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z');

/** The time since which everything was received that was observed since `from`. */
export const receivedSince = (from: string): string => new Date(Math.max(EARLIEST, Date.parse(from) - FUTURE_TOLERANCE_MS)).toISOString();
