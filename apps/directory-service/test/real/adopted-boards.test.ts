import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, type DirectoryInTest, startDirectory } from './directory-in-test.js';

const MOVE = '5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d';
const ID = '0192c2e2-3c5c-4000-8000-000000000001';
const TIMES = { createdAt: '2026-01-05T08:00:00.000Z', updatedAt: '2026-01-06T08:00:00.000Z' };
const DASHBOARD = {
  name: 'Round',
  tiles: [{ id: 'load', kind: 'number', title: '', x: 0, y: 0, w: 6, h: 2, query: { report: 'tracking' } }],
  createdBy: 'person:elsewhere',
  updatedBy: 'person:another',
  revision: 7,
  ...TIMES,
};
const VIEW = { name: 'Quay at night', state: 'at=50,7,14', ...TIMES };

let kit: DirectoryInTest;

beforeAll(async () => {
  kit = await startDirectory('adopted-boards', {}, 1);
  for (const id of ['arriving', 'alsoArriving'])
    expect((await kit.inside('PUT', `/operator/workspaces/${id}/move`, { id: MOVE, state: 'receiving' })).status).toBe(200);
  expect((await kit.inside('POST', '/operator/workspaces', { id: 'inUse' })).status).toBe(201);
});
afterAll(() => kit?.close());

const adopt = (workspace: string, what: string, body: object): Promise<Answer> =>
  kit.inside('PUT', `/operator/workspaces/${workspace}/adoptions/${what}/${ID}`, body);
const read = (workspace: string, path: string): Promise<Answer> =>
  kit.as({ subject: 'token:x', scopes: ['objects:read'] }, 'GET', `/groups/${workspace}/${path}`);

it('takes a dashboard over as it is, with its revision, and again with what has changed since', async () => {
  for (const body of [DASHBOARD, { ...DASHBOARD, name: 'Morning round', revision: 9 }]) {
    expect((await adopt('arriving', 'dashboards', body)).status).toBe(204);
    const shown = await read('arriving', `dashboards/${ID}`);
    expect(shown.json).toEqual({ ...body, id: ID, workspace: 'arriving', filters: {} });
    expect(shown.headers.get('etag')).toBe(`"${body.revision}"`);
  }
  expect(await kit.query(`select distinct action from audit where target = 'dashboard:${ID}'`)).toEqual([{ action: 'dashboard.adopt' }]);
});

it('takes a shared view over as that of somebody who has left', async () => {
  for (const body of [VIEW, { ...VIEW, name: 'Quay' }]) {
    expect((await adopt('arriving', 'views', body)).status).toBe(204);
    expect((await read('arriving', 'views')).json.views).toEqual([{ ...body, id: ID, shared: true, own: false, savedBy: null }]);
  }
  expect((await adopt('arriving', 'views', { ...VIEW, state: 'token=eyJhbGciOi.eyJhbGciOi.c2lnbmF0' })).status).toBe(422);
});

it.each(['dashboards', 'views'] as const)('refuses %s for a workspace that is not arriving, and ids of another one', async (what) => {
  const body = what === 'views' ? VIEW : DASHBOARD;
  const before = (await read('arriving', what)).text;
  for (const [workspace, status] of [
    ['alsoArriving', 409],
    ['inUse', 409],
    ['unknown', 404],
  ] as const)
    expect((await adopt(workspace, what, { ...body, name: 'Theirs' })).status).toBe(status);
  expect((await read('arriving', what)).text).toBe(before);
  expect((await kit.inside('PUT', `/operator/workspaces/inUse/adoptions/${what}/${ID.replace(/1$/, '2')}`, body)).status).toBe(409);
  for (const workspace of ['alsoArriving', 'inUse']) expect((await read(workspace, what)).json[what]).toEqual([]);
});
