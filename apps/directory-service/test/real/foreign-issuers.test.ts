import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from '#stack/processes/free-port.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { type DirectoryInTest, startDirectory } from './directory-in-test.js';

const ISSUER = 'https://login.customer.example';
let world: DirectoryInTest;
let gateway: RunningService;
let keys: Server;
let sign: (claims?: Record<string, unknown>) => Promise<string>;

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'theirs', alg: 'RS256', use: 'sig' };
  keys = createServer((_request, response) => void response.end(JSON.stringify({ keys: [jwk] })));
  await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve));
  sign = (claims = {}) =>
    new SignJWT({
      iss: ISSUER,
      aud: 'waymark',
      sub: 'truck',
      iat: Math.floor(Date.now() / 1000),
      exp: Math.floor(Date.now() / 1000) + 60,
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'theirs', typ: 'JWT' })
      .sign(privateKey);
  world = await startDirectory('foreign');
  for (const id of ['harbour', 'vault']) await world.inside('POST', '/operator/workspaces', { id });
  const issuers = [
    {
      issuer: ISSUER,
      audience: 'waymark',
      algorithms: ['RS256'],
      jwksUrl: `http://127.0.0.1:${(keys.address() as AddressInfo).port}/keys`,
      workspaces: ['harbour'],
      scopes: ['people:admin'],
    },
  ];
  gateway = await startService(
    'gateway',
    world.space.environment('gateway', { PORT: String((await freePorts(1))[0]), FOREIGN_ISSUERS: JSON.stringify(issuers) }),
  );
});
afterAll(async () => {
  await gateway?.stop();
  await world?.close();
  keys?.close();
});

const get = async (path: string, token: string): Promise<number> =>
  (await fetch(gateway.url + path, { headers: { authorization: `Bearer ${token}` } })).status;

describe('a gateway with a configured foreign issuer', () => {
  it('opens the workspaces that are set to its tokens, and no others', async () => {
    await expect.poll(async () => get('/groups/harbour/people', await sign())).toBe(200);
    expect(await get('/groups/vault/people', await sign())).toBe(403);
    expect(await get('/groups/harbour/tokens', await sign())).toBe(403);
    expect(await get('/operator/people', await sign({ scope: 'operator', roles: { vault: 'admin' } }))).toBe(403);
  });

  it('never takes it for one of our people, whatever the subject says', async () => {
    const { id } = await world.person('ada@example.org');
    const answer = await fetch(`${gateway.url}/auth/me`, { headers: { authorization: `Bearer ${await sign({ sub: `person:${id}` })}` } });
    const holder = (await answer.json()) as object;
    expect([answer.status, holder]).toMatchObject([200, { kind: 'foreign', workspaces: [{ id: 'harbour' }] }]);
    expect(holder).not.toHaveProperty('email');
  });

  it('refuses the token for another audience, and a gateway without the issuer refuses all', async () => {
    expect(await get('/groups/harbour/people', await sign({ aud: 'elsewhere' }))).toBe(401);
    expect((await world.call('GET', '/groups/harbour/people', { token: await sign() })).status).toBe(401);
  });

  it('still accepts our own tokens', async () => {
    const { email } = await world.person('bea@example.org', { harbour: 'admin' });
    expect(await get('/groups/harbour/people', (await world.login(email)).json.apiAccessToken.token)).toBe(200);
  });
});

it('X-Forwarded-For counts only from a proxy that is trusted', async () => {
  const attempt = (url: string, from: string) =>
    fetch(`${url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ email: `${from}@example.org`, password: 'x' }),
    });
  const limited = async (url: string, net: string): Promise<boolean> =>
    (await Promise.all(Array.from({ length: 45 }, (_, n) => attempt(url, `${net}.${n}`)))).some(({ status }) => status === 429);
  expect(await limited(world.gateways[0]!.url, '192.0.2')).toBe(false);
  expect(await limited(gateway.url, '198.51.100')).toBe(true);
});
