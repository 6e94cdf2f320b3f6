import { afterAll, beforeAll, expect, it } from 'vitest';
import { mintApiToken } from '#testing/token-keys.js';
import { createTokenKeys } from '#testing/token-keys.js';
import { type GatewayInTest, startGateway } from './gateway-in-test.js';

let gateway: GatewayInTest;
beforeAll(async () => {
  gateway = await startGateway('http://127.0.0.1:1');
});
afterAll(() => gateway.close());

async function counted(): Promise<Record<string, number>> {
  const { text } = await gateway.call('GET', '/metrics');
  return Object.fromEntries(
    [...text.matchAll(/^waymark_refused_tokens_total\{(?=[^}]*reason="([^"]+)")[^}]*\} (\d+)$/gm)].map(([, reason, count]) => [
      reason,
      Number(count),
    ]),
  );
}

it('a call with a token that is refused is counted by reason, one without a token is not', async () => {
  const readAsyncApi = (authorization?: string) =>
    gateway.call('GET', '/asyncapi.json', authorization === undefined ? {} : { authorization });
  const minted = (more: object) =>
    mintApiToken(gateway.keys, { subject: 'token:1', workspaces: ['ws1'], scopes: ['objects:read'], expiresInSeconds: 600, ...more });
  const good = await minted({});
  const before = await counted();
  expect(Object.values(before).every((count) => count === 0)).toBe(true);
  const strange = await mintApiToken(await createTokenKeys(), {
    subject: 'token:1',
    workspaces: ['ws1'],
    scopes: ['objects:read'],
    expiresInSeconds: 600,
  });
  const refused = [
    'Basic abc',
    'Bearer no-jwt',
    `Bearer ${await minted({ expiresInSeconds: -120 })}`,
    `Bearer ${strange}`,
    `Bearer ${good.slice(0, -8)}AAAAAAAA`,
  ];
  for (const authorization of refused) expect((await readAsyncApi(authorization)).status).toBe(401);
  expect((await readAsyncApi()).status).toBe(401);
  expect((await readAsyncApi(`Bearer ${good}`)).status).toBe(200);
  const { tokenId, expiresAt } = claimsOf(good);
  gateway.directory.apply({ key: `revocation:${tokenId}`, revision: 1000, body: { tokenId, expiresAt } });
  expect((await readAsyncApi(`Bearer ${good}`)).status).toBe(401);
  expect(await counted()).toEqual({ ...before, malformed: 2, expired: 1, 'unknown-key': 1, signature: 1, revoked: 1 });
});

function claimsOf(token: string): { tokenId: string; expiresAt: number } {
  const { jti, exp } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { jti: string; exp: number };
  return { tokenId: jti, expiresAt: exp };
}
