/** The claims of a token; only the gateway verifies them. */
export interface TokenClaims {
  readonly scopes: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** Undefined for a text that is not a JWT. */
export function claimsOf(token: string): TokenClaims | undefined {
  try {
    const { scope, exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { scope?: unknown; exp?: unknown };
    return {
      scopes: new Set(typeof scope === 'string' ? scope.split(' ') : []),
      ...(typeof exp === 'number' && Number.isFinite(exp) && { expiresAt: exp * 1000 }),
    };
  } catch {
    return undefined;
  }
}
