import { decodeJwt } from 'jose';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CALLER_HEADER, forwardedCallerHeader } from '#identity/forwarded-caller.js';
import { Sealing } from '#identity/sealing.js';
import { createDataSource } from '#postgres/data-source.js';
import { createPool } from '#postgres/pool.js';
import { readDirectory } from '#testing/oracle/read-directory.js';
import { SigningKeys } from '../../src/access/keys/signing-keys.js';
import { upkeepActor } from '../../src/auditing/actor.js';
import { ENTITIES } from '../../src/entities/entities.js';
import { SigningKey } from '../../src/entities/signing-key.entity.js';
import { DirectoryStore } from '../../src/publishing/directory-store.js';
import { type Answer, call, type DirectoryInTest, startDirectory } from './directory-client.js';

let kit: DirectoryInTest;
let ask: DirectoryInTest['ask'];
let pool: Pool;
beforeAll(async () => {
  // A test makes the signing key old and replaces it; the upkeep of the service must not do so at the same time.
  kit = await startDirectory('share-links', { APP_URL: 'https://map.example/', KEY_ROTATION_DAYS: '3650' });
  ({ ask } = kit);
  pool = createPool({
    url: kit.space.databaseUrl,
    schema: kit.space.schemas.directory,
    max: 4,
    applicationName: 'share-links-test',
    onIdleError: () => undefined,
  });
  for (const id of ['mine', 'theirs']) await ask('POST', '/operator/workspaces', { id });
});
afterAll(async () => {
  await pool?.end();
  await kit?.close();
});

const LINKS = '/groups/mine/shareLinks';
/** Whether the revocation of its token was published to the gateways. */
const isPublishedAsRevoked = async (token: string): Promise<boolean> =>
  (await readDirectory(kit.space)).published.has(`revocation:${decodeJwt(token).jti}`);

const codeOf = (body: { url: string }): string => body.url.split('#s=')[1]!;
const open = (code: string, address = '192.0.2.9'): Promise<Answer> =>
  call(
    `${kit.directory.url}/auth/share`,
    'POST',
    {
      'x-waymark-internal': kit.space.installation.secrets.internalToken,
      [CALLER_HEADER]: forwardedCallerHeader({ subject: 'anonymous', address }),
    },
    { code },
  );
const withoutId = ({ status, body }: Answer): unknown => ({ status, body: { ...(body as object), requestId: '' } });

describe('the code of a share link', () => {
  it('is exchanged without a login for a short-lived token with the same id, and is stored only as a hash', async () => {
    const made = (await ask('POST', LINKS, { name: 'Gate', shows: { ids: ['crane 1'] }, expiresInSeconds: 86_400 })).body as {
      id: string;
      url: string;
      token: string;
      expiresAt: string;
    };
    const opened = await open(codeOf(made));
    expect([opened.status, opened.body]).toEqual([
      200,
      {
        apiAccessToken: { token: expect.any(String) as string, expiresAt: expect.any(String) as string },
        name: 'Gate',
        shows: { ids: ['crane 1'] },
        expiresAt: made.expiresAt,
      },
    ]);
    const [short, long] = [decodeJwt(opened.body.apiAccessToken.token as string), decodeJwt(made.token)];
    // The tokens were issued in different seconds.
    const timeless = { iat: 0, nbf: 0, exp: 0 };
    expect({ ...short, ...timeless }).toEqual({ ...long, ...timeless });
    expect([short.exp! - short.iat!, Date.parse(opened.body.apiAccessToken.expiresAt as string)]).toEqual([15 * 60, short.exp! * 1000]);
    const { rows } = await pool.query<{ row: string }>(`select share_link::text as row from share_link where id = $1`, [made.id]);
    expect(rows[0]!.row).not.toContain(codeOf(made));
  });

  it('gives no token that outlives the link', async () => {
    const made = (await ask('POST', LINKS, { name: 'x', shows: { ids: ['a'] }, expiresInSeconds: 60 })).body as {
      url: string;
      expiresAt: string;
    };
    expect((await open(codeOf(made))).body.apiAccessToken.expiresAt).toBe(made.expiresAt);
  });

  it('that is revoked, expired, replaced or was never one is answered alike', async () => {
    const make = async (): Promise<{ id: string; url: string }> =>
      (await ask('POST', LINKS, { name: 'x', shows: { ids: ['a'] } })).body as { id: string; url: string };
    const [revoked, expired, replaced] = [await make(), await make(), await make()];
    for (const link of [revoked, expired, replaced]) expect((await open(codeOf(link))).status).toBe(200);
    expect((await ask('DELETE', `${LINKS}/${revoked.id}`)).status).toBe(204);
    await pool.query(`update share_link set expires_at = now() - interval '1 second' where id = $1`, [expired.id]);
    const again = (await ask('POST', `${LINKS}/${replaced.id}/renew`)).body as { url: string };
    const unknown = await open('A'.repeat(22));
    expect(unknown.status).toBe(404);
    for (const link of [revoked, expired, replaced]) expect(withoutId(await open(codeOf(link)))).toEqual(withoutId(unknown));
    expect((await open(codeOf(again))).status).toBe(200);
  });

  it.each([['A'.repeat(21)], ['A'.repeat(23)], [`${'A'.repeat(21)}=`], [''], [5]])('cannot be %j', async (code) => {
    const answer = await ask('POST', '/auth/share', { code });
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, '/code']);
  });

  it(
    'can be guessed a hundred times from one network; opening valid links does not count, and other ' + 'networks are not affected',
    async () => {
      const code = codeOf((await ask('POST', LINKS, { name: 'x', shows: { ids: ['a'] } })).body as { url: string });
      for (let round = 0; round < 3; round++)
        expect(new Set((await Promise.all(Array.from({ length: 50 }, () => open(code, '192.0.2.1')))).map(({ status }) => status))).toEqual(
          new Set([200]),
        );
      const guesses = await Promise.all(Array.from({ length: 110 }, (_each, at) => open(String(at).padStart(22, 'A'), '192.0.2.2')));
      expect(guesses.filter(({ status }) => status === 404).length).toBeGreaterThanOrEqual(100);
      expect(guesses.find(({ status }) => status === 429)!.body).toMatchObject({
        type: 'urn:waymark:problem:too-many-requests',
        limit: 'share-link-failures-per-address',
        allowed: 100,
      });
      expect((await open(code, '192.0.2.3')).status).toBe(200);
    },
  );
});

describe('a share link', () => {
  it('has a short code in the fragment of its address, and a token that may only read what it shows', async () => {
    const { status, body } = await ask('POST', LINKS, {
      name: 'For the crane driver',
      shows: { ids: ['crane 1'], fields: ['load'] },
      expiresInSeconds: 3600,
    });
    expect(status).toBe(201);
    expect(body.url).toMatch(/^https:\/\/map\.example\/#s=[\w-]{22}$/);
    const claims = decodeJwt(body.token as string);
    expect(claims).toMatchObject({
      sub: `share-link:${body.id}`,
      workspaces: ['mine'],
      scope: 'objects:read',
      narrowed: { ids: ['crane 1'], fields: ['load'] },
    });
    expect(claims.exp! - claims.iat!).toBe(3600);
    expect(new Date(claims.exp! * 1000).toISOString()).toBe(body.expiresAt);
    const listed = (await ask('GET', LINKS)).body.shareLinks[0];
    expect(listed).toMatchObject({ id: body.id, name: 'For the crane driver', revokedAt: null });
    expect(JSON.stringify(listed)).not.toMatch(/eyJ|#s=/);
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

  it('that is renewed while it is valid ends the former one', async () => {
    const first = (await ask('POST', LINKS, { name: 'x', shows: { ids: ['a'] } })).body as { id: string; token: string };
    expect(await isPublishedAsRevoked(first.token)).toBe(false);
    const again = (await ask('POST', `${LINKS}/${first.id}/renew`)).body as { token: string };
    expect([await isPublishedAsRevoked(first.token), await isPublishedAsRevoked(again.token)]).toEqual([true, false]);
  });

  it('of another workspace is as if it were not there', async () => {
    const { id } = (await ask('POST', LINKS, { name: 'x', shows: { types: ['crane'] } })).body as { id: string };
    for (const [method, path] of [
      ['DELETE', `/groups/theirs/shareLinks/${id}`],
      ['POST', `/groups/theirs/shareLinks/${id}/renew`],
    ] as const)
      expect((await ask(method, path)).status).toBe(404);
    expect((await ask('GET', '/groups/theirs/shareLinks')).body.shareLinks).toEqual([]);
  });

  it.each([
    ['that shows nothing', { name: 'x', shows: {} }, '/shows'],
    ['that shows only fields', { name: 'x', shows: { fields: ['a'] } }, '/shows'],
    ['without a name', { shows: { ids: ['a'] } }, '/name'],
    ['with a box of three numbers', { name: 'x', shows: { bbox: [1, 2, 3] } }, '/shows/bbox'],
    ['with a box upside down', { name: 'x', shows: { bbox: [1, 20, 3, 10] } }, '/shows/bbox'],
    ['with a box beyond the pole', { name: 'x', shows: { bbox: [1, 2, 3, 91] } }, '/shows/bbox'],
    [
      'that names more than a token can carry',
      { name: 'x', shows: { ids: Array.from({ length: 50 }, (_each, at) => 'é'.repeat(200) + at) } },
      '/shows',
    ],
    ['that lives a year', { name: 'x', shows: { ids: ['a'] }, expiresInSeconds: 31_536_000 }, '/expiresInSeconds'],
    ['with an unknown property', { name: 'x', shows: { ids: ['a'], write: true } }, '/shows/write'],
  ])('%s is refused', async (_what, body, pointer) => {
    const answer = await ask('POST', LINKS, body);
    expect([answer.status, answer.body.errors?.[0].pointer]).toEqual([422, pointer]);
  });
});

it('is renewed while the next signing key is made: neither waits for the other, many times', async () => {
  const { id } = (await ask('POST', LINKS, { name: 'steady', shows: { ids: ['a'] } })).body as { id: string };
  // Runs the upkeep directly, because the service's own runs once a minute.
  const { databaseUrl: url, schemas } = kit.space;
  const dataSource = await createDataSource({ url, schema: schemas.directory, entities: ENTITIES, migrations: [] }).initialize();
  onTestFinished(() => dataSource.destroy());
  const keys = new SigningKeys(
    new DirectoryStore(pool, { publishedUpTo: () => Promise.resolve() } as never, dataSource),
    dataSource.getRepository(SigningKey),
    new Sealing(kit.space.installation.secrets.keySecret),
    0,
  );
  for (let round = 0; round < 40; round += 1) {
    await pool.query(`update signing_key set created_at = now() - interval '100 days'`);
    const alone = round % 2 === 0;
    const renewals = Array.from({ length: 4 }, () => ask('POST', `${LINKS}/${id}/renew`));
    const [made] = await Promise.all([keys.keepFresh(upkeepActor('test'), 90), alone ? undefined : keys.rotate(upkeepActor('test'))]);
    if (alone) expect(made).toEqual(expect.any(String));
    expect((await Promise.all(renewals)).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  }
});

it('is refused beyond the maximum of live links, and the refusal says what to do', async () => {
  const second = await startDirectory('share-links-bounded', { MAX_LIVE_SHARE_LINKS: '3', MAX_LIVE_TOKENS: '2' });
  const make = (path: string, more: object = {}): Promise<Answer> =>
    second.ask(
      'POST',
      path,
      path.endsWith('tokens') ? { name: 'x', scopes: ['objects:read'], ...more } : { name: 'x', shows: { ids: ['a'] }, ...more },
    );
  try {
    for (const id of ['full', 'roomy']) await second.ask('POST', '/operator/workspaces', { id });
    for (const [kind, most, limit] of [
      ['shareLinks', 3, 'live-share-links-per-workspace'],
      ['tokens', 2, 'live-tokens-per-workspace'],
    ] as const) {
      const path = `/groups/full/${kind}`;
      const made = await Promise.all(Array.from({ length: 6 }, () => make(path)));
      expect(made.map(({ status }) => status).sort()).toEqual([...Array<number>(most).fill(201), ...Array<number>(6 - most).fill(409)]);
      const refused = made.find(({ status }) => status === 409)!.body as { detail: string };
      expect(refused).toMatchObject({ type: 'urn:waymark:problem:conflict', limit, used: most, allowed: most });
      expect(refused.detail).toContain(`DELETE ${path}/{id}`);
      expect((await make(`/groups/roomy/${kind}`)).status).toBe(201);
      const { id } = made.find(({ status }) => status === 201)!.body as { id: string };
      expect((await second.ask('DELETE', `${path}/${id}`)).status).toBe(204);
      expect((await make(path)).status).toBe(201);
      if (kind === 'shareLinks') {
        expect((await second.ask('POST', `${path}/${id}/renew`)).status).toBe(409);
        const live = (await second.ask('GET', path)).body.shareLinks.find(
          ({ revokedAt }: { revokedAt: string | null }) => revokedAt === null,
        ) as { id: string };
        expect((await second.ask('POST', `${path}/${live.id}/renew`)).status).toBe(201);
      } else {
        // A token for two workspaces counts in both.
        expect(
          (await second.ask('POST', '/operator/tokens', { name: 'x', workspaces: ['roomy', 'full'], scopes: ['objects:read'] })).body,
        ).toMatchObject({ status: 409, detail: expect.stringContaining('The workspace full has 2 machine tokens') as string });
      }
    }
  } finally {
    await second.close();
  }
});
