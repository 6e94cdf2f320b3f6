import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '#postgres/pool.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { JPEG, LOSSY_WEBP, png, pngChunk } from '#testing/sample-pictures.js';
import { createTestSpace, type TestSpace, type TokenOptions } from '#testing/test-space.js';
import { sweepUnnamedPictures } from '../../apps/object-service/src/pictures/unnamed-pictures.js';

interface Answer {
  status: number;
  headers: Headers;
  bytes: Buffer;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into whatever came back
  json: any;
}

const MAX_BYTES = 8192;
const ROOM = 20_000;

let space: TestSpace;
let database: Pool;
let gateway: RunningService;
let token: string;
const services: RunningService[] = [];

beforeAll(async () => {
  space = await createTestSpace('pictures', { workspaces: ['full'] });
  const sizes = { MAX_PICTURE_BYTES: String(MAX_BYTES), MAX_PICTURE_PIXELS: '300', WORKSPACE_PICTURE_BYTES: String(ROOM) };
  services.push(
    ...(await Promise.all([
      startService('object-service', space.environment('object-service', sizes)),
      startService('projection-service', space.environment('projection-service')),
    ])),
  );
  gateway = await startService('gateway', space.environment('gateway', sizes));
  services.push(gateway);
  database = createPool({ url: space.databaseUrl, schema: space.schemas.objects, max: 2, applicationName: 'test' });
  token = await bearer({ workspaces: ['alpha'] });
});
afterAll(async () => {
  await database?.end();
  for (const service of services.reverse()) await service.stop();
  await space?.close();
});

const bearer = async (options: TokenOptions): Promise<string> => `Bearer ${await space.token(options)}`;
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
/** A PNG file of this number of bytes. */
function pngOf(bytes: number): Buffer {
  const small = png(4, 4);
  const behindHeader = 33;
  return Buffer.concat([
    small.subarray(0, behindHeader),
    pngChunk('tEXt', Buffer.alloc(bytes - small.length - 12, 'a')),
    small.subarray(behindHeader),
  ]);
}

async function ask(
  method: string,
  path: string,
  {
    body,
    type = body instanceof Buffer ? 'image/png' : 'application/json',
    headers = {},
    as = token,
  }: { body?: unknown; type?: string; headers?: Record<string, string>; as?: string } = {},
): Promise<Answer> {
  const answer = await fetch(gateway.url + path, {
    method,
    headers: {
      authorization: as,
      ...(method !== 'GET' && { prefer: 'wait=30' }),
      ...(body !== undefined && { 'content-type': type }),
      ...headers,
    },
    body: body === undefined ? undefined : body instanceof Buffer ? new Uint8Array(body) : JSON.stringify(body),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return {
    status: answer.status,
    headers: answer.headers,
    bytes,
    json: /[/+]json(;|$)/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(bytes.toString()) : undefined,
  };
}

const pathOf = (id: string, group = 'alpha'): string => `/groups/${group}/externalObjects/${encodeURIComponent(id)}`;
const made = async (id: string, more: { group?: string; as?: string; type?: string } = {}): Promise<void> => {
  const { group = 'alpha', as, type } = more;
  const answer = await ask('POST', `/groups/${group}/externalObjects`, {
    as,
    body: [
      { externalId: id, locationUpdate: { newPosition: { lat: 1, lon: 2 } }, initialExternalObject: { title: id, ...(type && { type }) } },
    ],
  });
  expect(answer.json.results[0].status).toBe('created');
  await ask('GET', pathOf(id, group), { as, ...after(answer) });
};
const put = (id: string, body: Buffer, more: Parameters<typeof ask>[2] & { group?: string } = {}): Promise<Answer> =>
  ask('PUT', `${pathOf(id, more.group)}/picture`, { body, ...more });
/** The headers of a read that contains the change. */
const after = (answer: Answer): { headers: Record<string, string> } => ({
  headers: { 'waymark-position': answer.json.operationId as string, prefer: 'wait=20' },
});
const rowsOf = async (id: string): Promise<string[]> =>
  (await database.query<{ sha256: string }>('select sha256 from picture where external_id = $1 order by uploaded_at', [id])).rows.map(
    ({ sha256 }) => sha256,
  );
const age = (id: string): Promise<unknown> =>
  database.query(`update picture set kept_at = now() - interval '25 hours' where external_id = $1`, [id]);
const sweep = (held: readonly string[] = []): Promise<number> => sweepUnnamedPictures(database, (workspace) => held.includes(workspace));

describe('the picture of an object', () => {
  it('is uploaded, read, shown in feed and history, replaced, brought back, and taken away', async () => {
    await made('a/1');
    expect(await ask('GET', `${pathOf('a/1')}/picture`)).toMatchObject({
      status: 404,
      json: { type: 'urn:waymark:problem:not-found', detail: expect.stringMatching(/no picture/) },
    });
    const first = await put('a/1', JPEG, { type: 'image/jpeg' });
    expect(first).toMatchObject({ status: 200, json: { externalId: 'a/1', status: 'updated', revision: 2 } });
    expect(first.headers.get('etag')).toBe('"2"');
    expect((await ask('GET', pathOf('a/1'), after(first))).json).toMatchObject({ revision: 2, picture: hashOf(JPEG) });
    const read = await ask('GET', `${pathOf('a/1')}/picture`, after(first));
    expect([read.status, hashOf(read.bytes), read.headers.get('waymark-position')]).toEqual([200, hashOf(JPEG), first.json.operationId]);
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      etag: `"${hashOf(JPEG)}"`,
      'cache-control': 'private, no-cache',
      vary: 'Authorization',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
    });
    const named = await ask('GET', `${pathOf('a/1')}/picture?v=${hashOf(JPEG)}`);
    expect([named.status, named.headers.get('cache-control')]).toEqual([200, 'private, max-age=86400, immutable']);
    const again = await ask('GET', `${pathOf('a/1')}/picture`, { headers: { 'if-none-match': `"${hashOf(JPEG)}"` } });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect((await ask('HEAD', `${pathOf('a/1')}/picture`)).headers.get('content-length')).toBe(String(JPEG.length));

    const second = await put('a/1', LOSSY_WEBP, { type: 'image/webp', headers: { 'if-match': '"2"' } });
    expect(second.json.revision).toBe(3);
    expect(await put('a/1', JPEG, { type: 'image/jpeg', headers: { 'if-match': '"2"' } })).toMatchObject({ status: 412 });
    expect(hashOf((await ask('GET', `${pathOf('a/1')}/picture`, after(second))).bytes)).toBe(hashOf(LOSSY_WEBP));
    expect(await ask('GET', `${pathOf('a/1')}/picture?v=${hashOf(JPEG)}`)).toMatchObject({
      status: 404,
      json: { detail: expect.stringMatching(/a different picture now/) },
    });
    // What undoes it names the one from before.
    const back = await ask('PATCH', pathOf('a/1'), { body: { picture: hashOf(JPEG) }, headers: { 'if-match': '"3"' } });
    expect(back).toMatchObject({ status: 200, json: { revision: 4 } });
    expect(hashOf((await ask('GET', `${pathOf('a/1')}/picture`, after(back))).bytes)).toBe(hashOf(JPEG));
    const removed = await ask('DELETE', `${pathOf('a/1')}/picture`);
    expect(removed).toMatchObject({ status: 200, json: { revision: 5 } });
    expect((await ask('GET', `${pathOf('a/1')}/picture`, after(removed))).status).toBe(404);
    expect((await ask('GET', pathOf('a/1'))).json).not.toHaveProperty('picture');
    const { changes } = (await ask('GET', '/groups/alpha/changes?cursor=earliest&mode=events&id=a%2F1')).json as {
      changes: { set?: object }[];
    };
    expect(changes.slice(1).map(({ set }) => set)).toEqual([
      { picture: hashOf(JPEG) },
      { picture: hashOf(LOSSY_WEBP) },
      { picture: hashOf(JPEG) },
      { picture: null },
    ]);
    expect(
      (await ask('GET', `${pathOf('a/1')}/history`)).json.history.filter(({ set }: { set?: object }) => set && 'picture' in set),
    ).toHaveLength(4);
  });

  it('is the same call under the same Idempotency-Key', async () => {
    await made('same');
    const key = { 'idempotency-key': 'picture-1' };
    const first = await put('same', JPEG, { type: 'image/jpeg', headers: key });
    expect((await put('same', JPEG, { type: 'image/jpeg', headers: key })).json).toEqual(first.json);
    expect(await put('same', png(2, 2), { headers: key })).toMatchObject({
      status: 422,
      json: { type: 'urn:waymark:problem:idempotency-key-reused' },
    });
    expect(await rowsOf('same')).toContain(hashOf(JPEG));
  });

  it('is refused when the bytes are no picture, with the reason', async () => {
    await made('odd');
    const refusals: [what: string, body: Buffer, type: string, status: number, says: RegExp][] = [
      [
        'an SVG',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        'image/svg+xml',
        415,
        /SVG is not accepted because it may contain scripts/,
      ],
      ['JSON', Buffer.from('{}'), 'application/json', 415, /image\/jpeg, image\/png, image\/webp/],
      [
        'a page that is called a picture',
        Buffer.from('<!doctype html><script>alert(1)</script>'),
        'image/png',
        422,
        /not a JPEG, PNG or WebP/,
      ],
      ['another type than it says', JPEG, 'image/png', 422, /The bytes are image\/jpeg, but Content-Type is image\/png/],
      ['a cut file', JPEG.subarray(0, 200), 'image/jpeg', 422, /ends before the end of the picture/],
      [
        'a picture and a page',
        Buffer.concat([png(3, 3), Buffer.from('<script>alert(1)</script>')]),
        'image/png',
        422,
        /has 25 extra bytes/,
      ],
      ['too many bytes', pngOf(MAX_BYTES + 1), 'image/png', 413, /at most 8192 bytes; save it smaller/],
      ['too many pixels', png(301, 2), 'image/png', 413, /301 × 2 pixels, and each side may have at most 300/],
      ['nothing', Buffer.alloc(0), 'image/png', 400, /The body is empty, and this route requires one/],
    ];
    for (const [what, body, type, status, says] of refusals) {
      const answer = await put('odd', body, { type });
      expect([what, answer.status, answer.json.detail]).toEqual([what, status, expect.stringMatching(says)]);
      expect([what, answer.json.type]).not.toEqual([what, 'urn:waymark:problem:malformed-json']);
    }
    expect(await rowsOf('odd')).toEqual([]);
    expect((await ask('GET', pathOf('odd'))).json).toMatchObject({ revision: 1 });
    for (const query of ['?v=x', '?w=1', `?v=${'a'.repeat(64)}&v=${'a'.repeat(64)}`])
      expect((await ask('GET', `${pathOf('odd')}/picture${query}`)).json.type).toBe('urn:waymark:problem:invalid-parameter');
    const unknown = await ask('PATCH', pathOf('odd'), { body: { picture: hashOf(JPEG) } });
    expect(unknown).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: '/picture' }], detail: expect.stringMatching(/This object has no such picture/) },
    });
    expect(
      (
        await ask('POST', '/groups/alpha/externalObjects', {
          body: [
            { externalId: 'odd', locationUpdate: { newPosition: { lat: 1, lon: 1 } }, initialExternalObject: { picture: hashOf(JPEG) } },
          ],
        })
      ).status,
    ).toBe(422);
  });

  it('belongs to its object alone: not to other workspaces, nor to callers who may not read it', async () => {
    await made('mine', { type: 'crane' });
    const set = await put('mine', JPEG, { type: 'image/jpeg' });
    const other = await bearer({ workspaces: ['beta'] });
    await made('theirs', { group: 'beta', as: other });
    const bare = ({ status, json }: Answer, id: string): string =>
      `${status} ${JSON.stringify({ ...json, requestId: '', operationId: '' })}`.replaceAll(id, 'ID');
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', JPEG],
      ['DELETE', undefined],
    ] as const) {
      const [foreign, none] = await Promise.all(
        ['mine', 'none'].map((id) => ask(method, `${pathOf(id, 'beta')}/picture`, { as: other, body, type: 'image/jpeg' })),
      );
      expect([method, foreign!.status, bare(foreign!, 'mine')]).toEqual([method, 404, bare(none!, 'none')]);
      expect((await ask(method, `${pathOf('mine')}/picture`, { as: other, body, type: 'image/jpeg' })).status).toBe(403);
    }
    // A hash that is known opens nothing.
    expect((await ask('PATCH', pathOf('theirs', 'beta'), { as: other, body: { picture: hashOf(JPEG) } })).status).toBe(422);
    expect((await ask('GET', `${pathOf('mine')}/picture`, after(set))).status).toBe(200);
    for (const narrowed of [{ ids: ['mine'] }, { types: ['crane'] }, { fields: ['load'] }]) {
      const reader = await bearer({ workspaces: ['alpha'], scopes: ['objects:read'], narrowed });
      expect([narrowed, (await ask('GET', `${pathOf('mine')}/picture`, { as: reader })).status]).toEqual([narrowed, 200]);
    }
    for (const narrowed of [
      { ids: ['other'] },
      { types: ['van'] },
      { bbox: [10, 10, 20, 20] as [number, number, number, number] },
      { idPrefix: 'x' },
    ]) {
      const reader = await bearer({ workspaces: ['alpha'], scopes: ['objects:read', 'objects:write'], narrowed });
      expect([narrowed, (await ask('GET', `${pathOf('mine')}/picture`, { as: reader })).status]).toEqual([narrowed, 404]);
    }
    for (const narrowed of [{ ids: ['other'] }, { types: ['van'] }, { idPrefix: 'x' }]) {
      const writer = await bearer({ workspaces: ['alpha'], narrowed });
      expect([403, 404]).toContain((await put('mine', png(5, 5), { as: writer })).status);
      expect([403, 404]).toContain((await ask('DELETE', `${pathOf('mine')}/picture`, { as: writer })).status);
    }
    expect(await rowsOf('mine')).toEqual([hashOf(JPEG)]);
    expect(
      (await ask('GET', `${pathOf('mine')}/picture`, { as: await bearer({ workspaces: ['alpha'], scopes: ['objects:write'] }) })).status,
    ).toBe(403);
  });

  it('is refused for archived objects, and deleted with erased ones', async () => {
    await made('gone');
    await put('gone', JPEG, { type: 'image/jpeg' });
    const exported = (
      await ask('GET', `${pathOf('gone')}/export`, after(await put('gone', LOSSY_WEBP, { type: 'image/webp' })))
    ).bytes.toString();
    expect(JSON.parse(exported.split('\n')[0]!)).toMatchObject({
      kind: 'object',
      pictureAddress: `${pathOf('gone')}/picture?v=${hashOf(LOSSY_WEBP)}`,
      object: { picture: hashOf(LOSSY_WEBP) },
    });
    await ask('POST', `${pathOf('gone')}/archive`);
    expect(await put('gone', png(2, 2))).toMatchObject({ status: 409, json: { detail: expect.stringMatching(/archived; restore it/) } });
    expect((await ask('GET', `${pathOf('gone')}/picture`)).status).toBe(200);
    expect(await rowsOf('gone')).toHaveLength(2);
    const erased = await ask('DELETE', pathOf('gone'));
    expect(erased.status).toBe(200);
    expect(await rowsOf('gone')).toEqual([]);
    expect(await ask('GET', `${pathOf('gone')}/picture`, after(erased))).toMatchObject({
      status: 404,
      json: { type: 'urn:waymark:problem:unknown-object' },
    });
    expect((await put('gone', JPEG, { type: 'image/jpeg' })).status).toBe(404);
  });

  it('is swept a day after nothing names it any more, unless a legal hold is on it', async () => {
    for (const id of ['swept', 'held']) {
      await made(id);
      await put(id, JPEG, { type: 'image/jpeg' });
      await put(id, LOSSY_WEBP, { type: 'image/webp' });
    }
    const hold = await ask('PUT', `${pathOf('held')}/hold`, { body: { reason: 'case 17' } });
    expect(hold.status).toBe(200);
    expect(await sweep()).toBe(0);
    await age('swept');
    await age('held');
    expect(await sweep(['alpha'])).toBe(0);
    expect(await sweepUnnamedPictures(database, () => 'unknown')).toBe(0);
    expect(await sweep()).toBe(1);
    expect(await rowsOf('swept')).toEqual([hashOf(LOSSY_WEBP)]);
    expect(await rowsOf('held')).toEqual([hashOf(JPEG), hashOf(LOSSY_WEBP)]);
    expect((await ask('PATCH', pathOf('swept'), { body: { picture: hashOf(JPEG) } })).status).toBe(422);
    // An edit that is about to name it again keeps it for another day.
    expect((await ask('PATCH', pathOf('held'), { body: { picture: hashOf(JPEG) } })).status).toBe(200);
    expect(await ask('DELETE', pathOf('held'))).toMatchObject({ status: 409, json: { code: 'legal-hold' } });
    await ask('DELETE', `${pathOf('held')}/hold`);
    expect(await sweep()).toBe(1);
    expect(await rowsOf('held')).toEqual([hashOf(JPEG)]);
  });

  it('is refused where the workspace holds as many bytes as it may, even with concurrent uploads', async () => {
    const as = await bearer({ workspaces: ['full'] });
    const ids = ['f1', 'f2', 'f3', 'f4'];
    for (const id of ids) await made(id, { group: 'full', as });
    const large = pngOf(7000);
    const answers = await Promise.all(ids.map((id) => put(id, large, { group: 'full', as })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.json).toMatchObject({
      type: 'urn:waymark:problem:conflict',
      detail: expect.stringMatching(/has 14000 bytes of pictures and may have at most 20000; this one has 7000\. Remove pictures/),
    });
    // The same again takes no further room.
    const [first] = ids.filter((_, at) => answers[at]!.status === 200);
    expect((await put(first!, large, { group: 'full', as })).status).toBe(200);
  });
});
