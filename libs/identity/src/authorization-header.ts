import type { IncomingMessage } from 'node:http';
import { TokenRefusedError } from './token-header.js';

/** A longer header is refused without parsing. */
export const MAX_TOKEN_CHARACTERS = 8192;
const BEARER = /^bearer +/i;
const TOKEN = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

/**
 * The token in `Authorization: Bearer <token>` (RFC 6750, 2.1); tokens in the query or the body are never accepted. Undefined if there is
 * no such header.
 * @throws TokenRefusedError for another scheme, two headers, or a text that cannot be a signed JWT
 */
export function bearerTokenOf(request: IncomingMessage): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) return undefined;
  if (isGivenTwice(request.rawHeaders)) throw new TokenRefusedError('The Authorization header was sent twice');
  const scheme = BEARER.exec(header);
  if (scheme === null) throw new TokenRefusedError('The Authorization header must be: Bearer <token>');
  const token = header.slice(scheme[0].length);
  if (token.length > MAX_TOKEN_CHARACTERS || !TOKEN.test(token)) throw new TokenRefusedError('The token is not a signed JWT');
  return token;
}

/** Node keeps only the first of several such headers, so a second one would not be noticed. */
function isGivenTwice(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 13 && name.toLowerCase() === 'authorization') count += 1;
  }
  return count > 1;
}
