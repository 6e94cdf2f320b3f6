import type { Scope } from '#contracts/directory/scopes.js';
import { Problem } from '#problems/problem.js';

/** Header in which a gateway sends the caller to an internal service; trusted only together with `x-waymark-internal`. */
export const CALLER_HEADER = 'x-waymark-caller';

/** The caller of a forwarded call, as verified by the gateway. */
export interface ForwardedCaller {
  /** Claim `sub`; `installation` for calls by one of the installation's commands without a gateway. */
  subject: string;
  /** Claim `jti`. */
  tokenId?: string;
  /** Network address of the client as the gateway saw it. */
  address?: string;
  /** True: the token has the scope `operator`. */
  operator?: boolean;
  /** Scopes of the token in the workspace of the path; omitted if the path has none, or if the call is not from a gateway. */
  scopes?: readonly Scope[];
  /** Claims `iat` and `exp`, seconds since the epoch. */
  issuedAt?: number;
  expiresAt?: number;
}

const MAX_CHARACTERS = 4096;

export function forwardedCallerHeader(caller: ForwardedCaller): string {
  return Buffer.from(JSON.stringify(caller)).toString('base64url');
}

/** @throws Problem 400 if `forwardedCallerHeader` did not write the header */
export function forwardedCallerOf(header: string | string[] | undefined): ForwardedCaller {
  if (header === undefined) return { subject: 'installation', operator: true };
  try {
    if (typeof header === 'string' && header.length <= MAX_CHARACTERS) {
      const caller = JSON.parse(Buffer.from(header, 'base64url').toString()) as ForwardedCaller;
      if (typeof caller.subject === 'string' && caller.subject !== '') return caller;
    }
  } catch {
    // Reported below.
  }
  throw new Problem('invalid-header', `${CALLER_HEADER} is not as a gateway writes it.`);
}
