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
const [NORTH, SOUTH] = ['0192c2e2-3c5c-4000-8000-00000000000a', '0192c2e2-3c5c-4000-8000-00000000000b'];
const POLL = {
  question: 'Where shall the crane stand?',
  options: [
    { id: NORTH, text: 'North quay' },
    { id: SOUTH, text: 'South quay' },
  ],
  multiple: 2,
  audience: { kind: 'people', people: ['0192c2e2-3c5c-4000-8000-00000000000c'] },
  results: 'afterClose',
  anonymous: true,
  closesAt: '2026-01-05T10:00:00.000Z',
  createdBy: 'person:elsewhere',
  revision: 4,
  ...TIMES,
};
const END = { closedAt: '2026-01-05T10:00:00.000Z', total: 3, counts: [3, 1] };
const EDITOR = { subject: 'token:x', scopes: ['objects:read', 'boards:write'] } as const;
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

it('takes over a dashboard as it is, with its revision, and again with later changes', async () => {
  for (const body of [DASHBOARD, { ...DASHBOARD, name: 'Morning round', revision: 9 }]) {
    expect((await adopt('arriving', 'dashboards', body)).status).toBe(204);
    const shown = await read('arriving', `dashboards/${ID}`);
    expect(shown.json).toEqual({ ...body, id: ID, workspace: 'arriving', filters: {} });
    expect(shown.headers.get('etag')).toBe(`"${body.revision}"`);
  }
  expect(await kit.query(`select distinct action from audit where target = 'dashboard:${ID}'`)).toEqual([{ action: 'dashboard.adopt' }]);
});

it('takes over a shared view as one of a person who has left', async () => {
  for (const body of [VIEW, { ...VIEW, name: 'Quay' }]) {
    expect((await adopt('arriving', 'views', body)).status).toBe(204);
    expect((await read('arriving', 'views')).json.views).toEqual([{ ...body, id: ID, shared: true, own: false, savedBy: null }]);
  }
  expect((await adopt('arriving', 'views', { ...VIEW, state: 'token=eyJhbGciOi.eyJhbGciOi.c2lnbmF0' })).status).toBe(422);
});

it('deletes a shared view that is no longer there, and no other', async () => {
  const drop = (workspace: string): Promise<Answer> =>
    kit.inside('DELETE', `/operator/workspaces/${workspace}/adoptions/views/${ID.replace(/1$/, '3')}`);
  const shown = async (): Promise<string[]> => ((await read('arriving', 'views')).json.views as { name: string }[]).map(({ name }) => name);
  const path = `/operator/workspaces/arriving/adoptions/views/${ID.replace(/1$/, '3')}`;
  expect((await kit.inside('PUT', path, { ...VIEW, name: 'Gone' })).status).toBe(204);
  expect(await shown()).toContain('Gone');
  for (const [workspace, status] of [
    ['alsoArriving', 204],
    ['inUse', 409],
    ['unknown', 404],
  ] as const)
    expect((await drop(workspace)).status).toBe(status);
  expect(await shown()).toContain('Gone');
  for (let times = 0; times < 2; times += 1) expect((await drop('arriving')).status).toBe(204);
  expect(await shown()).toEqual(['Quay']);
});

it('takes over an open poll without answers, and again after its end, with its counts', async () => {
  const { closesAt: _none, ...open } = { ...POLL, description: 'By Friday' };
  expect((await adopt('arriving', 'polls', open)).status).toBe(204);
  const shown = (await read('arriving', `polls/${ID}`)).json;
  expect(shown).toEqual({
    ...open,
    id: ID,
    workspace: 'arriving',
    closesAt: null,
    closedAt: null,
    status: 'open',
    mayAnswer: false,
    mine: [],
  });
  expect((await read('arriving', `polls/${ID}/results`)).status).toBe(403);
  expect((await adopt('arriving', 'polls', { ...POLL, revision: 5, end: END })).status).toBe(204);
  expect((await read('arriving', `polls/${ID}`)).json).toMatchObject({
    status: 'closed',
    closedAt: END.closedAt,
    revision: 5,
    description: null,
  });
  expect((await read('arriving', `polls/${ID}/results`)).json).toEqual({
    total: 3,
    options: [
      { ...POLL.options[0], count: 3 },
      { ...POLL.options[1], count: 1 },
    ],
    mine: [],
  });
  // A poll that is not anonymous has the counts, but no person's answer.
  expect((await adopt('arriving', 'polls', { ...POLL, anonymous: false, end: END })).status).toBe(204);
  expect((await kit.as(EDITOR, 'GET', `/groups/arriving/polls/${ID}/results`)).json).toMatchObject({ total: 3, answers: [], next: null });
});

it('leaves it to the other installation to close polls of a workspace that is arriving', async () => {
  const open = `/operator/workspaces/arriving/adoptions/polls/${ID.replace(/1$/, '4')}`;
  expect((await kit.inside('PUT', open, POLL)).status).toBe(204);
  const recorded = async (workspace: string): Promise<unknown[]> =>
    kit.query('select 1 from poll where workspace = $1 and closes_at < now() and closed_at is not null', [workspace]);
  // An open poll in an active workspace shows that the upkeep has run.
  await kit.query(
    `insert into poll (id, workspace, question, options, multiple, audience, closes_at, results, anonymous, created_by)
     values ($1, 'inUse', 'Now?', '[]', 1, '{"kind": "workspace"}', now() - interval '1 s', 'always', false, 'x')`,
    [ID.replace(/1$/, '5')],
  );
  await kit.directory.restart();
  await expect.poll(() => recorded('inUse'), { timeout: 30_000 }).toHaveLength(1);
  expect(await kit.query('select closed_at from poll where id = $1', [ID.replace(/1$/, '4')])).toEqual([{ closed_at: null }]);
  await kit.query(`delete from poll where workspace = 'inUse'`);
});

it.each([
  ['an option without its id', { options: [POLL.options[0], { text: 'East quay' }] }],
  ['an id that is there twice', { options: [POLL.options[0], { ...POLL.options[1], id: NORTH }] }],
  ['a number too many', { end: { ...END, counts: [3, 1, 0] } }],
  ['a negative number', { end: { ...END, counts: [3, -1] } }],
  ['no time of its end', { end: { total: 3, counts: [3, 1] } }],
  ['too few options', { multiple: 3 }],
])('refuses a poll with %s', async (_what, wrong) => {
  expect((await adopt('arriving', 'polls', { ...POLL, ...wrong })).status).toBe(422);
});

it.each(['dashboards', 'polls', 'views'] as const)(
  'refuses %s for a workspace that is not arriving, and ids of another one',
  async (what) => {
    const body = { dashboards: DASHBOARD, polls: POLL, views: VIEW }[what];
    const before = (await read('arriving', what)).text;
    for (const [workspace, status] of [
      ['alsoArriving', 409],
      ['inUse', 409],
      ['unknown', 404],
    ] as const)
      expect((await adopt(workspace, what, { ...body, ...(what === 'polls' ? { question: 'Theirs?' } : { name: 'Theirs' }) })).status).toBe(
        status,
      );
    expect((await read('arriving', what)).text).toBe(before);
    expect((await kit.inside('PUT', `/operator/workspaces/inUse/adoptions/${what}/${ID.replace(/1$/, '2')}`, body)).status).toBe(409);
    for (const workspace of ['alsoArriving', 'inUse']) expect((await read(workspace, what)).json[what]).toEqual([]);
  },
);
