/** How current the last report of an object is. */
export type AgeState = 'live' | 'ageing' | 'unknown';

/** Milliseconds. Before LIVE_MS, a position is live; from UNKNOWN_MS on, the object's current position is unknown. */
export const LIVE_MS = 10 * 60_000;
export const UNKNOWN_MS = 24 * 3_600_000;

/** Milliseconds. A report that is further in the future means that the clock of the reporting or of this device is wrong. */
const CLOCKS_DIFFER_MS = 30_000;

export function ageStateOf(observedAt: number, now: number): AgeState {
  const age = now - observedAt;
  return age < LIVE_MS ? 'live' : age < UNKNOWN_MS ? 'ageing' : 'unknown';
}

/** How far the clock of the reporting device is ahead of this one's; undefined if the difference is normal. */
export function clockAheadOf(observedAt: number, now: number): number | undefined {
  return observedAt - now > CLOCKS_DIFFER_MS ? observedAt - now : undefined;
}
