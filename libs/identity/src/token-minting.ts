import { importJWK, type JWK, SignJWT } from 'jose';
import type { Role } from '#contracts/directory/roles.js';
import type { Scope } from '#contracts/directory/scopes.js';
import type { Narrowing } from './caller.js';
import { TOKEN_ALGORITHM } from './signing-key.js';
import { isWorkspaceId } from './workspace-id.js';

/** Claims of all tokens. */
interface TokenBase {
  /** Claim `jti`, unique. */
  tokenId: string;
  /** Claim `sub`, 1…200 characters. */
  subject: string;
  expiresInSeconds: number;
  issuer: string;
  audience: string;
  /** Claim `iat`, seconds since the epoch, possibly with a fraction (RFC 7519, 2: NumericDate); default: now, in whole seconds. */
  issuedAt?: number;
}

/** For a machine: the same scopes in each workspace. */
export interface MachineTokenOrder extends TokenBase {
  /** At most 100, each alphanumeric, 1…64 characters. */
  workspaces: readonly string[];
  scopes: readonly Scope[];
  narrowed?: Narrowing;
}

/** For a person: a role in each workspace. */
export interface PersonTokenOrder extends TokenBase {
  roles: Readonly<Record<string, Role>>;
  operator: boolean;
}

/** A signed access token in the form of RFC 9068: header typ `at+jwt`, kid of the key. */
export async function mintToken(privateJwk: JWK, order: MachineTokenOrder | PersonTokenOrder): Promise<string> {
  const wrong = ('roles' in order ? Object.keys(order.roles) : order.workspaces).find((id) => !isWorkspaceId(id));
  if (wrong !== undefined) throw new Error(`The workspace id ${JSON.stringify(wrong)} is not alphanumeric with 1…64 characters.`);
  const issuedAt = order.issuedAt ?? Math.floor(Date.now() / 1000);
  const now = Math.floor(issuedAt);
  return new SignJWT(claimsOf(order))
    .setProtectedHeader({ alg: TOKEN_ALGORITHM, kid: privateJwk.kid, typ: 'at+jwt' })
    .setIssuer(order.issuer)
    .setAudience(order.audience)
    .setSubject(order.subject)
    .setJti(order.tokenId)
    .setIssuedAt(issuedAt)
    .setNotBefore(now)
    .setExpirationTime(now + order.expiresInSeconds)
    .sign(await importJWK(privateJwk, TOKEN_ALGORITHM));
}

function claimsOf(order: MachineTokenOrder | PersonTokenOrder): Record<string, unknown> {
  if ('roles' in order) return { roles: order.roles, scope: order.operator ? 'operator' : '' };
  return { workspaces: [...order.workspaces], scope: order.scopes.join(' '), ...(order.narrowed && { narrowed: order.narrowed }) };
}
