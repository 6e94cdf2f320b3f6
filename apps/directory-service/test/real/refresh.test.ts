import { setTimeout as sleep } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type DirectoryInTest, startDirectory } from './directory-in-test.js';
import { figure } from './figure.js';

/** Longer than three calls take on a busy machine. */
const GRACE_S = 3;
let world: DirectoryInTest;
let person: { id: string; email: string };
beforeAll(async () => {
  world = await startDirectory('refresh', { REFRESH_GRACE_SECONDS: String(GRACE_S) }, 2);
  person = await world.person('ada@example.org', { quay: 'viewer' });
});
afterAll(() => world?.close());

const refresh = (refreshToken: string): Promise<Answer> => world.call('POST', '/auth/refresh', { body: { refreshToken } });
const begin = async () => (await world.login(person.email)).json as { refreshToken: string; apiAccessToken: { token: string } };
const me = (token: string, gateway = 0): Promise<Answer> => world.call('GET', '/auth/me', { token, gateway });

describe('POST /auth/refresh', () => {
  it('gives an access token with the roles of now, and the next refresh token', async () => {
    const first = await begin();
    await world.inside('PUT', `/operator/people/${person.id}/workspaces/quay`, { role: 'admin' });
    const { status, json } = await refresh(first.refreshToken);
    expect(status).toBe(200);
    expect(json.person.workspaces).toEqual([{ id: 'quay', name: 'quay', role: 'admin' }]);
    expect(json.refreshToken).not.toBe(first.refreshToken);
    expect((await world.call('GET', '/groups/quay/people', { token: json.apiAccessToken.token })).status).toBe(200);
    expect((await refresh(json.refreshToken)).status).toBe(200);
  });

  it('gives a client that lost an answer the same one again, within the grace period', async () => {
    const first = await begin();
    const [a, b] = await Promise.all([refresh(first.refreshToken), refresh(first.refreshToken)]);
    const again = await refresh(first.refreshToken);
    expect([a.status, b.status, again.status]).toEqual([200, 200, 200]);
    expect(new Set([a, b, again].map(({ json }) => json.refreshToken)).size).toBe(1);
    expect((await refresh(a.json.refreshToken)).status).toBe(200);
  });

  it('revokes the whole family when a used token is presented again after the grace', async () => {
    const first = await begin();
    const second = (await refresh(first.refreshToken)).json;
    await sleep(GRACE_S * 1000 + 100);
    expect((await me(second.apiAccessToken.token)).status).toBe(200);
    expect((await refresh(first.refreshToken)).json.type).toBe('urn:waymark:problem:session-ended');
    expect((await refresh(second.refreshToken)).status).toBe(401);
    expect((await me(second.apiAccessToken.token)).status).toBe(401);
    const { audit } = (await world.inside('GET', '/operator/audit')).json as { audit: { action: string; subject: string }[] };
    expect(audit[0]).toMatchObject({ action: 'session.replay', subject: `person:${person.id}` });
  });

  it('ends the family within the grace too, once the successor was used', async () => {
    const first = await begin();
    const second = (await refresh(first.refreshToken)).json;
    const third = (await refresh(second.refreshToken)).json;
    expect((await refresh(first.refreshToken)).status).toBe(401);
    expect((await refresh(third.refreshToken)).status).toBe(401);
  });

  it('refuses one that has expired, that never was, and any after the end of the login', async () => {
    const [idle, over] = [await begin(), await begin()];
    const texts = [(await refresh('x'.repeat(43))).text];
    await world.query(
      `update refresh_token set expires_at = now() - interval '1 second'
        where session = (select session from refresh_token where hash = sha256($1::bytea))`,
      [Buffer.from(idle.refreshToken)],
    );
    texts.push((await refresh(idle.refreshToken)).text);
    await world.query(
      `update login_session set ends_at = now() - interval '1 second'
        where id = (select session from refresh_token where hash = sha256($1::bytea))`,
      [Buffer.from(over.refreshToken)],
    );
    texts.push((await refresh(over.refreshToken)).text);
    expect(new Set(texts.map((text) => text.replace(/"requestId":"[^"]*"/, ''))).size).toBe(1);
    expect(texts[0]).toContain('session-ended');
  });

  it('is never stored readable', async () => {
    const { refreshToken } = await begin();
    const rows = JSON.stringify(await world.query(`select encode(hash, 'hex') as hash, encode(salt, 'hex') as salt from refresh_token`));
    expect(rows).not.toContain(Buffer.from(refreshToken).toString('hex'));
    expect(rows).not.toContain(Buffer.from(refreshToken, 'base64url').toString('hex'));
  });
});

describe('the end of a login', () => {
  let inOneSecond = 0;

  it('by logout reaches every gateway within 2 s; other logins stay', async () => {
    const [one, other] = [await begin(), await begin()];
    const refreshed = (await refresh(one.refreshToken)).json;
    for (const gateway of [0, 1]) expect((await me(refreshed.apiAccessToken.token, gateway)).status).toBe(200);
    expect((await world.call('POST', '/auth/logout', { body: { refreshToken: refreshed.refreshToken } })).status).toBe(204);
    const took = await untilRefused(refreshed.apiAccessToken.token, 1);
    figure(`logout reached the other gateway after ${took.toFixed(0)} ms`);
    expect(took).toBeLessThan(2000);
    expect((await me(one.apiAccessToken.token)).status).toBe(401);
    expect((await refresh(refreshed.refreshToken)).status).toBe(401);
    expect((await me(other.apiAccessToken.token)).status).toBe(200);
    expect((await world.call('POST', '/auth/logout', { body: { refreshToken: refreshed.refreshToken } })).status).toBe(204);
  });

  it.each([
    ['another role', () => world.inside('PUT', `/operator/people/${person.id}/workspaces/quay`, { role: 'editor' })],
    ['operator made', () => world.inside('PATCH', `/operator/people/${person.id}`, { operator: true })],
    ['operator unmade', () => world.inside('PATCH', `/operator/people/${person.id}`, { operator: false })],
    ['out of the workspace', () => world.inside('DELETE', `/operator/people/${person.id}/workspaces/quay`)],
    ['disabled', () => world.inside('PATCH', `/operator/people/${person.id}`, { status: 'disabled' })],
  ])('%s: old access tokens end within 2 s, one given in the same second is good', async (what, change) => {
    if (what === 'operator unmade') await world.person('second@example.org', {}, { operator: true });
    const before = await begin();
    expect((await me(before.apiAccessToken.token, 1)).status).toBe(200);
    // Early in a second, so that the next steps are in the same second.
    await sleep(1020 - (Date.now() % 1000));
    const justBefore = await begin();
    const second = Math.floor(Date.now() / 1000);
    expect((await change()).status).toBeLessThan(300);
    const [after, took] = await Promise.all([world.login(person.email), untilRefused(before.apiAccessToken.token, 1)]);
    figure(`${what}: refused ${took.toFixed(0)} ms after the change was answered`);
    expect(took).toBeLessThan(2000);
    expect((await me(justBefore.apiAccessToken.token, 1)).status).toBe(401);
    expect((await refresh(before.refreshToken)).status).toBe(what === 'disabled' ? 401 : 200);
    if (what === 'disabled') {
      await world.inside('PATCH', `/operator/people/${person.id}`, { status: 'active' });
      expect((await refresh(before.refreshToken)).status).toBe(401);
      return;
    }
    if (Math.floor(decodeJwt(after.json.apiAccessToken.token as string).iat!) === second) inOneSecond += 1;
    for (const gateway of [0, 1]) expect((await me(after.json.apiAccessToken.token, gateway)).status).toBe(200);
  });

  it('was followed by a login in the same second at least once, or the tests above prove nothing', () => {
    expect(inOneSecond).toBeGreaterThan(0);
  });

  it('a removed person has no token any more', async () => {
    const { id, email } = await world.person('gone@example.org');
    const { json } = await world.login(email);
    expect((await world.inside('DELETE', `/operator/people/${id}`)).status).toBe(204);
    expect(await untilRefused(json.apiAccessToken.token, 1)).toBeLessThan(2000);
    expect((await refresh(json.refreshToken)).status).toBe(401);
  });
});

/** Milliseconds until a gateway refuses the token. */
async function untilRefused(token: string, gateway: number): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < 5000) {
    if ((await me(token, gateway)).status === 401) return performance.now() - startedAt;
    await sleep(5);
  }
  return Infinity;
}
