import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningStack, startStack } from '#testing/running-stack.js';
import { JPEG } from '#testing/sample-pictures.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

let space: TestSpace;
let stack: RunningStack;
let editor: string;

interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into whatever came back
  body: any;
}

async function call(token: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(stack.url + path, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}

beforeAll(async () => {
  space = await createTestSpace('share-links', { workspaces: ['mine'] });
  stack = await startStack(space, { directories: 1 });
  const made = await fetch(`${stack.directories[0]!.url}/operator/workspaces`, {
    method: 'POST',
    body: '{"id":"mine"}',
    headers: { 'x-waymark-internal': space.installation.secrets.internalToken, 'content-type': 'application/json' },
  });
  expect(made.status).toBe(201);
  editor = await space.token({ workspaces: ['mine'], scopes: ['objects:write', 'objects:read', 'shares:write'] });
  const at = (externalId: string, lat: number, lon: number) => ({
    externalId,
    locationUpdate: { newPosition: { lat, lon } },
    fieldValues: [
      { type: 'Number', field: 'load', value: 3 },
      { type: 'String', field: 'driver', value: 'Ida' },
    ],
    initialExternalObject: { type: lat > 10 ? 'crane' : 'truck' },
  });
  expect((await call(editor, 'POST', '/groups/mine/externalObjects', [at('in', 1, 1), at('out', 50, 50), at('edge', 2, 2)])).status).toBe(
    200,
  );
  await vi.waitFor(async () => expect((await call(editor, 'GET', '/groups/mine/externalObjects')).body.objects).toHaveLength(3), {
    timeout: 20_000,
  });
});
afterAll(async () => {
  await stack?.close();
  await space?.close();
});

const share = async (shows: object): Promise<{ id: string; token: string; url: string }> =>
  (await call(editor, 'POST', '/groups/mine/shareLinks', { name: 'x', shows })).body;
const listed = async (token: string): Promise<string[]> =>
  (await call(token, 'GET', '/groups/mine/externalObjects')).body.objects.map(({ externalId }: { externalId: string }) => externalId);

describe('anyone with a share link', () => {
  it('to one object sees it and nothing else, and changes nothing', async () => {
    const { token, url } = await share({ ids: ['out'], fields: ['load'] });
    expect(url.startsWith(`${space.installation.appUrl}/#s=`)).toBe(true);
    expect(await listed(token)).toEqual(['out']);
    const object = await call(token, 'GET', '/groups/mine/externalObjects/out');
    expect([object.status, Object.keys(object.body.fields)]).toEqual([200, ['load']]);
    expect((await call(token, 'GET', '/groups/mine/externalObjects/out/history')).body.history).toHaveLength(1);
    const [hidden, none] = [
      await call(token, 'GET', '/groups/mine/externalObjects/in'),
      await call(token, 'GET', '/groups/mine/externalObjects/none'),
    ];
    expect([hidden.status, { ...hidden.body, requestId: '' }]).toEqual([404, { ...none.body, requestId: '' }]);
    for (const [method, path, body] of [
      ['POST', '', [{ externalId: 'out', fieldValues: [] }]],
      ['PATCH', '/out', { title: 'mine' }],
      ['POST', '/out/archive', undefined],
    ] as const)
      expect((await call(token, method, `/groups/mine/externalObjects${path}`, body)).status).toBe(403);
    for (const path of ['/changes', '/shareLinks', '/tokens']) expect((await call(token, 'GET', `/groups/mine${path}`)).status).toBe(403);
  });

  it('to one object sees its picture, and no other object’s', async () => {
    for (const id of ['out', 'in'])
      expect(
        (
          await fetch(`${stack.url}/groups/mine/externalObjects/${id}/picture`, {
            method: 'PUT',
            body: new Uint8Array(JPEG),
            headers: { authorization: `Bearer ${editor}`, 'content-type': 'image/jpeg', prefer: 'wait=30' },
          })
        ).status,
      ).toBe(200);
    const { token } = await share({ ids: ['out'], fields: ['load'] });
    const picture = (id: string): Promise<Response> =>
      fetch(`${stack.url}/groups/mine/externalObjects/${id}/picture`, { headers: { authorization: `Bearer ${token}` } });
    await expect.poll(async () => (await picture('out')).status).toBe(200);
    expect(Buffer.from(await (await picture('out')).arrayBuffer()).equals(JPEG)).toBe(true);
    expect((await picture('in')).status).toBe(404);
    expect(
      (
        await fetch(`${stack.url}/groups/mine/externalObjects/out/picture`, {
          method: 'DELETE',
          headers: { authorization: `Bearer ${token}` },
        })
      ).status,
    ).toBe(403);
  });

  it('to an area sees what is in it now, and no history', async () => {
    const { token } = await share({ bbox: [0, 0, 10, 10] });
    expect(await listed(token)).toEqual(['edge', 'in']);
    expect((await call(token, 'GET', '/groups/mine/externalObjects/out')).status).toBe(404);
    expect((await call(token, 'GET', '/groups/mine/externalObjects/in/history')).status).toBe(403);
    await call(editor, 'POST', '/groups/mine/externalObjects', [
      { externalId: 'edge', locationUpdate: { newPosition: { lat: 20, lon: 20 } } },
    ]);
    await expect.poll(() => listed(token)).toEqual(['in']);
    expect((await call(token, 'GET', '/groups/mine/externalObjects/edge')).status).toBe(404);
  });

  it('to an area reads a part of it, as a map does, and at nothing outside', async () => {
    const { token } = await share({ bbox: [0, 0, 10, 10] });
    const within = async (query: string): Promise<string[]> =>
      (await call(token, 'GET', `/groups/mine/externalObjects?${query}`)).body.objects.map(
        ({ externalId }: { externalId: string }) => externalId,
      );
    expect(await within('bbox=0.5,0.5,1.5,1.5')).toEqual(['in']);
    expect(await within('bbox=-20,-20,60,60')).toEqual(['in']);
    expect(await within('near=1,1&radius=1000000')).toEqual(['in']);
  });

  it('to a view sees objects that meet all its conditions', async () => {
    const { token } = await share({ bbox: [0, 0, 60, 60], types: ['crane'] });
    expect(await listed(token)).toEqual(['out']);
  });

  it('reads by the token that its code is exchanged for, without an account, until it is revoked: then at once no longer', async () => {
    const link = await share({ ids: ['in'] });
    const exchange = async (): Promise<Answer> => {
      const answer = await fetch(`${stack.url}/auth/share`, {
        method: 'POST',
        body: JSON.stringify({ code: link.url.split('#s=')[1] }),
        headers: { 'content-type': 'application/json' },
      });
      return { status: answer.status, body: await answer.json() };
    };
    const { status, body } = await exchange();
    expect([status, body.shows]).toEqual([200, { ids: ['in'] }]);
    const short = body.apiAccessToken.token as string;
    expect([await listed(short), await listed(link.token)]).toEqual([['in'], ['in']]);
    expect((await call(short, 'GET', '/groups/theirs/externalObjects')).status).toBe(403);
    expect((await call(editor, 'DELETE', `/groups/mine/shareLinks/${link.id}`)).status).toBe(204);
    expect((await call(short, 'GET', '/groups/mine/externalObjects')).status).toBe(401);
    expect((await exchange()).status).toBe(404);
  });

  it('sees nothing any more when it was revoked, and sees the data again by the renewed one', async () => {
    const { id, token } = await share({ ids: ['in'] });
    expect(await listed(token)).toEqual(['in']);
    expect((await call(editor, 'DELETE', `/groups/mine/shareLinks/${id}`)).status).toBe(204);
    const refused = await call(token, 'GET', '/groups/mine/externalObjects');
    expect([refused.status, refused.body.detail]).toEqual([401, 'The token was revoked.']);
    const again = await call(editor, 'POST', `/groups/mine/shareLinks/${id}/renew`);
    expect(await listed(again.body.token as string)).toEqual(['in']);
    expect((await call(token, 'GET', '/groups/mine/externalObjects')).status).toBe(401);
  });

  it('is only made by callers who may share', async () => {
    const viewer = await space.token({ workspaces: ['mine'], scopes: ['objects:read'] });
    expect((await call(viewer, 'POST', '/groups/mine/shareLinks', { name: 'x', shows: { ids: ['in'] } })).status).toBe(403);
  });
});
