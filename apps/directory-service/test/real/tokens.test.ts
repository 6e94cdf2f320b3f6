import { setTimeout as sleep } from 'node:timers/promises';
import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from '#stack/processes/free-port.js';
import { startService } from '#testing/running-service.js';
import { type RunningStack, startStack } from '#testing/running-stack.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { type Answer, call } from './directory-client.js';

let space: TestSpace;
let stack: RunningStack;
/** A token with all scopes in its workspace. */
let admin: string;

beforeAll(async () => {
  space = await createTestSpace('tokens', { directory: 'real' });
  const environment = space.environment;
  space.environment = (service, overrides) =>
    environment(service, {
      ...(service === 'directory-service' && { KEY_ACTIVATION_SECONDS: '2' }),
      ...(service === 'gateway' && { TOKEN_USE_SECONDS: '1' }),
      ...overrides,
    });
  stack = await startStack(space, { directories: 1, gateways: 2 });
  for (const id of ['mine', 'theirs']) expect((await installation('POST', '/operator/workspaces', { id })).status).toBe(201);
  admin = (
    await installation('POST', '/operator/tokens', {
      name: 'admin',
      workspaces: ['mine'],
      scopes: ['tokens:admin', 'objects:read', 'objects:write'],
    })
  ).body.token;
});
afterAll(async () => {
  await stack?.close();
  await space?.close();
});

const installation = (method: string, path: string, body?: unknown): Promise<Answer> =>
  call(stack.directories[0]!.url + path, method, { 'x-waymark-internal': space.installation.secrets.internalToken }, body);
const by = (token: string, method: string, path: string, body?: unknown, gateway = 0): Promise<Answer> =>
  call(stack.gateways[gateway]!.url + path, method, { authorization: `Bearer ${token}` }, body);
const newToken = async (scopes = ['objects:read']): Promise<{ id: string; token: string }> =>
  (await by(admin, 'POST', '/groups/mine/tokens', { name: 'reader', scopes })).body;
const read = async (token: string, gateway = 0): Promise<number> =>
  (await by(token, 'GET', '/groups/mine/externalObjects', undefined, gateway)).status;

describe('a machine token', () => {
  it('is shown once, works at once, is listed without itself, and does only what its scopes say', async () => {
    const made = await by(admin, 'POST', '/groups/mine/tokens', { name: 'ERP', scopes: ['objects:read'], expiresInSeconds: 3600 });
    expect(made.status).toBe(201);
    expect(await read(made.body.token)).toBe(200);
    const { body } = await by(admin, 'GET', '/groups/mine/tokens');
    expect(body.tokens[0]).toMatchObject({
      id: made.body.id,
      name: 'ERP',
      workspaces: ['mine'],
      scopes: ['objects:read'],
      revokedAt: null,
    });
    expect(JSON.stringify(body)).not.toContain('eyJ');
    expect((await by(made.body.token, 'GET', '/groups/mine/tokens')).status).toBe(403);
    expect((await by(made.body.token, 'GET', '/operator/workspaces')).status).toBe(403);
  });

  it('shows when it was last used', async () => {
    const { id, token } = await newToken();
    const seen = async () =>
      ((await by(admin, 'GET', '/groups/mine/tokens')).body.tokens as { id: string; lastUsedAt: string | null }[]).find(
        (each) => each.id === id,
      )!.lastUsedAt;
    expect(await seen()).toBeNull();
    const used = Date.now();
    await read(token, 1);
    await expect.poll(async () => Date.parse((await seen()) ?? '')).toBeGreaterThanOrEqual(used);
    await read(token, 0);
    await expect.poll(async () => Date.parse((await seen()) ?? '')).toBeGreaterThan(used + 1);
  });

  it('gives away only scopes that it has', async () => {
    const minter = (await by(admin, 'POST', '/groups/mine/tokens', { name: 'minter', scopes: ['tokens:admin', 'objects:read'] })).body
      .token as string;
    expect((await by(minter, 'POST', '/groups/mine/tokens', { name: 'x', scopes: ['objects:read'] })).status).toBe(201);
    const refused = await by(minter, 'POST', '/groups/mine/tokens', { name: 'x', scopes: ['objects:read', 'objects:write'] });
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([403, '/scopes/1']);
    expect(refused.body.detail).toContain('objects:write');
  });

  it('is listed without the other workspaces that an operator gave it', async () => {
    const { id } = (
      await installation('POST', '/operator/tokens', { name: 'both', workspaces: ['theirs', 'mine'], scopes: ['objects:read'] })
    ).body as { id: string };
    const listed = await by(admin, 'GET', '/groups/mine/tokens');
    expect((listed.body.tokens as { id: string }[]).find((each) => each.id === id)).toMatchObject({ workspaces: ['mine'] });
    expect(JSON.stringify(listed.body)).not.toContain('theirs');
    expect((await installation('GET', '/operator/tokens?workspace=mine')).body.tokens[0].workspaces).toEqual(['theirs', 'mine']);
  });

  it('lets an admin reach only their own workspace', async () => {
    expect((await by(admin, 'POST', '/groups/theirs/tokens', { name: 'x', scopes: ['objects:read'] })).status).toBe(403);
    const theirs = (await installation('POST', '/operator/tokens', { name: 'x', workspaces: ['theirs', 'mine'], scopes: ['objects:read'] }))
      .body.id as string;
    const refused = await by(admin, 'DELETE', `/groups/mine/tokens/${theirs}`);
    expect(refused.status).toBe(404);
    const unknown = await by(admin, 'DELETE', '/groups/mine/tokens/00000000-0000-4000-8000-000000000000');
    expect({ ...refused.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
  });

  it('pages from an id of another workspace as from one that is not there', async () => {
    const foreign = (await installation('POST', '/operator/tokens', { name: 'x', workspaces: ['theirs'], scopes: ['objects:read'] })).body
      .id as string;
    for (const before of [foreign, '00000000-0000-4000-8000-000000000000'])
      expect((await by(admin, 'GET', `/groups/mine/tokens?before=${before}`)).body).toEqual({ tokens: [], next: null });
  });

  it('leaves its creator and the caller who revoked it in the audit', async () => {
    const { id } = await newToken();
    expect((await by(admin, 'DELETE', `/groups/mine/tokens/${id}`)).status).toBe(204);
    const { audit } = (await installation('GET', '/operator/audit?workspace=mine')).body as {
      audit: { action: string; target: string; subject: string }[];
    };
    expect(audit.filter(({ target }) => target === `token:${id}`)).toMatchObject([
      { action: 'token.revoke', subject: expect.stringMatching(/^token:/) },
      { action: 'token.create' },
    ]);
  });

  it.each([
    ['an unknown scope', { name: 'x', scopes: ['all'] }, '/scopes/0'],
    ['the operator scope', { name: 'x', scopes: ['operator'] }, '/scopes/0'],
    ['no scope', { name: 'x', scopes: [] }, '/scopes'],
    ['no name', { scopes: ['objects:read'] }, '/name'],
    ['a choice of workspaces', { name: 'x', scopes: ['objects:read'], workspaces: ['theirs'] }, '/workspaces'],
    ['a life of eleven years', { name: 'x', scopes: ['objects:read'], expiresInSeconds: 347_000_000 }, '/expiresInSeconds'],
    ['a life of two years', { name: 'x', scopes: ['objects:read'], expiresInSeconds: 63_072_000 }, '/expiresInSeconds'],
    [
      'a narrowing that no gateway would take',
      { name: 'x', scopes: ['objects:read'], narrowed: { types: Array.from({ length: 50 }, (_each, at) => 'type'.repeat(50) + at) } },
      '/narrowed',
    ],
    ['an unknown narrowing', { name: 'x', scopes: ['objects:read'], narrowed: { area: 'b' } }, '/narrowed/area'],
  ])('is not made with %s', async (_what, body, pointer) => {
    const answer = await by(admin, 'POST', '/groups/mine/tokens', body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0].pointer).toBe(pointer);
  });

  it('is refused on every gateway within 2 seconds of its revocation, however it was used before', async () => {
    const delays: number[] = [];
    for (let round = 0; round < 10; round++) {
      const { id, token } = await newToken();
      expect([await read(token, 0), await read(token, 1)]).toEqual([200, 200]);
      const sentAt = performance.now();
      expect((await by(admin, 'DELETE', `/groups/mine/tokens/${id}`)).status).toBe(204);
      // The called gateway knows of it when it answers.
      expect(await read(token, 0)).toBe(401);
      await expect.poll(() => read(token, 1), { interval: 1, timeout: 2000 }).toBe(401);
      delays.push(performance.now() - sentAt);
    }
    process.stdout.write(`revoked on both gateways after ${delays.map((ms) => ms.toFixed(0)).join(', ')} ms\n`);
    expect(Math.max(...delays)).toBeLessThan(2000);
  });
});

describe('signing keys', () => {
  it('rotate under load without one refused call, and the old key still verifies', async () => {
    const before = await newToken();
    const refused: number[] = [];
    let calls = 0;
    let going = true;
    const load = Promise.all(
      [0, 1, 0, 1].map(async (gateway, client) => {
        while (going) {
          // Half of the clients request a new token each time, so that each key is used from the start.
          const token = client < 2 ? (await newToken()).token : before.token;
          const status = await read(token, gateway);
          calls += 1;
          if (status !== 200) refused.push(status);
        }
      }),
    );
    await sleep(300);
    const { kid } = (await installation('POST', '/operator/keys/rotate')).body as { kid: string };
    await expect.poll(async () => decodeProtectedHeader((await newToken()).token).kid).toBe(kid);
    await sleep(300);
    // However slow the machine is.
    await expect.poll(() => calls, { timeout: 30_000 }).toBeGreaterThan(100);
    going = false;
    await load;
    expect(refused).toEqual([]);
    expect(await read(before.token)).toBe(200);
    const keys = await fetch(`${stack.url}/.well-known/jwks.json`).then(
      (answer) => answer.json() as Promise<{ keys: { kid: string; d?: string }[] }>,
    );
    expect(keys.keys.map((key) => key.kid)).toContain(kid);
    expect(keys.keys).toHaveLength(2);
    expect(JSON.stringify(keys)).not.toContain('"d"');
  });

  it('are withdrawn with all that they signed, but not the one that signs', async () => {
    const old = await newToken();
    const signing = decodeProtectedHeader(old.token).kid!;
    expect((await installation('DELETE', `/operator/keys/${signing}`)).status).toBe(409);
    await installation('POST', '/operator/keys/rotate', { immediately: true });
    const fresh = (
      await installation('POST', '/operator/tokens', {
        name: 'fresh',
        workspaces: ['mine'],
        scopes: ['objects:read', 'tokens:admin', 'objects:write'],
      })
    ).body.token as string;
    expect(decodeProtectedHeader(fresh).kid).not.toBe(signing);
    expect(await read(old.token, 1)).toBe(200);
    expect((await installation('DELETE', `/operator/keys/${signing}`)).status).toBe(204);
    await expect.poll(() => read(old.token, 1), { timeout: 2000 }).toBe(401);
    await expect.poll(() => read(fresh, 1)).toBe(200);
    admin = fresh;
  });
});

describe('a directory that is away', () => {
  it('fails no call that does not need it, and a gateway that starts meanwhile serves', async () => {
    const { token } = await newToken(['objects:read', 'objects:write']);
    await stack.directories[0]!.stop();
    try {
      const update = (gateway: number) =>
        by(
          token,
          'POST',
          '/groups/mine/externalObjects',
          [{ externalId: `away-${Math.random()}`, locationUpdate: { newPosition: { lat: 1, lon: 2 } } }],
          gateway,
        );
      for (let round = 0; round < 20; round++) expect([(await update(round % 2)).status, await read(token, round % 2)]).toEqual([200, 200]);
      const started = await startService(
        'gateway',
        space.environment('gateway', { PORT: String((await freePorts(1))[0]), INSTANCE_ID: 'meanwhile' }),
      );
      try {
        expect((await call(`${started.url}/groups/mine/externalObjects`, 'GET', { authorization: `Bearer ${token}` })).status).toBe(200);
        const administration = await call(`${started.url}/groups/mine/tokens`, 'GET', { authorization: `Bearer ${admin}` });
        expect([administration.status, administration.body.type, administration.headers.get('retry-after')]).toEqual([
          503,
          'urn:waymark:problem:unavailable',
          '2',
        ]);
      } finally {
        await started.stop();
      }
    } finally {
      await stack.directories[0]!.restart();
    }
    expect((await by(admin, 'GET', '/groups/mine/tokens')).status).toBe(200);
  });
});

describe('a suspended workspace', () => {
  it('is read, takes no changes with a clear 403, and takes them again when it is resumed', async () => {
    const { token } = await newToken(['objects:read', 'objects:write']);
    await installation('POST', '/operator/workspaces/mine/suspend');
    const write = () =>
      by(token, 'POST', '/groups/mine/externalObjects', [{ externalId: 'held', locationUpdate: { newPosition: { lat: 1, lon: 2 } } }], 1);
    await expect.poll(async () => (await write()).body.type, { timeout: 2000 }).toBe('urn:waymark:problem:workspace-suspended');
    expect(await read(token, 1)).toBe(200);
    await installation('POST', '/operator/workspaces/mine/resume');
    await expect.poll(async () => (await write()).status).toBe(200);
  });

  it('is as if it were not there while it is being deleted', async () => {
    const doomed = (await installation('POST', '/operator/workspaces', { id: 'doomed' })).status;
    expect(doomed).toBe(201);
    const token = (await installation('POST', '/operator/tokens', { name: 'd', workspaces: ['doomed'], scopes: ['objects:read'] })).body
      .token as string;
    const readDoomed = async () => (await by(token, 'GET', '/groups/doomed/externalObjects')).status;
    await expect.poll(readDoomed).toBe(200);
    await installation('DELETE', '/operator/workspaces/doomed');
    await expect.poll(readDoomed, { timeout: 2000 }).toBe(403);
  });
});
