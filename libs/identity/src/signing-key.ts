import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';

/** The only algorithm: ECDSA on P-256 with SHA-256. A token cannot choose another. */
export const TOKEN_ALGORITHM = 'ES256';

export interface KeyPair {
  publicJwk: JWK;
  privateJwk: JWK;
}

/**
 * A new signing key. Its `kid` is its thumbprint (RFC 7638) and does not start with a dash, which command lines would read as an option.
 */
export async function createKeyPair(): Promise<KeyPair> {
  for (;;) {
    const pair = await generateKeyPair(TOKEN_ALGORITHM, { extractable: true });
    const publicJwk = await exportJWK(pair.publicKey);
    const kid = await calculateJwkThumbprint(publicJwk);
    if (kid.startsWith('-')) continue;
    const named = { kid, alg: TOKEN_ALGORITHM, use: 'sig' };
    return { publicJwk: { ...publicJwk, ...named }, privateJwk: { ...(await exportJWK(pair.privateKey)), ...named } };
  }
}
