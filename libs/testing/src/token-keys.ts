import { randomUUID } from 'node:crypto';
import type { JWK } from 'jose';
import type { Scope } from '#contracts/directory/scopes.js';
import type { Narrowing } from '#identity/caller.js';
import { createKeyPair } from '#identity/signing-key.js';
import { mintToken } from '#identity/token-minting.js';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '#stack/services/service-environment.js';

/** The key that signs a test's tokens, and its public part in the format in which the directory publishes it. */
export interface TokenKeys {
  privateJwk: JWK;
  publicJwk: JWK;
}

export interface TokenGrant {
  subject: string;
  workspaces: readonly string[];
  scopes: readonly Scope[];
  expiresInSeconds: number;
  narrowed?: Narrowing;
  tokenId?: string;
}

export function createTokenKeys(): Promise<TokenKeys> {
  return createKeyPair();
}

/** A newly signed API token for a test. */
export function mintApiToken({ privateJwk }: Pick<TokenKeys, 'privateJwk'>, grant: TokenGrant): Promise<string> {
  return mintToken(privateJwk, { tokenId: randomUUID(), ...grant, issuer: TOKEN_ISSUER, audience: TOKEN_AUDIENCE });
}
