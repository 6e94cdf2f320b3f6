/**
 * The unit of all sums: a quarter of an hour, UTC. The offset of every time zone is a whole number of quarters, also in summer (Nepal
 * +5:45, Lord Howe +10:30/+11), so its hours, days and months are sums of quarters.
 */
export const QUARTER_MS = 900_000;
export const QUARTERS_PER_DAY = 96;
/** The time unit of stored heat. */
export const HOUR_MS = 3_600_000;

/** Number of the quarter, counted from the epoch. */
export const quarterOf = (time: number): number => Math.floor(time / QUARTER_MS);
