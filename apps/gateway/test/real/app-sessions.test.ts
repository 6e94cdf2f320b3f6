import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Ajv } from 'ajv';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { ask } from './app-folder.js';

const PASSWORD = 'a long walk by the quiet harbour';
/** Longer than three simultaneous calls take on a busy machine. */
const GRACE_S = 4;
let space: TestSpace;
let directory: RunningService;
let gateway: RunningService;
/** All refresh tokens so far: none may be in a log. */
const tokens = new Set<string>();

beforeAll(async () => {
  space = await createTestSpace('app-sessions', { directory: 'real' });
  directory = await startService(
    'directory-service',
    space.environment('directory-service', {
      REFRESH_GRACE_SECONDS: String(GRACE_S),
      // Never called: only the presence of the setting matters.
      OIDC_ISSUER: 'http://127.0.0.1:1',
      OIDC_CLIENT_ID: 'waymark',
      OIDC_REDIRECT_URL: 'https://track.example.com/auth/oidc/callback',
      OIDC_RETURN_URL: 'https://track.example.com/app/',
    }),
  );
  gateway = await startService('gateway', space.environment('gateway', { TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'trace' }));
});
afterAll(async () => {
  await gateway?.stop();
  await directory?.stop();
  await space?.close();
});

interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- answers are looked at freely
  json: any;
  text: string;
  headers: Record<string, string | string[] | undefined>;
  /** Of Set-Cookie: name, value and attributes; undefined: no header. */
  cookie: { name: string; value: string; attributes: string[] } | undefined;
}

interface SentRequest {
  cookie?: string;
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

async function session(method: string, path: string, { cookie, token, body, headers = {} }: SentRequest = {}): Promise<Answer> {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const answer = await ask(
    gateway.url,
    `/app/session${path}`,
    {
      'waymark-app': '1',
      ...(cookie !== undefined && { cookie: `waymark_session=${cookie}` }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(sent !== undefined && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(sent)) }),
      ...headers,
    },
    method,
    sent,
  );
  const text = answer.body.toString();
  const [first, ...others] = answer.headers['set-cookie'] ?? [];
  expect(others).toEqual([]);
  const [pair = '', ...attributes] = (first ?? '').split('; ');
  const [name = '', value = ''] = pair.split('=');
  if (value !== '') tokens.add(value);
  return {
    status: answer.status,
    text,
    json: text === '' ? undefined : JSON.parse(text),
    headers: answer.headers,
    cookie: first === undefined ? undefined : { name, value, attributes },
  };
}

const inside = (method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(directory.url + path, {
    method,
    body: JSON.stringify(body),
    headers: {
      'x-waymark-internal': space.installation.secrets.internalToken,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
  });

async function person(email: string): Promise<string> {
  const { id } = (await (await inside('POST', '/operator/people', { email, name: 'Somebody' })).json()) as { id: string };
  const { secret } = (await (await inside('POST', `/operator/people/${id}/password-link`)).json()) as { secret: string };
  expect((await inside('POST', '/auth/password/reset', { secret, newPassword: PASSWORD })).status).toBe(204);
  return id;
}

const login = (email: string, password = PASSWORD, headers?: Record<string, string>): Promise<Answer> =>
  session('POST', '', { body: { email, password }, headers });
const whoIs = (token: string): Promise<number> =>
  fetch(`${gateway.url}/auth/me`, { headers: { authorization: `Bearer ${token}` } }).then(({ status }) => status);
const REMOVED = { name: 'waymark_session', value: '', attributes: ['Max-Age=0', 'Path=/app/session', 'HttpOnly', 'SameSite=Strict'] };

describe('signing in', () => {
  it('returns the login without its refresh token, which is only in a cookie for these calls', async () => {
    const id = await person('ada@example.org');
    const { status, json, cookie, headers } = await login('ada@example.org');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      mustChangePassword: false,
      person: { id, email: 'ada@example.org' },
      apiAccessToken: { token: expect.any(String), expiresAt: expect.any(String) },
      refreshExpiresAt: expect.any(String),
    });
    expect(Object.keys(json)).not.toContain('refreshToken');
    expect(JSON.stringify(json)).not.toContain(cookie!.value);
    expect(headers['cache-control']).toBe('no-store');
    expect(cookie).toMatchObject({ name: 'waymark_session', value: expect.stringMatching(/^[\w-]{43}$/) });
    expect(cookie!.attributes).toEqual([expect.stringMatching(/^Max-Age=\d+$/), 'Path=/app/session', 'HttpOnly', 'SameSite=Strict']);
    const age = Number(cookie!.attributes[0]!.split('=')[1]) * 1000;
    expect(Math.abs(Date.now() + age - Date.parse(json.refreshExpiresAt as string))).toBeLessThan(10_000);
    expect(await whoIs(json.apiAccessToken.token)).toBe(200);
    const isValid = new Ajv({ strict: false, validateFormats: false }).compile(
      JSON.parse(readFileSync(new URL('../../contract/published/beginSession.200.json', import.meta.url), 'utf8')) as object,
    );
    expect([isValid(json), isValid.errors]).toEqual([true, null]);
  });

  it.each<[string, Record<string, string>]>([
    ['its page says', { host: 'track.example.com', origin: 'https://track.example.com', 'sec-fetch-site': 'same-origin' }],
    ['a proxy says', { 'x-forwarded-proto': 'https' }],
  ])('over https, as %s, the cookie is for https only', async (_who, headers) => {
    const { cookie } = await login('ada@example.org', PASSWORD, headers);
    expect(cookie).toMatchObject({
      name: '__Secure-waymark_session',
      attributes: expect.arrayContaining(['Secure', 'HttpOnly', 'SameSite=Strict', 'Path=/app/session']),
    });
    const next = await session('POST', '/refresh', { headers: { ...headers, cookie: `__Secure-waymark_session=${cookie!.value}` } });
    expect([next.status, next.cookie!.name]).toEqual([200, '__Secure-waymark_session']);
    // Over http, another site could have planted it.
    expect((await session('POST', '/refresh', { headers: { ...headers, cookie: `waymark_session=${next.cookie!.value}` } })).status).toBe(
      204,
    );
  });

  it('is refused as under /auth/login, and throttled by the caller’s address', async () => {
    await person('cid@example.org');
    const wrong = await login('cid@example.org', 'not the password at all', { 'x-forwarded-for': '198.51.100.77' });
    expect([wrong.status, wrong.json.type, wrong.cookie]).toEqual([401, 'urn:waymark:problem:login-failed', undefined]);
    const { audit } = (await (await inside('GET', '/operator/audit')).json()) as { audit: { action: string; address: string }[] };
    expect(audit.find(({ action }) => action === 'login.fail')).toMatchObject({ address: '198.51.100.77' });
    let last = wrong;
    for (let n = 0; n < 12 && last.status === 401; n++)
      last = await login('cid@example.org', 'not the password at all', { 'x-forwarded-for': '198.51.100.77' });
    expect([last.status, last.json.limit, Number(last.headers['retry-after']) > 0, last.cookie]).toEqual([
      429,
      'login-failures-per-account',
      true,
      undefined,
    ]);
  });

  it.each([
    [422, { email: 'ada@example.org' }],
    [422, { email: 'ada@example.org', password: PASSWORD, more: 1 }],
    [422, [1]],
    [413, { email: 'ada@example.org', password: 'x'.repeat(20_000) }],
  ])('is %i for a body that is not a login', async (status, body) => {
    const answer = await session('POST', '', { body });
    expect([answer.status, answer.cookie]).toEqual([status, undefined]);
  });

  it('through a provider accepts a code, and the settings of the app announce the provider', async () => {
    const settings = (await (await fetch(`${gateway.url}/app/settings.json`)).json()) as { signIn: object };
    expect(settings.signIn).toEqual({ password: true, provider: true });
    const [code, verifier] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
    expect((await session('POST', '/provider', { body: { code, verifier } })).status).toBe(401);
    const id = await person('dan@example.org');
    const database = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.directory}` });
    await database.connect();
    await database.query(
      `insert into login_code (code_hash, person, challenge, expires_at) values ($1, $2, $3, now() + interval '1 minute')`,
      [createHash('sha256').update(code).digest(), id, createHash('sha256').update(verifier).digest('base64url')],
    );
    await database.end();
    const taken = await session('POST', '/provider', { body: { code, verifier } });
    expect([taken.status, taken.json.person.id, taken.json.refreshToken]).toEqual([200, id, undefined]);
    expect((await session('POST', '/refresh', { cookie: taken.cookie!.value })).status).toBe(200);
  });
});

describe('refreshing', () => {
  it('returns a new access token and the next cookie', async () => {
    const first = await login('ada@example.org');
    const next = await session('POST', '/refresh', { cookie: first.cookie!.value });
    expect([next.status, next.json.refreshToken, next.headers['cache-control']]).toEqual([200, undefined, 'no-store']);
    expect(next.cookie!.value).not.toBe(first.cookie!.value);
    expect(next.json.apiAccessToken.token).not.toBe(first.json.apiAccessToken.token);
    expect(await whoIs(next.json.apiAccessToken.token)).toBe(200);
  });

  it('in two windows at once succeeds in both, with the same cookie', async () => {
    const first = await login('ada@example.org');
    const both = await Promise.all([1, 2, 3].map(() => session('POST', '/refresh', { cookie: first.cookie!.value })));
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(both.map(({ cookie }) => cookie!.value)).size).toBe(1);
    expect((await session('POST', '/refresh', { cookie: both[0]!.cookie!.value })).status).toBe(200);
  });

  it('with a cookie that was used long ago ends the session for everyone, and removes the cookie', async () => {
    const first = await login('ada@example.org');
    const next = await session('POST', '/refresh', { cookie: first.cookie!.value });
    await pause(GRACE_S * 1000 + 500);
    const replayed = await session('POST', '/refresh', { cookie: first.cookie!.value });
    expect([replayed.status, replayed.json.type, replayed.cookie]).toEqual([401, 'urn:waymark:problem:session-ended', REMOVED]);
    expect(replayed.headers['www-authenticate']).toMatch(/^Bearer/);
    expect((await session('POST', '/refresh', { cookie: next.cookie!.value })).status).toBe(401);
  });

  it.each([
    ['no cookie', {}],
    ['one that is none of ours', { cookie: 'waymark_session=abc' }],
  ])('with %s is 204, which no browser shows as an error', async (_what, headers) => {
    const answer = await session('POST', '/refresh', { headers });
    expect([answer.status, answer.text, answer.cookie]).toEqual([204, '', REMOVED]);
  });

  it.each([
    ['an unknown one', { cookie: `waymark_session=${'x'.repeat(43)}` }],
    ['two of them', { cookie: `waymark_session=${'x'.repeat(43)}; waymark_session=${'y'.repeat(43)}` }],
  ])('with %s is 401, and removes the cookie', async (_what, headers) => {
    const answer = await session('POST', '/refresh', { headers });
    expect([answer.status, answer.json.type, answer.cookie]).toEqual([401, 'urn:waymark:problem:session-ended', REMOVED]);
  });

  it('accepts no body', async () => {
    expect((await session('POST', '/refresh', { body: { refreshToken: 'x'.repeat(43) } })).status).toBe(400);
  });
});

describe('signing out', () => {
  it('ends the session with its access tokens, and removes the cookie', async () => {
    const first = await login('ada@example.org');
    const out = await session('DELETE', '', { cookie: first.cookie!.value });
    expect([out.status, out.text, out.cookie]).toEqual([204, '', REMOVED]);
    expect((await session('POST', '/refresh', { cookie: first.cookie!.value })).status).toBe(401);
    await expect.poll(() => whoIs(first.json.apiAccessToken.token as string)).toBe(401);
  });

  it('succeeds when nobody is signed in', async () => {
    expect((await session('DELETE', '')).status).toBe(204);
    expect((await session('DELETE', '', { cookie: 'x'.repeat(43) })).status).toBe(204);
  });
});

describe('changing the password', () => {
  it('ends all sessions except this one, which gets a new cookie', async () => {
    await person('eve@example.org');
    const [here, elsewhere] = await Promise.all([login('eve@example.org'), login('eve@example.org')]);
    const body = { oldPassword: PASSWORD, newPassword: 'another walk by the loud harbour' };
    expect((await session('POST', '/password-change', { body, cookie: here.cookie!.value })).status).toBe(401);
    const wrong = await session('POST', '/password-change', {
      token: here.json.apiAccessToken.token,
      body: { ...body, oldPassword: 'something else entirely' },
    });
    expect([wrong.status, wrong.cookie]).toEqual([403, undefined]);
    const changed = await session('POST', '/password-change', { token: here.json.apiAccessToken.token, body });
    expect([changed.status, changed.json.refreshToken]).toEqual([200, undefined]);
    expect(await whoIs(changed.json.apiAccessToken.token)).toBe(200);
    expect((await session('POST', '/refresh', { cookie: elsewhere.cookie!.value })).status).toBe(401);
    expect((await session('POST', '/refresh', { cookie: changed.cookie!.value })).status).toBe(200);
  });

  it('is required for a one-time password, and until then there is no cookie', async () => {
    const made = (await (await inside('POST', '/internal/first-operator', {})).json()) as { email: string; password: string };
    const first = await login(made.email, made.password);
    expect([first.status, first.json.mustChangePassword, first.json.refreshExpiresAt, first.cookie]).toEqual([200, true, null, REMOVED]);
    const changed = await session('POST', '/password-change', {
      token: first.json.apiAccessToken.token,
      body: { oldPassword: made.password, newPassword: 'yet another walk by the harbour' },
    });
    expect([changed.status, changed.json.mustChangePassword, changed.cookie!.value.length]).toEqual([200, false, 43]);
  });
});

describe('an invitation', () => {
  it('sets the password and logs the browser in, once', async () => {
    const { id } = (await (await inside('POST', '/operator/people', { email: 'inga@example.org', name: 'Inga' })).json()) as { id: string };
    const { secret } = (await (await inside('POST', `/operator/people/${id}/password-link`, {})).json()) as { secret: string };
    const weak = await session('POST', '/invitation', { body: { secret, newPassword: 'aaaaaaaaaaaaaaaa' } });
    expect([weak.status, weak.cookie]).toEqual([422, undefined]);
    const accepted = await session('POST', '/invitation', { body: { secret, newPassword: PASSWORD } });
    expect([accepted.status, accepted.json.refreshToken, accepted.json.mustChangePassword]).toEqual([200, undefined, false]);
    expect(await whoIs(accepted.json.apiAccessToken.token)).toBe(200);
    expect((await session('POST', '/refresh', { cookie: accepted.cookie!.value })).status).toBe(200);
    const again = await session('POST', '/invitation', { body: { secret, newPassword: 'another walk by the loud harbour' } });
    expect([again.status, again.cookie]).toEqual([422, undefined]);
    expect((await login('inga@example.org')).status).toBe(200);
  });
});

describe('a call that does not come from our own page', () => {
  it.each<[string, Record<string, string>]>([
    ['a form of another site', { 'waymark-app': '', 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a script of another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the domain', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
  ])('(%s) is refused everywhere, and changes nothing', async (_what, headers) => {
    const first = await login('ada@example.org');
    const cookie = first.cookie!.value;
    const answers = await Promise.all([
      session('POST', '', { body: { email: 'ada@example.org', password: PASSWORD }, headers }),
      session('POST', '/provider', { body: { code: 'x'.repeat(43), verifier: 'x'.repeat(43) }, headers }),
      session('POST', '/invitation', { body: { secret: 'x'.repeat(43), newPassword: PASSWORD }, headers }),
      session('POST', '/refresh', { cookie, headers }),
      session('DELETE', '', { cookie, headers }),
      session('POST', '/password-change', {
        token: first.json.apiAccessToken.token,
        body: { oldPassword: PASSWORD, newPassword: 'never to be seen in here' },
        headers,
      }),
    ]);
    for (const { status, json, cookie: set } of answers)
      expect([status, json.type, json.errors.length, set]).toEqual([403, 'urn:waymark:problem:forbidden', 1, undefined]);
    expect((await session('POST', '/refresh', { cookie })).status).toBe(200);
  });

  it('is refused in the preflight for a script of another origin', async () => {
    const { status, headers } = await ask(
      gateway.url,
      '/app/session',
      { origin: 'https://evil.example', 'access-control-request-method': 'POST', 'access-control-request-headers': 'waymark-app' },
      'OPTIONS',
    );
    expect(status).toBe(204);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('while the directory is away', () => {
  it('a session stays, signing out removes the cookie, and the app gets the last known answer', async () => {
    const first = await login('ada@example.org');
    await directory.stop();
    const refused = await session('POST', '/refresh', { cookie: first.cookie!.value });
    expect([refused.status, refused.cookie]).toEqual([503, undefined]);
    expect((await login('ada@example.org')).status).toBe(503);
    const out = await session('DELETE', '', { cookie: first.cookie!.value });
    expect([out.status, out.cookie, out.json.detail]).toEqual([503, REMOVED, expect.stringContaining('signed out')]);
    expect(((await (await fetch(`${gateway.url}/app/settings.json`)).json()) as { signIn: object }).signIn).toMatchObject({
      provider: true,
    });
  });

  it('and at no time is a refresh token in a log', () => {
    expect(tokens.size).toBeGreaterThan(10);
    const logs = gateway.log() + directory.log();
    for (const token of tokens) expect(logs).not.toContain(token);
    expect(logs).not.toContain(PASSWORD);
  });
});
