import type { Caller } from './caller.js';
import { isScope, type Scope } from './scopes.js';
import { TokenRefusedError } from './token-header.js';
import { isWorkspaceId } from './workspace-id.js';

const MAX_WORKSPACES = 100;

/**
 * The caller that verified claims describe; iss, aud, nbf and exp were checked with the signature. Scopes that don't exist and
 * texts that can't be a workspace id open nothing and are left out.
 * @throws TokenRefusedError naming the claim that is missing or has another shape
 */
export function callerOf(claims: Readonly<Record<string, unknown>>, nowSeconds: number, clockSkewSeconds: number): Caller {
  const { sub, jti, exp, iat, workspaces, scope } = claims;
  if (typeof exp !== 'number' || !Number.isFinite(exp)) throw new TokenRefusedError('The token has no claim exp');
  if (typeof sub !== 'string' || sub === '' || sub.length > 200) throw new TokenRefusedError('The token has no claim sub');
  if (typeof jti !== 'string' || jti === '' || jti.length > 200) throw new TokenRefusedError('The token has no claim jti');
  if (typeof iat !== 'number' || iat > nowSeconds + clockSkewSeconds) throw new TokenRefusedError('The token has no claim iat, or one in the future');
  if (!Array.isArray(workspaces) || workspaces.length > MAX_WORKSPACES || !workspaces.every((id) => typeof id === 'string')) {
    throw new TokenRefusedError(`The claim workspaces must be an array of at most ${MAX_WORKSPACES} texts`);
  }
  if (typeof scope !== 'string') throw new TokenRefusedError('The token has no claim scope');
  const scopes: ReadonlySet<Scope> = new Set(scope.split(' ').filter(isScope));
  return Object.freeze({ subject: sub, tokenId: jti, workspaces: Object.freeze(workspaces.filter(isWorkspaceId)), scopes, expiresAt: exp });
}
