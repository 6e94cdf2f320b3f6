import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { type DirectoryInTest, startDirectory } from './directory-in-test.js';

let world: DirectoryInTest;
beforeAll(async () => {
  world = await startDirectory('first_operator');
});
afterAll(() => world?.close());

const NEW_PASSWORD = 'chosen on the first day';
let first: { id: string; email: string; password: string };

describe('POST /internal/first-operator', () => {
  it('is for the installation only: no gateway knows it, and the secret is needed', async () => {
    expect((await world.call('POST', '/internal/first-operator')).status).toBe(404);
    expect((await fetch(`${world.directory.url}/internal/first-operator`, { method: 'POST' })).status).toBe(401);
    expect((await world.inside('POST', '/internal/first-operator', { email: 'no address' })).json.errors[0].pointer).toBe('/email');
  });

  it('makes exactly one, however many ask', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => world.inside('POST', '/internal/first-operator', {})));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    first = answers.find(({ status }) => status === 201)!.json as typeof first;
    expect(first).toMatchObject({
      email: 'operator@localhost',
      password: expect.stringMatching(/^(?:[a-z2-9]{5}-){4}[a-z2-9]{5}$/) as string,
    });
    expect((await world.inside('GET', '/operator/people')).json.people).toHaveLength(1);
  });

  it('whose first login only allows changing the password', async () => {
    await world.inside('POST', '/operator/workspaces', { id: 'demo' });
    expect((await world.inside('PUT', `/operator/people/${first.id}/workspaces/demo`, { role: 'admin' })).status).toBe(200);
    const { status, json } = await world.login(first.email, first.password);
    expect([status, json.mustChangePassword, json.refreshToken]).toEqual([200, true, null]);
    const token = json.apiAccessToken.token as string;
    for (const [method, path] of [
      ['GET', '/operator/people'],
      ['POST', '/operator/keys/rotate'],
      ['GET', '/groups/demo/people'],
    ] as const)
      expect([path, (await world.call(method, path, { token })).status]).toEqual([path, 403]);
    const weak = await world.call('POST', '/auth/password', {
      token,
      body: { oldPassword: first.password, newPassword: 'operator@localhost' },
    });
    expect([weak.status, weak.json.errors[0].pointer]).toEqual([422, '/newPassword']);
    const changed = await world.call('POST', '/auth/password', { token, body: { oldPassword: first.password, newPassword: NEW_PASSWORD } });
    expect([changed.status, changed.json.mustChangePassword]).toEqual([200, false]);
    expect((await world.call('GET', '/groups/demo/people', { token: changed.json.apiAccessToken.token })).status).toBe(200);
    expect((await world.call('GET', '/operator/people', { token: changed.json.apiAccessToken.token })).status).toBe(200);
    expect((await world.call('POST', '/auth/refresh', { body: { refreshToken: changed.json.refreshToken } })).status).toBe(200);
    expect((await world.login(first.email, first.password)).status).toBe(401);
    expect((await world.login(first.email, NEW_PASSWORD)).json).toMatchObject({ mustChangePassword: false, person: { operator: true } });
  });

  it('who lost it gets another by a command in the container, where the first operator is not made again', async () => {
    const [again, link] = [await inContainer('first-operator'), await inContainer('password-link', 'OPERATOR@localhost')];
    expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining('An operator already exists') as string]);
    expect(link.exitCode, link.stderr).toBe(0);
    const secret = link.stdout.trimEnd().split('\n').at(-1)!;
    expect(
      (await world.call('POST', '/auth/password/reset', { body: { secret, newPassword: 'set by the link of a command' } })).status,
    ).toBe(204);
    expect((await world.login(first.email, 'set by the link of a command')).status).toBe(200);
  });

  it('and never a second time, even when no active operator is left', async () => {
    await world.query(`update person set status = 'disabled'`);
    const again = await world.inside('POST', '/internal/first-operator', { email: 'second@localhost' });
    expect([again.status, again.json.detail]).toEqual([409, expect.stringContaining('password-link') as string]);
  });
});

/** Runs the command like `docker compose exec directory-service node dist/stack/main.js …`, with the service's environment. */
function inContainer(...words: string[]) {
  const { INTERNAL_TOKEN, PORT } = world.space.environment('directory-service');
  return execa(process.execPath, [join(repositoryRoot, 'dist/stack/main.js'), ...words], {
    env: { INTERNAL_TOKEN, PORT, WAYMARK_DATA: '/nowhere/at/all' },
    reject: false,
  });
}
