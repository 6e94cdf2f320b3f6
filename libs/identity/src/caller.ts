import type {} from 'fastify';
import type { Scope } from '#contracts/directory/scopes.js';
import type { Problem } from '#problems/problem.js';

/** Limits of the token of a machine or share link; an omitted member sets no limit. */
export interface Narrowing {
  /** Ids of objects. */
  readonly ids?: readonly string[];
  /** Box in which objects must be: west, south, east, north in degrees; west > east crosses the antimeridian (RFC 7946, 5). */
  readonly bbox?: readonly [west: number, south: number, east: number, north: number];
  /** Types of objects. */
  readonly types?: readonly string[];
  /** Prefix of the ids of objects. */
  readonly idPrefix?: string;
  /** Names of fields. */
  readonly fields?: readonly string[];
}

/** The holder of a verified token. All requests with the token share this object, so it must not be changed. */
export interface Caller {
  /** Claim `sub`. */
  readonly subject: string;
  /** Claim `jti`. */
  readonly tokenId: string;
  /** Workspaces that the token names, with its rights in each. */
  readonly grants: ReadonlyMap<string, ReadonlySet<Scope>>;
  /** All scopes that the token has in at least one workspace. */
  readonly scopes: ReadonlySet<Scope>;
  readonly narrowing: Narrowing | undefined;
  /** Claims `iat` and `exp`, seconds since the epoch; `iat` has a fraction in tokens of people. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before any handler of a protected route; null on public routes without a token. */
    caller: Caller;
    /**
     * Checks a call again after it has waited, because its token may have been revoked or its workspace suspended. Null on routes without a
     * token.
     */
    refusalByNow: ((request: FastifyRequest) => Problem | undefined) | null;
  }
}
