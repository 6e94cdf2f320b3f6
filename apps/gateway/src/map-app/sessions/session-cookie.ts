/** Only the calls that need it are sent it. */
const PATH = '/app/session';
const NAME = 'waymark_session';
/** As the directory makes refresh tokens. */
const REFRESH_TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * The cookie that keeps a browser's refresh token where no script can read it. Over https it is `Secure` and has the prefix
 * `__Secure-`: browsers then take it from https alone, so that nobody on the wire can plant one over http. `__Host-` would keep
 * hosts of the same domain from planting one too, and forbids a path: then each tile and each asset would carry the token, through
 * every proxy and its log. What such a host planted beside ours is refused instead (`several`).
 */
export class SessionCookie {
  private readonly name: string;
  private readonly attributes: string;

  constructor(isSecure: boolean) {
    this.name = isSecure ? `__Secure-${NAME}` : NAME;
    this.attributes = `; Path=${PATH}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  }

  /** For `Set-Cookie`; the browser forgets it when the token expires. @param expiresAt RFC 3339 */
  holding(refreshToken: string, expiresAt: string, now = Date.now()): string {
    return `${this.name}=${refreshToken}; Max-Age=${Math.max(0, Math.floor((Date.parse(expiresAt) - now) / 1000))}${this.attributes}`;
  }

  /** For `Set-Cookie`: takes it away. */
  removed(): string {
    return `${this.name}=; Max-Age=0${this.attributes}`;
  }

  /**
   * The refresh token in the header Cookie. Undefined: there is none, or nothing that could be one; `several`: which is
   * ours can't be told.
   */
  in(header: string | undefined): { token: string } | 'several' | undefined {
    const values = (header ?? '').split(';').flatMap((pair) => {
      const [name, value, ...more] = pair.trim().split('=');
      return name === this.name && value !== undefined && more.length === 0 ? [value] : [];
    });
    const different = [...new Set(values)];
    if (different.length > 1) return 'several';
    return different[0] !== undefined && REFRESH_TOKEN.test(different[0]) ? { token: different[0] } : undefined;
  }
}
