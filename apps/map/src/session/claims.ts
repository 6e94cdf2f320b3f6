import { isScope, type Scope } from '#contracts/directory/scopes.js';
import { ApiProblem } from '../api/problem.js';

/** The claims of an access token (RFC 9068). Only used to decide what to show; the server verifies the signature. */
export interface Claims {
  subject: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  workspaces: readonly string[];
  scopes: readonly Scope[];
}

/** @throws ApiProblem `not-a-token` */
export function claimsOf(token: string): Claims {
  try {
    const [, payload] = token.trim().split('.');
    const bytes = Uint8Array.from(atob(payload!.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as { sub?: unknown; exp?: unknown; workspaces?: unknown; scope?: unknown };
    if (typeof claims.sub !== 'string' || typeof claims.exp !== 'number') throw new TypeError('not an access token');
    return {
      subject: claims.sub,
      expiresAt: claims.exp * 1000,
      workspaces: Array.isArray(claims.workspaces) ? claims.workspaces.filter((id) => typeof id === 'string') : [],
      scopes: typeof claims.scope === 'string' ? claims.scope.split(' ').filter(isScope) : [],
    };
  } catch {
    throw new ApiProblem(0, 'not-a-token', 'This is no access token.');
  }
}
