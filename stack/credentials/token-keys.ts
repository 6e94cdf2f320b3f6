import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '../services/service-environment.js';

/** The key that signs an installation's tokens, and the set that its services check them against. */
export interface TokenKeys {
  privateJwk: JWK;
  publicKeys: { keys: JWK[] };
}

export interface TokenGrant {
  subject: string;
  name?: string;
  workspaces: readonly string[];
  scopes: readonly string[];
  expiresInSeconds: number;
}

/** A new ES256 key with a kid of its own. */
export async function createTokenKeys(): Promise<TokenKeys> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const marks = { kid: randomUUID(), alg: 'ES256', use: 'sig' };
  return {
    privateJwk: { ...(await exportJWK(privateKey)), ...marks },
    publicKeys: { keys: [{ ...(await exportJWK(publicKey)), ...marks }] },
  };
}

/** A token for the API, signed now. */
export async function mintApiToken(keys: Pick<TokenKeys, 'privateJwk'>, grant: TokenGrant): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ workspaces: grant.workspaces, scope: grant.scopes.join(' '), ...(grant.name ? { name: grant.name } : {}) })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: keys.privateJwk.kid! })
    .setIssuer(TOKEN_ISSUER)
    .setAudience(TOKEN_AUDIENCE)
    .setSubject(grant.subject)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(now + grant.expiresInSeconds)
    .sign(await importJWK(keys.privateJwk, 'ES256'));
}
