import type { JWK } from 'jose';
import { createKeyPair } from '#identity/key-set.js';
import type { Scope } from '#identity/scopes.js';
import { mintToken } from '#identity/token-minting.js';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '../services/service-environment.js';

/** The key that signs an installation's tokens, and the set that its services check them against. */
export interface TokenKeys {
  privateJwk: JWK;
  publicKeys: { keys: JWK[] };
}

export interface TokenGrant {
  subject: string;
  workspaces: readonly string[];
  scopes: readonly Scope[];
  expiresInSeconds: number;
}

export async function createTokenKeys(): Promise<TokenKeys> {
  const { privateJwk, publicJwk } = await createKeyPair();
  return { privateJwk, publicKeys: { keys: [publicJwk] } };
}

/** A token for the API of this installation, signed now. */
export function mintApiToken({ privateJwk }: Pick<TokenKeys, 'privateJwk'>, grant: TokenGrant): Promise<string> {
  return mintToken(privateJwk, { ...grant, issuer: TOKEN_ISSUER, audience: TOKEN_AUDIENCE });
}
