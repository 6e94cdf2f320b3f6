/** The scopes that a token claims; only the gateway checks them. Empty for a text that is not a JWT. */
export function scopesSaid(token: string): ReadonlySet<string> {
  try {
    const { scope } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { scope?: unknown };
    return new Set(typeof scope === 'string' ? scope.split(' ') : []);
  } catch {
    return new Set();
  }
}
