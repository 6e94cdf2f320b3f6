/** How much what an object last reported is worth now. */
export type AgeState = 'live' | 'ageing' | 'unknown';

/** Milliseconds. Up to the first a position is live; after the second it says nothing about where the object is now. */
export const LIVE_MS = 10 * 60_000;
export const UNKNOWN_MS = 24 * 3_600_000;

/** Milliseconds: a report that is further in the future than this comes from a device whose clock is wrong, or is read on one. */
const CLOCKS_DIFFER_MS = 30_000;

export function ageStateOf(observedAt: number, now: number): AgeState {
  const age = now - observedAt;
  return age < LIVE_MS ? 'live' : age < UNKNOWN_MS ? 'ageing' : 'unknown';
}

/** How far the clock of the reporting device is ahead of this one's; undefined: no further than clocks usually differ. */
export function clockAheadOf(observedAt: number, now: number): number | undefined {
  return observedAt - now > CLOCKS_DIFFER_MS ? observedAt - now : undefined;
}
