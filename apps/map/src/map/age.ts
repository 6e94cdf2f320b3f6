/** How much what an object last reported is worth now. */
export type AgeState = 'live' | 'ageing' | 'unknown';

/** Milliseconds: what is younger is live; what is older than the second tells nothing of where the object is now. */
export const LIVE_MS = 10 * 60_000;
export const UNKNOWN_MS = 24 * 3_600_000;

export function ageStateOf(observedAt: number, now: number): AgeState {
  const age = now - observedAt;
  return age < LIVE_MS ? 'live' : age < UNKNOWN_MS ? 'ageing' : 'unknown';
}
