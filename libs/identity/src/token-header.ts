import { TOKEN_ALGORITHM } from './signing-key.js';

/** Why a token is refused, as text for `error_description`; never contains a part of the token. */
export class TokenRefusedError extends Error {
  override readonly name = 'TokenRefusedError';
}

/** Fixed rules of an issuer, independent of the token (RFC 8725, 3.1 and 3.11). */
export interface HeaderRules {
  readonly algorithms: readonly string[];
  /** In lower case. */
  readonly types: ReadonlySet<string>;
}

const OURS: HeaderRules = { algorithms: [TOKEN_ALGORITHM], types: new Set(['jwt', 'at+jwt', 'application/at+jwt']) };
/** Headers with which a token would provide its own key (RFC 8725, 3.10) or require unknown rules (`crit`). */
const REFUSED = ['jku', 'jwk', 'x5u', 'x5c', 'crit', 'b64', 'zip', 'enc'] as const;

/** Checks a token's header before a key is looked up. @returns its `kid` @throws TokenRefusedError */
export function kidOf(token: string, { algorithms, types }: HeaderRules = OURS): string {
  const end = token.indexOf('.');
  let header: Record<string, unknown>;
  try {
    header = JSON.parse(Buffer.from(token.slice(0, end), 'base64url').toString('utf8')) as Record<string, unknown>;
  } catch {
    throw new TokenRefusedError('The token is not a signed JWT');
  }
  if (typeof header !== 'object' || header === null || Array.isArray(header)) throw new TokenRefusedError('The token is not a signed JWT');
  if (typeof header.alg !== 'string' || !algorithms.includes(header.alg))
    throw new TokenRefusedError(`The token must be signed with ${algorithms.join(' or ')}`);
  if (typeof header.typ !== 'string' || !types.has(header.typ.toLowerCase()))
    throw new TokenRefusedError(`The type of the token must be ${types === OURS.types ? 'at+jwt' : [...types].join(' or ')}`);
  const own = REFUSED.find((name) => Object.hasOwn(header, name));
  if (own !== undefined) throw new TokenRefusedError(`The token header ${own} is not allowed`);
  if (typeof header.kid !== 'string') throw new TokenRefusedError('The token does not name its key (kid)');
  return header.kid;
}
