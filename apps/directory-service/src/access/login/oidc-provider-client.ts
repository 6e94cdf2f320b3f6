import * as oidc from 'openid-client';
import { Problem } from '#problems/problem.js';

export interface OidcProviderOptions {
  issuer: string;
  clientId: string;
  /** Empty: a public client. */
  clientSecret: string;
  redirectUrl: string;
  scope: string;
}

/** The person who signed in, as the provider names them. */
export interface OidcIdentity {
  issuer: string;
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
  name: string | undefined;
}

/** What must come back as it was sent. */
export interface OidcChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Three calls at the most must fit into the gateway's patience. */
const TIMEOUT_S = 3;
const KEPT_MS = 60 * 60_000;

/** The OpenID provider that people sign in with: authorization code flow with PKCE (RFC 9700, 2.1.1), its metadata kept for an hour. */
export class OidcProviderClient {
  private configuration: Promise<oidc.Configuration> | undefined;
  private until = 0;

  constructor(private readonly options: OidcProviderOptions) {}

  /** Where the browser is sent. @throws Problem 503 when the provider is away */
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
   * @param query the query with which the provider sent the browser back
   * @throws Problem 403 when the provider refused or its answer is invalid, 503 when it is away
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
      const said =
        claims.email === undefined ? { ...claims, ...(await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)) } : claims;
      const { email, email_verified: emailVerified, name } = said as Record<string, unknown>;
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
      this.until = Date.now() + KEPT_MS;
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
    // Without TLS only on this machine.
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

/** Distinguishes a provider that refuses or answers invalidly from one that does not answer. */
function refusalOf(error: unknown): Problem {
  const refused = error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError;
  const unsound = error instanceof oidc.ClientError && !['OAUTH_TIMEOUT', 'OAUTH_ABORT'].includes(error.code ?? '');
  if (refused || unsound)
    return new Problem('forbidden', 'The sign-in failed at the provider, or its answer is not valid. Start again: GET /auth/oidc/start.', {
      cause: error,
    });
  return away(error);
}
