import { hash, randomBytes } from 'node:crypto';

const BYTES = 32;

/** 256 random bits as 43 characters of base64url: refresh tokens, one-time links and codes. */
export function createSecret(): string {
  return randomBytes(BYTES).toString('base64url');
}

/** What is stored of a secret. It is random, so that a plain SHA-256 can't be guessed backwards. */
export function secretHash(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
