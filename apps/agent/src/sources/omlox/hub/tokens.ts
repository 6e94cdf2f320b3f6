import * as oauth from 'openid-client';
import { type Static, Type } from 'typebox';
import type { RequestInit } from 'undici';
import { secret } from '../../../reading/schema-parts.js';
import { SourceError } from '../../../reading/source.js';
import { tlsAdvice } from '../../connecting/tls-advice.js';
import type { HubWeb } from './hub-web.js';

const closed = { additionalProperties: false };
const AUTH_FORMS = [
  Type.Object({ kind: Type.Literal('none') }, closed),
  Type.Object(
    {
      kind: Type.Literal('token'),
      token: secret({ minLength: 1, description: 'A bearer token (JWT), as ${env:NAME} or ${file:/path}.' }),
    },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal('oauth2', { description: 'Client credentials (RFC 6749, 4.4).' }),
      tokenUrl: Type.String({ format: 'http-url', maxLength: 2048, description: 'The token endpoint of the identity provider.' }),
      clientId: Type.String({ minLength: 1, maxLength: 256 }),
      clientSecret: secret({ minLength: 1, description: 'As ${env:NAME} or ${file:/path}.' }),
      scope: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
    },
    closed,
  ),
] as const;
type OmloxAuth = Static<(typeof AUTH_FORMS)[number]>;

/** How the agent authenticates at the hub. */
export const AUTH_SCHEMA = Type.Unsafe<OmloxAuth>({
  type: 'object',
  description: 'How the hub knows the agent. Default: it does not ask.',
  required: ['kind'],
  oneOf: AUTH_FORMS,
});

export interface HubToken {
  /** Undefined: the hub requires none. */
  readonly value: string | undefined;
  /** Milliseconds since 1970 after which the token should be renewed; undefined: unknown, or there is no other token. */
  readonly renewAt: number | undefined;
}

/** The source of a hub's tokens. */
export interface HubTokens {
  /** The currently valid token. @throws Error when the identity provider is unavailable or refuses */
  current(): Promise<HubToken>;
  /** Called when the hub has rejected a token; `current` does not return it again if another one is available. */
  refused(token: HubToken): void;
}

const TIMEOUT_S = 10;
/** Share of a token's lifetime after which it is renewed. Leaves enough time to open another connection before the hub closes this one. */
const USED_LIFE = 0.8;
/** Assumed when the provider gives no lifetime. */
const ASSUMED_LIFE_S = 300;

export function tokensFor(auth: OmloxAuth | undefined, web: HubWeb): HubTokens {
  if (auth === undefined || auth.kind === 'none') return fixed(undefined);
  return auth.kind === 'token' ? fixed(auth.token) : new ClientCredentials(auth, web);
}

function fixed(value: string | undefined): HubTokens {
  return { current: () => Promise.resolve({ value, renewAt: undefined }), refused: () => undefined };
}

/** OAuth 2.0 client credentials (RFC 6749, 4.4), by Basic or, when the provider supports only that, in the body. */
class ClientCredentials implements HubTokens {
  private held: HubToken | undefined;
  private pending: Promise<HubToken> | undefined;
  private byBody = false;

  constructor(
    private readonly auth: Extract<OmloxAuth, { kind: 'oauth2' }>,
    private readonly web: HubWeb,
  ) {
    if (!URL.canParse(auth.tokenUrl))
      throw new SourceError('auth.tokenUrl is no address: give the token endpoint of the identity provider.');
  }

  current(): Promise<HubToken> {
    if (this.held && (this.held.renewAt ?? Infinity) > Date.now()) return Promise.resolve(this.held);
    this.pending ??= this.ask().finally(() => (this.pending = undefined));
    return this.pending;
  }

  refused(token: HubToken): void {
    if (this.held?.value === token.value) this.held = undefined;
  }

  private async ask(): Promise<HubToken> {
    const answer = await this.grant().catch((error: unknown) => {
      if ((error as { error?: unknown }).error !== 'invalid_client') throw this.tokenError(error);
      this.byBody = !this.byBody;
      return this.grant().catch((second: unknown) => {
        throw this.tokenError(second);
      });
    });
    const life = Math.max(1, answer.expires_in ?? ASSUMED_LIFE_S);
    this.held = { value: answer.access_token, renewAt: Date.now() + life * USED_LIFE * 1000 };
    return this.held;
  }

  private grant(): ReturnType<typeof oauth.clientCredentialsGrant> {
    const { tokenUrl, clientId, clientSecret, scope } = this.auth;
    const method = this.byBody ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret);
    const configuration = new oauth.Configuration(
      { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl },
      clientId,
      undefined,
      method,
    );
    configuration.timeout = TIMEOUT_S;
    configuration[oauth.customFetch] = (url, init) => this.web.fetch(url, init as RequestInit) as unknown as Promise<Response>;
    // An http:// address in the configuration is explicit consent for a site without certificates; the hub itself uses http as well.
    if (tokenUrl.startsWith('http:')) oauth.allowInsecureRequests(configuration);
    return oauth.clientCredentialsGrant(configuration, scope === undefined ? {} : { scope });
  }

  private tokenError(error: unknown): Error {
    const { error: code, message, cause } = error as { error?: string; message: string; cause?: { code?: string } };
    return new Error(
      `No token from ${new URL(this.auth.tokenUrl).host}: ${code ?? cause?.code ?? message}. ` +
        `${tlsAdvice(error) ?? 'See auth of this source: tokenUrl, clientId, clientSecret, scope.'}`,
      { cause: error },
    );
  }
}
