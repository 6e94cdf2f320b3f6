import { hash, randomBytes } from 'node:crypto';

const BYTES = 32;

/** 256 random bits as 43 characters of base64url: refresh tokens, one-time links and codes. */
export function createSecret(): string {
  return randomBytes(BYTES).toString('base64url');
}

/** The stored form of a secret. Secrets are random, so a plain SHA-256 cannot be reversed by guessing. */
export function secretHash(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
