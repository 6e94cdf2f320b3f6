import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';

/** The one algorithm: ECDSA on P-256 with SHA-256. A token can't choose another. */
export const TOKEN_ALGORITHM = 'ES256';
const MAX_KEYS = 100;

/** A JWK Set (RFC 7517) file of ours that can't be used; the message says why and names the file. */
export class KeySetError extends Error {
  override readonly name = 'KeySetError';
}

/** Public keys by `kid`, in memory. */
export class KeySet {
  private constructor(private readonly keys: ReadonlyMap<string, KeyObject>) {}

  get size(): number {
    return this.keys.size;
  }

  find(kid: string): KeyObject | undefined {
    return this.keys.get(kid);
  }

  /** @throws KeySetError for anything but 1…100 public P-256 keys with distinct `kid` */
  static of(jwks: { keys: readonly JWK[] }, source = 'key set'): KeySet {
    const refuse = (why: string): never => {
      throw new KeySetError(`${source}: ${why}`);
    };
    if (!Array.isArray(jwks?.keys) || jwks.keys.length === 0 || jwks.keys.length > MAX_KEYS) refuse(`must be {"keys": […]} with 1…${MAX_KEYS} keys`);
    const keys = new Map<string, KeyObject>();
    for (const [at, jwk] of jwks.keys.entries()) {
      const { kid } = jwk;
      if (typeof kid !== 'string' || kid === '' || kid.length > 200) return refuse(`key ${at} has no kid`);
      if (keys.has(kid)) refuse(`kid ${kid} is there twice`);
      if ('d' in jwk) refuse(`key ${kid} is a private key; the file must hold public keys only`);
      if (jwk.kty !== 'EC' || jwk.crv !== 'P-256' || (jwk.alg ?? TOKEN_ALGORITHM) !== TOKEN_ALGORITHM || (jwk.use ?? 'sig') !== 'sig') {
        refuse(`key ${kid} is not an EC P-256 key for ${TOKEN_ALGORITHM} signatures`);
      }
      try {
        keys.set(kid, createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: jwk.x, y: jwk.y }, format: 'jwk' }));
      } catch {
        refuse(`key ${kid} is not a point of the curve`);
      }
    }
    return new KeySet(keys);
  }
}

/** @throws KeySetError naming the file */
export async function readKeySet(file: string): Promise<KeySet> {
  let content: string;
  try {
    content = await readFile(file, 'utf8');
  } catch (error) {
    throw new KeySetError(`${file}: can not be read (${(error as NodeJS.ErrnoException).code}); TOKEN_KEYS_FILE must name a JWK Set with the public keys`);
  }
  let jwks: { keys: JWK[] };
  try {
    jwks = JSON.parse(content) as { keys: JWK[] };
  } catch {
    throw new KeySetError(`${file}: is not JSON`);
  }
  return KeySet.of(jwks, file);
}

export interface KeyPair {
  publicJwk: JWK;
  privateJwk: JWK;
}

/** A new signing key; its `kid` is its thumbprint (RFC 7638). */
export async function createKeyPair(): Promise<KeyPair> {
  const pair = await generateKeyPair(TOKEN_ALGORITHM, { extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const named = { kid: await calculateJwkThumbprint(publicJwk), alg: TOKEN_ALGORITHM, use: 'sig' };
  return { publicJwk: { ...publicJwk, ...named }, privateJwk: { ...(await exportJWK(pair.privateKey)), ...named } };
}
