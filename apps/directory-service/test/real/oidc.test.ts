import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from '#stack/processes/free-port.js';
import { startService } from '#testing/running-service.js';
import { type Answer, type DirectoryInTest, startDirectory } from './directory-in-test.js';
import { type AccountInTest, browse, CLIENT, type ProviderInTest, startProvider } from './provider-in-test.js';

/** As registered at the provider; the test sends the query to the gateway itself. */
const REDIRECT_URL = 'https://waymark.example/auth/oidc/callback';
const RETURN_URL = 'https://waymark.example/app';
let world: DirectoryInTest;
let provider: ProviderInTest;
let settings: Record<string, string>;

beforeAll(async () => {
  provider = await startProvider(REDIRECT_URL);
  settings = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_REDIRECT_URL: REDIRECT_URL,
    OIDC_RETURN_URL: RETURN_URL,
  };
  world = await startDirectory('oidc', settings);
});
afterAll(async () => {
  await world?.close();
  await provider?.close();
});

const newVerifier = () => randomBytes(32).toString('base64url');
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
const start = (verifier: string) => world.call('GET', `/auth/oidc/start?challenge=${challengeOf(verifier)}`);
const takeUp = (code: string, verifier: string): Promise<Answer> => world.call('POST', '/auth/oidc/token', { body: { code, verifier } });

/** Follows redirects through the provider to the gateway's callback, like a browser. */
async function throughProvider(
  account: AccountInTest,
  verifier: string,
  change: (query: URLSearchParams) => void = () => undefined,
): Promise<Answer> {
  provider.account = account;
  const sent = await start(verifier);
  expect(sent.status, sent.text).toBe(302);
  const back = new URL(await browse(sent.headers.get('location')!, [REDIRECT_URL]));
  change(back.searchParams);
  return world.call('GET', `/auth/oidc/callback${back.search}`);
}

const codeOf = (answer: Answer): string => {
  expect(answer.status, answer.text).toBe(302);
  const location = answer.headers.get('location')!;
  expect(location).toMatch(/^https:\/\/waymark\.example\/app#oidc=[A-Za-z0-9_-]{43}$/);
  return location.split('=')[1]!;
};

describe('sign-in with a provider', () => {
  it('asks for a code with state, nonce and PKCE, and signs in a person known by the verified address', async () => {
    const { id } = await world.person('Ada@example.org', { quay: 'editor' });
    const verifier = newVerifier();
    const sent = new URL((await start(verifier)).headers.get('location')!);
    expect(Object.fromEntries(sent.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: CLIENT.id,
      redirect_uri: REDIRECT_URL,
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(sent.searchParams.get(name)!.length).toBeGreaterThanOrEqual(43);
    expect(sent.searchParams.get('code_challenge')).not.toBe(challengeOf(verifier));

    const answer = await takeUp(
      codeOf(await throughProvider({ sub: 'ada', email: 'ada@EXAMPLE.org', email_verified: true }, verifier)),
      verifier,
    );
    expect(answer.json).toMatchObject({ mustChangePassword: false, person: { id, workspaces: [{ id: 'quay', role: 'editor' }] } });
    expect((await world.call('GET', '/auth/me', { token: answer.json.apiAccessToken.token })).json.email).toBe('Ada@example.org');
    expect((await world.call('POST', '/auth/refresh', { body: { refreshToken: answer.json.refreshToken } })).status).toBe(200);
    expect(provider.requests.join()).not.toContain(verifier);
  });

  it('recognises an account whose address has changed, and takes no other with the old address for it', async () => {
    const { id, email } = await world.person('bea@example.org');
    const [first, again] = [newVerifier(), newVerifier()];
    expect((await takeUp(codeOf(await throughProvider({ sub: 'bea', email, email_verified: true }, first)), first)).json.person.id).toBe(
      id,
    );
    expect(
      (await takeUp(codeOf(await throughProvider({ sub: 'bea', email: 'bea@married.example', email_verified: true }, again)), again)).json
        .person.id,
    ).toBe(id);
    expect((await throughProvider({ sub: 'bea-the-second', email, email_verified: true }, newVerifier())).status).toBe(403);
  });

  it.each<[string, AccountInTest]>([
    ['nobody has the address', { sub: 'stranger', email: 'stranger@example.org', email_verified: true }],
    ['the address is not verified', { sub: 'mallory', email: 'boss@example.org', email_verified: false }],
    ['the provider does not say whether it is', { sub: 'mallory', email: 'boss@example.org' }],
    ['there is no address', { sub: 'mallory' }],
    ['the person is disabled', { sub: 'gone', email: 'gone@example.org', email_verified: true }],
  ])('lets nobody in when %s', async (_name, account) => {
    if (account.email === 'gone@example.org')
      await world.inside('PATCH', `/operator/people/${(await world.person('gone@example.org')).id}`, { status: 'disabled' });
    else await world.inside('POST', '/operator/people', { email: 'boss@example.org' });
    const people = async (): Promise<number> => (await world.inside('GET', '/operator/people')).json.people.length as number;
    const before = await people();
    const answer = await throughProvider(account, newVerifier());
    expect([answer.status, answer.json.type]).toEqual([403, 'urn:waymark:problem:forbidden']);
    expect(await people()).toBe(before);
  });

  it.each<[string, (query: URLSearchParams) => void]>([
    ['another state', (query) => query.set('state', newVerifier())],
    ['a state that was changed', (query) => query.set('state', query.get('state')!.slice(0, -4) + 'AAAA')],
    ['no state', (query) => query.delete('state')],
    ['two states', (query) => query.append('state', 'x')],
    ['another code', (query) => query.set('code', newVerifier())],
    ['no code', (query) => query.delete('code')],
    ['another issuer', (query) => query.set('iss', 'https://evil.example')],
    ['an error of the provider', (query) => (query.delete('code'), query.set('error', 'access_denied'))],
  ])('refuses to come back with %s', async (_name, change) => {
    const answer = await throughProvider({ sub: 'ada', email: 'ada@example.org', email_verified: true }, newVerifier(), change);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'application/problem+json']);
  });

  it("refuses the state of another attempt: its nonce and PKCE verifier don't fit", async () => {
    const other = new URL((await start(newVerifier())).headers.get('location')!).searchParams.get('state')!;
    expect(
      (
        await throughProvider({ sub: 'ada', email: 'ada@example.org', email_verified: true }, newVerifier(), (query) =>
          query.set('state', other),
        )
      ).status,
    ).toBe(403);
  });
});

describe('the one-time code', () => {
  const ada = { sub: 'ada', email: 'ada@example.org', email_verified: true };

  it('is valid once', async () => {
    const verifier = newVerifier();
    const code = codeOf(await throughProvider(ada, verifier));
    const both = await Promise.all([takeUp(code, verifier), takeUp(code, verifier)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('is useless to somebody who saw it, and then to its owner, too', async () => {
    const verifier = newVerifier();
    const code = codeOf(await throughProvider(ada, verifier));
    expect((await takeUp(code, newVerifier())).status).toBe(401);
    expect((await takeUp(code, verifier)).status).toBe(401);
  });

  it('is over after a minute', async () => {
    const verifier = newVerifier();
    const code = codeOf(await throughProvider(ada, verifier));
    await world.query(`update login_code set expires_at = now() - interval '1 second'`);
    expect((await takeUp(code, verifier)).json.type).toBe('urn:waymark:problem:session-ended');
  });
});

it('invalid input is refused with a pointer', async () => {
  for (const query of ['', '?challenge=', '?challenge=short', `?challenge=${'x'.repeat(44)}`, `?challenge=${'x'.repeat(43)}&challenge=y`]) {
    const answer = await world.call('GET', `/auth/oidc/start${query}`);
    expect([query, answer.status, answer.json.errors[0].pointer]).toEqual([query, 400, 'challenge']);
  }
  expect((await world.call('POST', '/auth/oidc/token', { body: { code: 'x'.repeat(43), verifier: 'short' } })).json.errors[0].pointer).toBe(
    '/verifier',
  );
  expect((await world.call('GET', `/auth/oidc/callback?state=${'x'.repeat(5000)}`)).status).toBe(403);
});

it('no code, verifier or client secret is in a log', async () => {
  const log = world.directory.log() + world.gateways[0]!.log();
  expect(log).not.toContain(CLIENT.secret);
  expect(log).not.toMatch(/code=|state=/);
});

describe('other settings', () => {
  it('OIDC_SIGN_UP creates a person without workspaces for somebody unknown', async () => {
    const signUp = await startService(
      'directory-service',
      world.space.environment('directory-service', { ...settings, OIDC_SIGN_UP: 'true', PORT: String((await freePorts(1))[0]) }),
    );
    try {
      const send = (path: string, body?: unknown) =>
        fetch(signUp.url + path, {
          redirect: 'manual',
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            'x-waymark-internal': world.space.installation.secrets.internalToken,
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          body: body === undefined ? undefined : JSON.stringify(body),
        });
      provider.account = { sub: 'newcomer', email: 'newcomer@example.org', email_verified: true, name: 'New Comer' };
      const verifier = newVerifier();
      const back = await browse((await send(`/auth/oidc/start?challenge=${challengeOf(verifier)}`)).headers.get('location')!, [
        REDIRECT_URL,
      ]);
      const done = await send(`/auth/oidc/callback${new URL(back).search}`);
      const answer = (await (await send('/auth/oidc/token', { code: done.headers.get('location')!.split('=')[1], verifier })).json()) as {
        person: object;
      };
      expect(answer.person).toMatchObject({ email: 'newcomer@example.org', name: 'New Comer', operator: false, workspaces: [] });
    } finally {
      await signUp.stop();
    }
  });

  it('an unreachable provider is reported as such, and people can still sign in by password', async () => {
    const away = await startService(
      'directory-service',
      world.space.environment('directory-service', {
        ...settings,
        OIDC_ISSUER: 'http://127.0.0.1:1',
        PORT: String((await freePorts(1))[0]),
      }),
    );
    try {
      const answer = await fetch(`${away.url}/auth/oidc/start?challenge=${'x'.repeat(43)}`, {
        headers: { 'x-waymark-internal': world.space.installation.secrets.internalToken },
      });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    } finally {
      await away.stop();
    }
  });
});
