import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface AccountInTest {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** A real OpenID provider in this process; everybody sent to it is signed in at once as `account`. */
export interface ProviderInTest {
  issuer: string;
  account: AccountInTest;
  /** The URL of every request, so that tests can check what was sent. */
  requests: string[];
  close(): Promise<void>;
}

export const CLIENT = { id: 'waymark', secret: 'a secret of the client' };

export async function startProvider(redirectUrl: string): Promise<ProviderInTest> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const running: ProviderInTest = {
    issuer,
    account: { sub: 'nobody' },
    requests: [],
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUrl],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    cookies: { keys: ['a key of this test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/sign-in/${interaction.uid}` },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ ...running.account, sub: id }) }),
    loadExistingGrant: async (context) => {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client!.clientId,
        accountId: context.oidc.session!.accountId!,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const handle = provider.callback();
  server.on('request', (request, response) => {
    running.requests.push(`${request.method} ${request.url}`);
    if (!request.url!.startsWith('/sign-in/')) return void handle(request, response);
    provider
      .interactionFinished(request, response, { login: { accountId: running.account.sub } })
      .catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  return running;
}

/** Acts like a browser: follows redirects with its cookies until an address begins with one of these. */
export async function browse(from: string, until: readonly string[]): Promise<string> {
  const cookies = new Map<string, string>();
  let url = from;
  for (let hop = 0; hop < 10; hop += 1) {
    if (until.some((begin) => url.startsWith(begin))) return url;
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair] = cookie.split(';');
      cookies.set(pair!.slice(0, pair!.indexOf('=')), pair!.slice(pair!.indexOf('=') + 1));
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
    url = new URL(location, url).href;
  }
  throw new Error('Sent on too often.');
}
