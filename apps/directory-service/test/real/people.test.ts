import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type DirectoryInTest, PASSWORD, startDirectory } from './directory-in-test.js';

let world: DirectoryInTest;
let operator: { id: string; token: string };
beforeAll(async () => {
  world = await startDirectory('people');
  const { id, email } = await world.person('boss@example.org', {}, { operator: true });
  operator = { id, token: (await world.login(email)).json.apiAccessToken.token };
  for (const workspace of ['quay', 'yard']) await world.inside('POST', '/operator/workspaces', { id: workspace });
});
afterAll(() => world?.close());

const asOperator = (method: string, path: string, body?: unknown): Promise<Answer> =>
  world.call(method, path, { token: operator.token, body });
const tokenOf = async (email: string): Promise<string> => (await world.login(email)).json.apiAccessToken.token as string;
const withoutIds = ({ status, text }: Answer): string => `${status} ${text.replace(/"(requestId|id)":"[^"]*"/g, '')}`;

describe('/operator/people', () => {
  it('creates, reads, lists, changes and removes', async () => {
    const made = await asOperator('POST', '/operator/people', { email: 'Ada@Example.org', name: 'Ada' });
    expect(made.status).toBe(201);
    const { id } = made.json as { id: string };
    expect(made.json).toMatchObject({
      subject: `person:${id}`,
      status: 'active',
      operator: false,
      hasPassword: false,
      workspaces: [],
      lastLoginAt: null,
    });
    expect((await asOperator('POST', '/operator/people', { email: 'ADA@example.org' })).json).toMatchObject({
      status: 409,
      errors: [{ pointer: '/email' }],
    });
    expect((await asOperator('PUT', `/operator/people/${id}/workspaces/quay`, { role: 'viewer' })).json.workspaces).toEqual([
      { id: 'quay', name: 'quay', role: 'viewer' },
    ]);
    expect((await asOperator('PUT', `/operator/people/${id}/workspaces/nowhere`, { role: 'viewer' })).status).toBe(404);
    expect((await asOperator('PUT', `/operator/people/${id}/workspaces/quay`, { role: 'owner' })).json.errors[0].pointer).toBe('/role');
    expect((await asOperator('GET', '/operator/people?workspace=quay')).json).toMatchObject({ people: [{ id }], next: null });
    expect((await asOperator('GET', '/operator/people?email=ADA@example.org')).json.people).toHaveLength(1);
    expect((await asOperator('GET', '/operator/people')).json.people.map(({ email }: { email: string }) => email)).toEqual([
      'Ada@Example.org',
      'boss@example.org',
    ]);
    expect((await asOperator('PATCH', `/operator/people/${id}`, { email: 'ada@new.example', name: 'Ada L' })).json).toMatchObject({
      email: 'ada@new.example',
      name: 'Ada L',
    });
    expect((await asOperator('PATCH', `/operator/people/${id}`, { email: 'BOSS@example.org' })).status).toBe(409);
    expect((await asOperator('PATCH', `/operator/people/${id}`, { password: 'x' })).json.errors[0].pointer).toBe('/password');
    expect((await asOperator('DELETE', `/operator/people/${id}/workspaces/quay`)).status).toBe(204);
    expect((await asOperator('DELETE', `/operator/people/${id}/workspaces/quay`)).status).toBe(404);
    expect((await asOperator('DELETE', `/operator/people/${id}`)).status).toBe(204);
    expect((await asOperator('GET', `/operator/people/${id}`)).status).toBe(404);
    const { audit } = (await asOperator('GET', '/operator/audit')).json as {
      audit: { action: string; subject: string; address: string }[];
    };
    expect(audit[0]).toMatchObject({ action: 'person.remove', subject: `person:${operator.id}` });
    expect(audit[0]!.address).toBeTruthy();
  });

  it.each([
    ['GET', '/operator/people?email=%00', 400],
    ['GET', '/operator/people?after=a&after=b', 400],
    ['GET', `/operator/people?workspace=${'x'.repeat(300)}`, 400],
    ['GET', '/operator/people/%00', 400],
    ['PATCH', '/operator/people/person:x', 404],
    ['PUT', '/operator/people/ID/workspaces/%00', 400],
    ['DELETE', '/operator/people/ID/workspaces/..%2f', 404],
  ])('takes nothing odd: %s %s', async (method, path, status) => {
    const answer = await asOperator(
      method,
      path.replace('ID', operator.id),
      method === 'GET' || method === 'DELETE' ? undefined : { ...(method === 'PUT' && { role: 'viewer' }) },
    );
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
  });

  it.each<[string, object, string]>([
    ['a number as address', { email: 7 }, '/email'],
    ['an address without @', { email: 'ada' }, '/email'],
    ['a huge address', { email: `${'a'.repeat(300)}@b` }, '/email'],
    ['a text for a flag', { email: 'a@b.c', operator: 'true' }, '/operator'],
    ['a blank name', { email: 'a@b.c', name: '  ' }, '/name'],
    ['a control character', { email: 'a@b.c', name: 'a\u0000b' }, '/name'],
    ['a property that is not known', { email: 'a@b.c', password: 'x' }, '/password'],
    ['another prototype', JSON.parse('{"email":"a@b.c","constructor":{}}') as object, '/constructor'],
  ])('refuses %s, and says where', async (_name, body, pointer) => {
    const answer = await asOperator('POST', '/operator/people', body);
    expect([answer.status, answer.json.errors?.[0]?.pointer]).toEqual([422, pointer]);
  });

  it('is not for admins of a workspace', async () => {
    await world.person('admin@example.org', { quay: 'admin' });
    expect((await world.call('GET', '/operator/people', { token: await tokenOf('admin@example.org') })).status).toBe(403);
  });

  it('lets no machine token create an operator or get into the account of one', async () => {
    const machine = (await world.inside('POST', '/operator/tokens', { name: 'nightly', workspaces: [], scopes: ['operator'] })).json
      .token as string;
    const byMachine = (method: string, path: string, body?: unknown): Promise<Answer> => world.call(method, path, { token: machine, body });
    const { id } = (await byMachine('POST', '/operator/people', { email: 'plain@example.org' })).json as { id: string };
    const refused = [
      await byMachine('POST', '/operator/people', { email: 'root@example.org', operator: true }),
      await byMachine('PATCH', `/operator/people/${id}`, { operator: true }),
      await byMachine('PATCH', `/operator/people/${operator.id}`, { email: 'other@example.org' }),
      await byMachine('POST', `/operator/people/${operator.id}/password-link`),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await byMachine('POST', `/operator/people/${id}/password-link`)).status).toBe(201);
    expect((await asOperator('PATCH', `/operator/people/${id}`, { operator: true })).status).toBe(200);
    await asOperator('DELETE', `/operator/people/${id}`);
  });

  it('counts only operators who can sign in as remaining ones', async () => {
    const other = (await asOperator('POST', '/operator/people', { email: 'unready@example.org', operator: true })).json as { id: string };
    await world.inside('POST', `/operator/people/${other.id}/password-link`);
    for (const [method, body] of [
      ['PATCH', { operator: false }],
      ['PATCH', { status: 'disabled' }],
      ['DELETE', undefined],
    ] as const)
      expect([method, (await asOperator(method, `/operator/people/${operator.id}`, body)).status]).toEqual([method, 409]);
    // No provider is configured here, so an account there cannot be used to sign in.
    await world.query(`insert into oidc_identity (issuer, subject, person) values ('https://elsewhere.example', 'x', $1)`, [other.id]);
    expect((await asOperator('PATCH', `/operator/people/${operator.id}`, { operator: false })).status).toBe(409);
    expect((await asOperator('DELETE', `/operator/people/${other.id}`)).status).toBe(204);
  });

  it('keeps the last operator, also when two demote each other at once', async () => {
    for (const change of [{ operator: false }, { status: 'disabled' }])
      expect((await asOperator('PATCH', `/operator/people/${operator.id}`, change)).status).toBe(409);
    expect((await asOperator('DELETE', `/operator/people/${operator.id}`)).status).toBe(409);
    expect((await asOperator('GET', `/operator/people/${operator.id}`)).json).toMatchObject({ operator: true, status: 'active' });
    for (let round = 0; round < 5; round += 1) {
      const other = await world.person(`rival${round}@example.org`, {}, { operator: true });
      const demoted = await Promise.all(
        [operator.id, other.id].map((id) => world.inside('PATCH', `/operator/people/${id}`, { operator: false })),
      );
      expect(demoted.map(({ status }) => status).sort()).toEqual([200, 409]);
      await world.inside('PATCH', `/operator/people/${operator.id}`, { operator: true });
      await world.inside('DELETE', `/operator/people/${other.id}`);
    }
    operator.token = await tokenOf('boss@example.org');
  });
});

describe('/groups/{groupID}/people', () => {
  it('lets an admin give roles only in their own workspace', async () => {
    await world.person('quayadmin@example.org', { quay: 'admin' });
    const stranger = await world.person('yardman@example.org', { yard: 'editor' });
    const token = await tokenOf('quayadmin@example.org');
    const admin = (method: string, path: string, body?: unknown): Promise<Answer> => world.call(method, path, { token, body });
    expect((await admin('GET', '/groups/yard/people')).status).toBe(403);
    const added = await admin('POST', '/groups/quay/people', { email: 'new@example.org', role: 'viewer' });
    expect(added.json).toEqual({ id: expect.any(String) as string, email: 'new@example.org', name: 'new@example.org', role: 'viewer' });
    expect((await admin('PUT', `/groups/quay/people/${added.json.id}`, { role: 'editor' })).json.role).toBe('editor');
    expect((await admin('GET', '/groups/quay/people')).json.people.map(({ email }: { email: string }) => email)).toEqual(
      expect.arrayContaining(['new@example.org', 'quayadmin@example.org']),
    );
    expect((await admin('GET', '/groups/quay/people')).text).not.toContain('yardman');
    for (const [method, body] of [
      ['PUT', { role: 'admin' }],
      ['DELETE', undefined],
    ] as const) {
      const [foreign, none] = [
        await admin(method, `/groups/quay/people/${stranger.id}`, body),
        await admin(method, '/groups/quay/people/00000000-0000-4000-8000-000000000000', body),
      ];
      expect([foreign.status, withoutIds(foreign)]).toEqual([404, withoutIds(none)]);
    }
    expect((await admin('DELETE', `/groups/quay/people/${added.json.id}`)).status).toBe(204);
    expect((await world.inside('GET', `/operator/people/${stranger.id}`)).json.workspaces).toEqual([
      { id: 'yard', name: 'yard', role: 'editor' },
    ]);
  });

  it('does not reveal whether an address has an account elsewhere', async () => {
    await world.person('lead@example.org', { quay: 'admin' });
    await world.person('Known@example.org', { yard: 'admin' });
    await world.inside('PATCH', `/operator/people/${(await world.person('idle@example.org')).id}`, { status: 'disabled' });
    const token = await tokenOf('lead@example.org');
    const add = (email: string): Promise<Answer> => world.call('POST', '/groups/quay/people', { token, body: { email, role: 'viewer' } });
    const added = [await add('known@example.org'), await add('fresh@example.org'), await add('idle@example.org')];
    const answers = added.map((answer) => withoutIds(answer).replaceAll(/known|fresh|idle/g, 'WHO'));
    expect(new Set(answers).size).toBe(1);
    const listed = (await world.call('GET', '/groups/quay/people', { token })).json.people as { email: string; name: string }[];
    const shown = listed.filter(({ email }) => /known|fresh|idle/.test(email));
    expect(shown.map(({ email, name }) => [email, name === email])).toEqual(
      expect.arrayContaining([
        ['known@example.org', true],
        ['fresh@example.org', true],
        ['idle@example.org', true],
      ]),
    );
    expect(JSON.stringify(shown)).not.toContain('Name of');
  });

  it('lets no admin of another workspace use up the access tokens of a session', async () => {
    const { id } = await world.person('steady@example.org', { yard: 'editor' });
    let refreshToken = (await world.login('steady@example.org')).json.refreshToken as string;
    await world.query(
      `insert into session_token (id, session, expires_at) select gen_random_uuid(), s.id, now() + interval '10 minutes'
        from login_session s, generate_series(1, 98) where s.person = $1`,
      [id],
    );
    for (const role of ['viewer', 'editor', 'viewer']) {
      await world.inside('PUT', `/operator/people/${id}/workspaces/quay`, { role });
      const refreshed = await world.call('POST', '/auth/refresh', { body: { refreshToken } });
      expect(refreshed.status).toBe(200);
      refreshToken = refreshed.json.refreshToken as string;
    }
  });

  it('a person whom an admin adds keeps the roles elsewhere, and can sign in with both', async () => {
    await world.person('two@example.org', { yard: 'viewer' });
    await world.person('chief@example.org', { quay: 'admin' });
    await world.call('POST', '/groups/quay/people', {
      token: await tokenOf('chief@example.org'),
      body: { email: 'two@example.org', role: 'editor' },
    });
    expect((await world.login('two@example.org', PASSWORD)).json.person.workspaces).toEqual([
      { id: 'quay', name: 'quay', role: 'editor' },
      { id: 'yard', name: 'yard', role: 'viewer' },
    ]);
  });

  it('keeps the last admin, however the role would be removed, and says what to do', async () => {
    await world.inside('POST', '/operator/workspaces', { id: 'pier' });
    const only = await world.person('only@example.org', { pier: 'admin' });
    const token = await tokenOf('only@example.org');
    const ask = (method: string, path: string, body?: unknown): Promise<Answer> =>
      world.call(method, `/groups/pier/people${path}`, { token, body });
    for (const refused of [
      await ask('PUT', `/${only.id}`, { role: 'editor' }),
      await ask('DELETE', `/${only.id}`),
      await ask('POST', '', { email: 'ONLY@example.org', role: 'viewer' }),
    ])
      expect([refused.status, refused.json.detail]).toEqual([409, expect.stringContaining('Make another person an admin first')]);
    expect((await ask('PUT', `/${only.id}`, { role: 'admin' })).status).toBe(200);
    const next = (await ask('POST', '', { email: 'next@example.org', role: 'admin' })).json as { id: string };
    expect((await ask('PUT', `/${only.id}`, { role: 'viewer' })).status).toBe(200);
    expect((await world.inside('DELETE', `/groups/pier/people/${next.id}`)).status).toBe(409);
    // An operator may, because otherwise nobody could restore access to the workspace.
    expect((await world.inside('DELETE', `/operator/people/${next.id}/workspaces/pier`)).status).toBe(204);
  });

  it('lets only one of two admins succeed who take the role from each other at the same time', async () => {
    const [one, two] = [
      await world.person('one@example.org', { dock: 'admin' }),
      await world.person('other@example.org', { dock: 'admin' }),
    ];
    const role = (id: string, to: string): Promise<Answer> => world.inside('PUT', `/groups/dock/people/${id}`, { role: to });
    for (let round = 0; round < 8; round += 1) {
      const answers = await Promise.all(
        round % 2 === 0
          ? [role(one.id, 'viewer'), role(two.id, 'viewer')]
          : [role(one.id, 'editor'), world.inside('POST', '/groups/dock/people', { email: 'other@example.org', role: 'editor' })],
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const admins = ((await world.inside('GET', '/groups/dock/people')).json.people as { id: string; role: string }[]).filter(
        (each) => each.role === 'admin',
      );
      expect(admins).toHaveLength(1);
      await Promise.all([role(one.id, 'admin'), role(two.id, 'admin')]);
    }
    const removed = await Promise.all([one, two].map(({ id }) => world.inside('DELETE', `/groups/dock/people/${id}`)));
    expect(removed.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  it('shows people who create polls the names of people, without addresses and roles', async () => {
    await world.person('maker@example.org', { slip: 'editor' });
    await world.person('looker@example.org', { slip: 'viewer' });
    await world.person('stranger@example.org', { yard: 'viewer' });
    await world.inside('POST', '/groups/slip/people', { email: 'nameless@example.org', role: 'viewer' });
    await world.inside('POST', '/groups/slip/people', { email: 'ada@example.org', role: 'viewer', name: 'Ada' });
    const names = async (email: string): Promise<Answer> => world.call('GET', '/groups/slip/people/names', { token: await tokenOf(email) });
    const answer = await names('maker@example.org');
    expect(answer.json.next).toBeNull();
    expect((answer.json.people as object[]).map((person) => Object.keys(person))).toEqual(Array.from({ length: 4 }, () => ['id', 'name']));
    expect((answer.json.people as { name: string }[]).map(({ name }) => name).sort()).toEqual([
      'Ada',
      'Name of looker@example.org',
      'Name of maker@example.org',
      'nameless',
    ]);
    expect((await names('looker@example.org')).status).toBe(403);
    expect((await names('stranger@example.org')).status).toBe(403);
    expect((await world.call('GET', '/groups/slip/people', { token: await tokenOf('maker@example.org') })).status).toBe(403);
  });
});
