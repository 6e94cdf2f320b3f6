import { formatAddress } from '../address/address.js';
import type { Schemas } from '../api/api.js';

/** A link as it is made: the only time that its token is told. */
export type NewLink = Schemas['MadeShareLink'];

/** Seconds. */
export const LASTING = { hour: 3600, day: 86_400, week: 7 * 86_400, month: 30 * 86_400, quarter: 90 * 86_400 } as const;
export type Lasting = keyof typeof LASTING;

/** Where a link is opened: the server's address, with its name and what to open there. @param embed for a frame in another page */
export function sharedAddress({ url, token, name, shows }: NewLink, at: string | undefined, embed = false): string {
  const [base] = url.split('#');
  const one = shows.ids?.length === 1 ? shows.ids[0] : undefined;
  return `${base}#${formatAddress({ ws: undefined, page: 'Map', id: embed ? undefined : one, more: { share: token, shared: name, ...(at !== undefined && one === undefined && { at }), ...(embed && { embed: '1' }) } })}`;
}

export type Standing = 'live' | 'revoked' | 'expired';

export function standingOf({ revokedAt, expiresAt }: Pick<Schemas['ShareLink'], 'revokedAt' | 'expiresAt'>, now: number): Standing {
  if (revokedAt !== null) return 'revoked';
  return Date.parse(expiresAt) <= now ? 'expired' : 'live';
}
