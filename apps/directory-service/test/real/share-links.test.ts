import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDirectory } from '#testing/oracle/read-directory.js';
import { type DirectoryInTest, startDirectory } from './directory-client.js';

let kit: DirectoryInTest;
let ask: DirectoryInTest['ask'];
beforeAll(async () => {
  kit = await startDirectory('share-links', { APP_URL: 'https://map.example' });
  ({ ask } = kit);
  for (const id of ['mine', 'theirs']) await ask('POST', '/operator/workspaces', { id });
});
afterAll(() => kit?.close());

const LINKS = '/groups/mine/shareLinks';
/** Whether the gateways were told that its token is good no more. */
const isPublishedAsRevoked = async (token: string): Promise<boolean> => (await readDirectory(kit.space)).published.has(`revocation:${decodeJwt(token).jti}`);

describe('a share link', () => {
  it('carries a token that may only read what it shows, in the fragment of the address', async () => {
    const { status, body } = await ask('POST', LINKS, { name: 'For the crane driver', shows: { ids: ['crane 1'], fields: ['load'] }, expiresInSeconds: 3600 });
    expect(status).toBe(201);
    expect(body.url).toBe(`https://map.example/#share=${body.token}`);
    const claims = decodeJwt(body.token as string);
    expect(claims).toMatchObject({ sub: `share-link:${body.id}`, workspaces: ['mine'], scope: 'objects:read', narrowed: { ids: ['crane 1'], fields: ['load'] } });
    expect(claims.exp! - claims.iat!).toBe(3600);
    expect(new Date(claims.exp! * 1000).toISOString()).toBe(body.expiresAt);
    const listed = (await ask('GET', LINKS)).body.shareLinks[0];
    expect(listed).toMatchObject({ id: body.id, name: 'For the crane driver', revokedAt: null });
    expect(JSON.stringify(listed)).not.toContain('eyJ');
  });

  it('is revoked, and can be made again: with another token and the same life', async () => {
    const first = (await ask('POST', LINKS, { name: 'x', shows: { bbox: [170, -10, -170, 10] }, expiresInSeconds: 600 })).body;
    expect((await ask('DELETE', `${LINKS}/${first.id}`)).status).toBe(204);
    expect((await ask('DELETE', `${LINKS}/${first.id}`)).status).toBe(204);
    expect((await ask('GET', LINKS)).body.shareLinks[0].revokedAt).toEqual(expect.any(String));
    expect(await isPublishedAsRevoked(first.token as string)).toBe(true);
    const again = (await ask('POST', `${LINKS}/${first.id}/renew`)).body;
    expect(again).toMatchObject({ id: first.id, revokedAt: null });
    const [old, fresh] = [decodeJwt(first.token as string), decodeJwt(again.token as string)];
    expect(fresh.jti).not.toBe(old.jti);
    expect(fresh.exp! - fresh.iat!).toBe(600);
  });

  it('that is made again while it is good ends the one before', async () => {
    const first = (await ask('POST', LINKS, { name: 'x', shows: { ids: ['a'] } })).body as { id: string; token: string };
    expect(await isPublishedAsRevoked(first.token)).toBe(false);
    const again = (await ask('POST', `${LINKS}/${first.id}/renew`)).body as { token: string };
    expect([await isPublishedAsRevoked(first.token), await isPublishedAsRevoked(again.token)]).toEqual([true, false]);
  });

  it('of another workspace is as if it were not there', async () => {
    const { id } = (await ask('POST', LINKS, { name: 'x', shows: { types: ['crane'] } })).body as { id: string };
    for (const [method, path] of [['DELETE', `/groups/theirs/shareLinks/${id}`], ['POST', `/groups/theirs/shareLinks/${id}/renew`]] as const) expect((await ask(method, path)).status).toBe(404);
    expect((await ask('GET', '/groups/theirs/shareLinks')).body.shareLinks).toEqual([]);
  });

  it.each([
    ['that shows nothing', { name: 'x', shows: {} }, '/shows'],
    ['that shows only fields', { name: 'x', shows: { fields: ['a'] } }, '/shows'],
    ['without a name', { shows: { ids: ['a'] } }, '/name'],
    ['with a box of three numbers', { name: 'x', shows: { bbox: [1, 2, 3] } }, '/shows/bbox'],
    ['with a box upside down', { name: 'x', shows: { bbox: [1, 20, 3, 10] } }, '/shows/bbox'],
    ['with a box beyond the pole', { name: 'x', shows: { bbox: [1, 2, 3, 91] } }, '/shows/bbox'],
    ['that names more than a token can carry', { name: 'x', shows: { ids: Array.from({ length: 50 }, (_each, at) => 'é'.repeat(200) + at) } }, '/shows'],
    ['that lives a year', { name: 'x', shows: { ids: ['a'] }, expiresInSeconds: 31_536_000 }, '/expiresInSeconds'],
    ['with an unknown property', { name: 'x', shows: { ids: ['a'], write: true } }, '/shows/write'],
  ])('%s is refused', async (_what, body, pointer) => {
    const answer = await ask('POST', LINKS, body);
    expect([answer.status, answer.body.errors?.[0].pointer]).toEqual([422, pointer]);
  });
});
