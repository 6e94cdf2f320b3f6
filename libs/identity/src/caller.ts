import type { Scope } from './scopes.js';

/** Whoever holds a verified token. One object for all requests of the same token: never change it. */
export interface Caller {
  /** Claim `sub`. */
  readonly subject: string;
  /** Claim `jti`. */
  readonly tokenId: string;
  /** Workspaces that the token names (claim `workspaces`). */
  readonly workspaces: readonly string[];
  readonly scopes: ReadonlySet<Scope>;
  /** Claim `exp`, seconds since the epoch. */
  readonly expiresAt: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before any handler of a protected route; null on public routes without a token. */
    caller: Caller;
  }
}
