/** Limits the cookie to the calls that need it. */
const PATH = '/app/session';
const NAME = 'waymark_session';
/** The format of the directory's refresh tokens. */
const REFRESH_TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * The cookie that keeps a browser's refresh token where no script can read it. Over https it is `Secure` and has the prefix
 * `__Secure-`: browsers then accept it only over https, so that nobody on the network can plant one over http. `__Host-` would also keep
 * hosts of the same domain from planting one, but forbids a path: then each tile and each asset would carry the token, through
 * every proxy and its log. Instead, a second cookie planted by such a host is refused (`several`).
 */
export class SessionCookie {
  private readonly name: string;
  private readonly attributes: string;

  constructor(isSecure: boolean) {
    this.name = isSecure ? `__Secure-${NAME}` : NAME;
    this.attributes = `; Path=${PATH}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  }

  /** Value of `Set-Cookie`; the browser drops the cookie when the token expires. @param expiresAt RFC 3339 */
  holding(refreshToken: string, expiresAt: string, now = Date.now()): string {
    return `${this.name}=${refreshToken}; Max-Age=${Math.max(0, Math.floor((Date.parse(expiresAt) - now) / 1000))}${this.attributes}`;
  }

  /** Value of `Set-Cookie` that removes the cookie. */
  removed(): string {
    return `${this.name}=; Max-Age=0${this.attributes}`;
  }

  /**
   * The refresh token in the header `Cookie`. Undefined if there is none, or none in the right format; `several` if it is unclear
   * which one this gateway has set.
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
