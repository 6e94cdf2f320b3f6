import * as oidc from 'openid-client';
import { Problem } from '#problems/problem.js';

export interface OidcProviderOptions {
  issuer: string;
  clientId: string;
  /** Empty for a public client. */
  clientSecret: string;
  redirectUrl: string;
  scope: string;
}

/** The person who signed in, according to the provider. */
export interface OidcIdentity {
  issuer: string;
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
  name: string | undefined;
}

/** Values that the provider must return or prove unchanged. */
export interface OidcChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Up to three calls must fit into the time for which the gateway waits. */
const TIMEOUT_S = 3;
const CACHE_MS = 60 * 60_000;

/** Client of the OpenID provider: authorization code flow with PKCE (RFC 9700, 2.1.1). The provider's metadata is cached for an hour. */
export class OidcProviderClient {
  private configuration: Promise<oidc.Configuration> | undefined;
  private until = 0;

  constructor(private readonly options: OidcProviderOptions) {}

  /** URL to which the browser is sent. @throws Problem 503 when the provider is down */
  async signInUrl({ state, nonce, codeVerifier }: OidcChecks): Promise<URL> {
    const { redirectUrl, scope } = this.options;
    return oidc.buildAuthorizationUrl(await this.discovered(), {
      redirect_uri: redirectUrl,
      scope,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    });
  }

  /**
   * @param query the query with which the provider sends the browser back
   * @throws Problem 403 when the provider refused or its answer is invalid, 503 when it is down
   */
  async identify(query: string, { state, nonce, codeVerifier }: OidcChecks): Promise<OidcIdentity> {
    const configuration = await this.discovered();
    const url = new URL(this.options.redirectUrl);
    url.search = query;
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      const allClaims =
        claims.email === undefined ? { ...claims, ...(await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)) } : claims;
      const { email, email_verified: emailVerified, name } = allClaims as Record<string, unknown>;
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: typeof email === 'string' ? email : undefined,
        emailVerified: emailVerified === true,
        name: typeof name === 'string' ? name : undefined,
      };
    } catch (error) {
      throw refusalOf(error);
    }
  }

  private discovered(): Promise<oidc.Configuration> {
    if (this.configuration === undefined || Date.now() > this.until) {
      this.until = Date.now() + CACHE_MS;
      this.configuration = this.discover().catch((error: unknown) => {
        this.configuration = undefined;
        throw away(error);
      });
    }
    return this.configuration;
  }

  private discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.options;
    const url = new URL(issuer);
    // Plain HTTP is only allowed on this machine.
    const execute = [
      oidc.enableNonRepudiationChecks,
      ...(url.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname) ? [oidc.allowInsecureRequests] : []),
    ];
    return oidc.discovery(url, clientId, undefined, clientSecret === '' ? oidc.None() : oidc.ClientSecretBasic(clientSecret), {
      execute,
      timeout: TIMEOUT_S,
    });
  }
}

function away(cause: unknown): Problem {
  return new Problem(
    'unavailable',
    'The OpenID provider is unavailable at the moment, or the OIDC settings are ' + 'wrong; log in with a password, or try again.',
    { headers: { 'retry-after': '5' }, cause },
  );
}

/** The problem for an error: 403 if the provider refused or answered invalidly, 503 if it did not answer. */
function refusalOf(error: unknown): Problem {
  const refused = error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError;
  const unsound = error instanceof oidc.ClientError && !['OAUTH_TIMEOUT', 'OAUTH_ABORT'].includes(error.code ?? '');
  if (refused || unsound)
    return new Problem('forbidden', 'The sign-in failed at the provider, or its answer is not valid. Start again: GET /auth/oidc/start.', {
      cause: error,
    });
  return away(error);
}
