/** How much of something may fail before the next attempt has to wait. */
export interface ThrottleRule {
  /** Failures that cost no wait. */
  free: number;
  firstDelayMs: number;
  /** Each failure doubles the wait up to here. */
  longestDelayMs: number;
}

/** How long the next attempt has to wait after this number of failures. */
export function delayAfter(failures: number, { free, firstDelayMs, longestDelayMs }: ThrottleRule): number {
  if (failures < free) return 0;
  return Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(failures - free, 30));
}
