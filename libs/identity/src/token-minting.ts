import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT, type JWK } from 'jose';
import { TOKEN_ALGORITHM } from './key-set.js';
import type { Scope } from './scopes.js';
import { isWorkspaceId } from './workspace-id.js';

export interface TokenOrder {
  /** Who calls, 1…200 characters. */
  subject: string;
  /** For people; not used to decide anything. */
  name?: string;
  /** At most 100, each alphanumeric, 1…64 characters. */
  workspaces: readonly string[];
  scopes: readonly Scope[];
  expiresInSeconds: number;
  issuer: string;
  audience: string;
}

/** A signed access token (RFC 9068 in shape): header typ `at+jwt`, kid from the key. */
export async function mintToken(privateJwk: JWK, order: TokenOrder): Promise<string> {
  const wrong = order.workspaces.find((id) => !isWorkspaceId(id));
  if (wrong !== undefined) throw new Error(`The workspace id ${JSON.stringify(wrong)} is not alphanumeric with 1…64 characters.`);
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ workspaces: [...order.workspaces], scope: order.scopes.join(' '), ...(order.name === undefined ? {} : { name: order.name }) })
    .setProtectedHeader({ alg: TOKEN_ALGORITHM, kid: privateJwk.kid, typ: 'at+jwt' })
    .setIssuer(order.issuer)
    .setAudience(order.audience)
    .setSubject(order.subject)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(now + order.expiresInSeconds)
    .sign(await importJWK(privateJwk, TOKEN_ALGORITHM));
}
