/** How many attempts may fail before the next one has to wait. */
export interface ThrottleRule {
  /** Number of failures without a wait. */
  free: number;
  firstDelayMs: number;
  /** Each failure doubles the wait, up to this limit. */
  longestDelayMs: number;
}

/** How long the next attempt has to wait after this number of failures. */
export function delayAfter(failures: number, { free, firstDelayMs, longestDelayMs }: ThrottleRule): number {
  if (failures < free) return 0;
  return Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(failures - free, 30));
}
