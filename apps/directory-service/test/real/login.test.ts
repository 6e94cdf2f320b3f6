import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DirectoryInTest, PASSWORD, startDirectory } from './directory-in-test.js';
import { figure } from './figure.js';

let world: DirectoryInTest;
beforeAll(async () => {
  world = await startDirectory('login');
});
afterAll(() => world?.close());

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
const withoutId = (text: string): string => text.replace(/"requestId":"[^"]*"/, '');

describe('POST /auth/login', () => {
  it('gives an access token with the roles, a refresh token and the person', async () => {
    const { id } = await world.person('Ada@example.org', { quay: 'editor', yard: 'viewer' });
    const { status, json, headers } = await world.login('ada@EXAMPLE.org');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(json).toMatchObject({
      mustChangePassword: false,
      person: {
        id,
        email: 'Ada@example.org',
        operator: false,
        workspaces: [
          { id: 'quay', name: 'quay', role: 'editor' },
          { id: 'yard', name: 'yard', role: 'viewer' },
        ],
      },
    });
    expect(json.refreshToken).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(claimsOf(json.apiAccessToken.token)).toMatchObject({
      sub: `person:${id}`,
      roles: { quay: 'editor', yard: 'viewer' },
      scope: '',
    });
    expect(Date.parse(json.apiAccessToken.expiresAt) - Date.now()).toBeGreaterThan(14 * 60_000);
    expect(Date.parse(json.refreshExpiresAt) - Date.now()).toBeGreaterThan(29 * 86_400_000);
    const me = await world.call('GET', '/auth/me', { token: json.apiAccessToken.token });
    expect([me.status, me.json.subject]).toEqual([200, `person:${id}`]);
    expect((await world.call('GET', '/groups/quay/people', { token: json.apiAccessToken.token })).status).toBe(403);
    expect((await world.call('GET', '/operator/people', { token: json.apiAccessToken.token })).status).toBe(403);
  });

  it('answers a wrong password, an unknown account, one without a password and a disabled one alike', async () => {
    const { id } = await world.person('bea@example.org');
    await world.inside('POST', '/operator/people', { email: 'none@example.org' });
    const wrong = await world.login('bea@example.org', 'not the password at all');
    await world.inside('PATCH', `/operator/people/${id}`, { status: 'disabled' });
    const others = [await world.login('bea@example.org'), await world.login('nobody@example.org'), await world.login('none@example.org')];
    expect(wrong.status).toBe(401);
    expect(wrong.json.type).toBe('urn:waymark:problem:login-failed');
    expect(wrong.headers.get('www-authenticate')).toContain('Bearer');
    for (const other of others) expect([other.status, withoutId(other.text)]).toEqual([401, withoutId(wrong.text)]);
  });

  it('that fails has a line of the audit and a count, without the entered text', async () => {
    const { id } = await world.person('zoe@example.org');
    const [first] = (await world.query('select max(id) as id from audit')) as [{ id: number }];
    await world.login('zoe@example.org', 'not the password at all', '198.51.100.77');
    await world.login('my-password-by-mistake@example.org', 'not the password at all', '198.51.100.77');
    await world.inside('PATCH', `/operator/people/${id}`, { status: 'disabled' });
    await world.login('zoe@example.org', PASSWORD, '198.51.100.77');
    const lines = await world.query(
      `select subject, address, target, detail from audit where action = 'login.fail' and id > $1 order by id`,
      [first.id],
    );
    const line = (target: string, reason: string) => ({ subject: 'anonymous', address: '198.51.100.77', target, detail: { reason } });
    expect(lines).toEqual([
      line(`person:${id}`, 'wrong-password'),
      line('person:unknown', 'unknown-account'),
      line(`person:${id}`, 'account-disabled'),
    ]);
    const all = JSON.stringify(await world.query('select * from audit'));
    expect(all).not.toMatch(/my-password-by-mistake|not the password at all/);
    expect(world.directory.log()).not.toMatch(/my-password-by-mistake|not the password at all/);
    const metrics = await (await fetch(`${world.directory.url}/metrics`)).text();
    expect(Number(/^waymark_logins_total\{[^}]*result="failed"[^}]*\} (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThanOrEqual(3);
  });

  it('takes as long for an unknown account as for a wrong password', async () => {
    const accounts = await Promise.all(Array.from({ length: 3 }, (_, n) => world.person(`timed${n}@example.org`)));
    const took = { known: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < 15; round += 1) {
      for (const kind of ['known', 'unknown'] as const) {
        const email = kind === 'known' ? accounts[round % 3]!.email : `stranger${round % 3}@example.org`;
        const startedAt = performance.now();
        expect((await world.login(email, `wrong password ${round}`, `192.0.2.${round * 2 + (kind === 'known' ? 0 : 1)}`)).status).toBe(401);
        took[kind].push(performance.now() - startedAt);
      }
    }
    const [known, unknown] = [median(took.known), median(took.unknown)];
    figure(`wrong password ${known.toFixed(1)} ms, unknown account ${unknown.toFixed(1)} ms (medians of 15)`);
    expect(Math.abs(known - unknown)).toBeLessThan(0.4 * Math.max(known, unknown));
  });

  it('keeps memory flat with 20 at a time', async () => {
    for (let n = 0; n < 4; n += 1) await world.person(`many${n}@example.org`);
    const before = residentMib();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => world.login(`many${n % 4}@example.org`)));
    const grown = residentMib() - before;
    figure(`20 logins at a time: ${grown.toFixed(0)} MiB more`);
    expect(answers.map(({ status, json }) => (status === 200 ? 200 : JSON.stringify(json)))).toEqual(Array(20).fill(200));
    // One for each of the four threads at the same time would take 76 MiB.
    expect(grown).toBeLessThan(50);
  });
});

describe('invalid input', () => {
  const cases: [string, string, unknown, number, string | undefined][] = [
    ['no body', '/auth/login', undefined, 400, undefined],
    ['not JSON', '/auth/login', '{"email":', 400, undefined],
    ['an array', '/auth/login', [], 422, ''],
    ['null', '/auth/login', 'null', 422, ''],
    ['no password', '/auth/login', { email: 'a@b' }, 422, '/password'],
    ['a number', '/auth/login', { email: 'a@b', password: 12 }, 422, '/password'],
    ['a huge password', '/auth/login', { email: 'a@b', password: 'x'.repeat(100_000) }, 422, '/password'],
    ['an address with a line end', '/auth/login', { email: 'a@b\n', password: 'x' }, 422, '/email'],
    ['an unknown property', '/auth/login', { email: 'a@b', password: 'x', remember: true }, 422, '/remember'],
    ['a polluting property', '/auth/login', '{"email":"a@b","password":"x","__proto__":{}}', 400, undefined],
    ['a refresh token of another length', '/auth/refresh', { refreshToken: 'abc' }, 422, '/refreshToken'],
    ['a refresh token that is an object', '/auth/refresh', { refreshToken: {} }, 422, '/refreshToken'],
    ['a secret with blanks', '/auth/password/reset', { secret: ' '.repeat(43), newPassword: PASSWORD }, 422, '/secret'],
    ['a short new password', '/auth/password/reset', { secret: 'x'.repeat(43), newPassword: 'short' }, 422, '/newPassword'],
    ['logout without a token', '/auth/logout', {}, 422, '/refreshToken'],
    ['a body of a megabyte', '/auth/login', `{"email":"${'x'.repeat(1_000_000)}"}`, 413, undefined],
  ];
  it.each(cases)('%s', async (_name, path, body, status, pointer) => {
    const answer = await world.call('POST', path, { body });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
    if (pointer !== undefined) expect(answer.json.errors[0].pointer).toBe(pointer);
    expect(answer.text).not.toContain('xxxx');
  });
});

describe('a password', () => {
  it('is changed by its owner: all logins and tokens end but the new one', async () => {
    await world.person('cho@example.org');
    const [first, second] = [(await world.login('cho@example.org')).json, (await world.login('cho@example.org')).json];
    const token = second.apiAccessToken.token as string;
    expect(
      (
        await world.call('POST', '/auth/password', {
          token,
          body: { oldPassword: 'wrong wrong wrong', newPassword: 'another quiet harbour' },
        })
      ).status,
    ).toBe(403);
    const common = await world.call('POST', '/auth/password', {
      token,
      body: { oldPassword: PASSWORD, newPassword: 'qwertyuiop123456789'.slice(0, 12) },
    });
    expect([common.status, common.json?.errors?.[0]?.pointer]).toEqual([422, '/newPassword']);
    const changed = await world.call('POST', '/auth/password', {
      token,
      body: { oldPassword: PASSWORD, newPassword: 'another quiet harbour' },
    });
    expect(changed.status).toBe(200);
    for (const old of [first, second]) {
      expect((await world.call('GET', '/auth/me', { token: old.apiAccessToken.token })).status).toBe(401);
      expect((await world.call('POST', '/auth/refresh', { body: { refreshToken: old.refreshToken } })).json.type).toBe(
        'urn:waymark:problem:session-ended',
      );
    }
    expect((await world.call('GET', '/auth/me', { token: changed.json.apiAccessToken.token })).status).toBe(200);
    expect((await world.login('cho@example.org')).status).toBe(401);
    expect((await world.login('cho@example.org', 'another quiet harbour')).status).toBe(200);
  });

  it('is set by a link once, not by an old or an expired one', async () => {
    const { id } = await world.person('dia@example.org');
    const session = (await world.login('dia@example.org')).json;
    const link = async () =>
      (await world.inside('POST', `/operator/people/${id}/password-link`)).json as { secret: string; expiresAt: string };
    const replaced = await link();
    const good = await link();
    expect(Date.parse(good.expiresAt) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const reset = (secret: string, newPassword = 'set by a link today') =>
      world.call('POST', '/auth/password/reset', { body: { secret, newPassword } });
    expect((await reset(replaced.secret)).status).toBe(422);
    const both = await Promise.all([reset(good.secret), reset(good.secret)]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 422]);
    expect((await reset(good.secret)).json.errors).toEqual([{ pointer: '/secret', detail: 'is no longer valid' }]);
    expect((await world.call('GET', '/auth/me', { token: session.apiAccessToken.token })).status).toBe(401);
    expect((await world.login('dia@example.org', 'set by a link today')).status).toBe(200);
    const late = await link();
    await world.query(`update password_link set expires_at = now() - interval '1 second'`);
    expect((await reset(late.secret)).status).toBe(422);
  });
});

it('a machine token shows its owner, its access and its expiry', async () => {
  await world.inside('POST', '/operator/workspaces', { id: 'machines' });
  const { token } = (await world.inside('POST', '/operator/tokens', { name: 'm', workspaces: ['machines'], scopes: ['objects:read'] }))
    .json as { token: string };
  const { status, json } = await world.call('GET', '/auth/me', { token });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    kind: 'machine',
    operator: false,
    workspaces: [{ id: 'machines', name: 'machines', scopes: ['objects:read'] }],
    scopes: ['objects:read'],
    narrowing: null,
  });
  expect(Date.parse(json.expiresAt as string)).toBeGreaterThan(Date.now());
  expect(json).not.toHaveProperty('email');
  expect((await world.call('GET', '/auth/me')).status).toBe(401);
});

it('no password, token or secret is in the log or the tables', async () => {
  const { json } = await world.login('ada@example.org');
  const log = world.directory.log() + world.gateways[0]!.log();
  for (const secret of [PASSWORD, json.refreshToken, json.apiAccessToken.token]) expect(log).not.toContain(secret);
  const rows = JSON.stringify([
    await world.query('select * from person'),
    await world.query("select encode(hash, 'base64') from refresh_token"),
    await world.query('select * from audit'),
  ]);
  for (const secret of [PASSWORD, json.refreshToken, json.apiAccessToken.token]) expect(rows).not.toContain(secret);
});

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** The process's maximum so far. */
function residentMib(): number {
  const status = readFileSync(`/proc/${world.directory.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)![1]) / 1024;
}
