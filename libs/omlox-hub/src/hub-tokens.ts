import { randomBytes } from 'node:crypto';

/** How the simulated hub authenticates clients. */
export type HubAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'token'; readonly token: string }
  | {
      readonly kind: 'oauth2';
      readonly clientId: string;
      readonly clientSecret: string;
      readonly lifeSeconds: number;
      /** Knows credentials in the body only. */ readonly byBody?: boolean;
    };

/** Tokens of the simulated hub: fixed, or issued for client credentials with a lifetime. */
export class HubTokenDesk {
  /** Expiry of each valid token; milliseconds since the epoch. */
  private readonly good = new Map<string, number>();
  issued = 0;

  constructor(private readonly auth: HubAuth) {
    if (auth.kind === 'token') this.good.set(auth.token, Infinity);
  }

  /** @returns an error code of the WebSocket interface; undefined for a valid token */
  judge(token: unknown): 10004 | 10006 | undefined {
    if (this.auth.kind === 'none') return undefined;
    const until = typeof token === 'string' ? this.good.get(token) : undefined;
    if (until === undefined) return 10006;
    return until > Date.now() ? undefined : 10004;
  }

  /** Expires all issued tokens; clients may request new ones. */
  expireAll(): void {
    for (const token of this.good.keys()) this.good.set(token, 0);
  }

  /** The token endpoint (RFC 6749, 4.4). @returns status and body */
  grant(body: string, authorization: string | undefined): readonly [number, object] {
    if (this.auth.kind !== 'oauth2') return [404, {}];
    const form = new URLSearchParams(body);
    const basic = /^Basic (.+)$/.exec(authorization ?? '')?.[1];
    const [id, secret] =
      basic && !this.auth.byBody
        ? Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
        : [form.get('client_id'), form.get('client_secret')];
    if (id !== this.auth.clientId || secret !== this.auth.clientSecret) return [401, { error: 'invalid_client' }];
    if (form.get('grant_type') !== 'client_credentials') return [400, { error: 'unsupported_grant_type' }];
    const token = randomBytes(24).toString('base64url');
    this.issued++;
    this.good.set(token, Date.now() + this.auth.lifeSeconds * 1000);
    return [200, { access_token: token, token_type: 'Bearer', expires_in: this.auth.lifeSeconds }];
  }
}
