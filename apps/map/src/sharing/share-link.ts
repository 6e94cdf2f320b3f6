import type { Schemas } from '../api/api.js';

/** A new link; its address is shown only now. */
export type NewLink = Schemas['CreatedShareLink'];

/** Seconds. */
export const DURATIONS = { hour: 3600, day: 86_400, week: 7 * 86_400, month: 30 * 86_400, quarter: 90 * 86_400 } as const;
export type Duration = keyof typeof DURATIONS;

/** The address of a link for an iframe: only the map. */
export const framedAddress = ({ url }: Pick<NewLink, 'url'>): string => `${url}&embed=1`;

export type LinkState = 'live' | 'revoked' | 'expired';

export function linkStateOf({ revokedAt, expiresAt }: Pick<Schemas['ShareLink'], 'revokedAt' | 'expiresAt'>, now: number): LinkState {
  if (revokedAt !== null) return 'revoked';
  return Date.parse(expiresAt) <= now ? 'expired' : 'live';
}
