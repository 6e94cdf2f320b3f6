import type { DirectoryCopy } from '#directory/directory-copy.js';
import { TOKEN_ALGORITHM } from '#identity/signing-key.js';

/** The public keys as a JWK Set (RFC 7517, 5). */
export function keySetOf(copy: Pick<DirectoryCopy, 'publicKeys'>): { keys: object[] } {
  return { keys: copy.publicKeys.map(({ kid, x, y }) => ({ kty: 'EC', crv: 'P-256', alg: TOKEN_ALGORITHM, use: 'sig', kid, x, y })) };
}
