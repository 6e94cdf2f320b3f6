import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, ROLES } from '#contracts/directory/roles.js';
import { type Answer, type DirectoryInTest, startDirectory } from './directory-in-test.js';

let kit: DirectoryInTest;
const people: Record<string, { id: string; subject: string; role: Role }> = {};

beforeAll(async () => {
  kit = await startDirectory('boards');
  for (const id of ['mine', 'theirs']) expect((await kit.inside('POST', '/operator/workspaces', { id })).status).toBe(201);
  for (const [name, role, workspaces] of [
    ['eve', 'editor', ['mine', 'theirs']],
    ['vic', 'viewer', ['mine']],
    ['val', 'viewer', ['mine', 'theirs']],
  ] as const) {
    const { id, subject } = (await kit.inside('POST', '/operator/people', { email: `${name}@example.org`, operator: false })).json as {
      id: string;
      subject: string;
    };
    for (const workspace of workspaces)
      expect((await kit.inside('PUT', `/operator/people/${id}/workspaces/${workspace}`, { role })).status).toBe(200);
    people[name] = { id, subject, role };
  }
});
afterAll(() => kit?.close());

const as = (name: string, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> =>
  kit.as({ subject: people[name]!.subject, scopes: [...ROLES[people[name]!.role]] }, method, path, body, headers);
const machine = (method: string, path: string, body?: unknown): Promise<Answer> =>
  kit.as({ subject: `token:${randomUUID()}`, scopes: ['objects:read', 'boards:write'] }, method, path, body);
const idsOf = (list: { id: string }[]): string[] => list.map(({ id }) => id);

describe('a dashboard', () => {
  const BOARDS = '/groups/mine/dashboards';
  const content = {
    name: 'Round',
    tiles: [
      {
        id: 'load',
        kind: 'series',
        title: 'Load',
        x: 6,
        y: 0,
        w: 6,
        h: 2,
        query: { to: 'now', from: '-7d', group: ['type'], bins: 10.5, live: true },
      },
    ],
    filters: { type: 'crane' },
  };

  it('is created, listed without tiles, read unchanged, changed and deleted', async () => {
    const made = await as('eve', 'POST', BOARDS, content);
    expect([made.status, made.headers.get('etag')]).toEqual([201, '"1"']);
    const at = `${BOARDS}/${made.json.id as string}`;
    expect((await as('vic', 'GET', at)).text).toBe(made.text);
    expect(made.text).toContain(JSON.stringify(content.tiles[0]!.query));
    expect(made.json).toMatchObject({
      ...content,
      workspace: 'mine',
      createdBy: people['eve']!.subject,
      updatedBy: people['eve']!.subject,
      revision: 1,
    });
    const listed = (await as('vic', 'GET', BOARDS)).json as { dashboards: object[]; next: null };
    expect([listed.dashboards[0], listed.next]).toEqual([
      {
        id: made.json.id,
        name: 'Round',
        createdBy: people['eve']!.subject,
        createdAt: made.json.createdAt,
        updatedBy: people['eve']!.subject,
        updatedAt: made.json.updatedAt,
        revision: 1,
      },
      null,
    ]);
    const changed = await machine('PUT', at, { name: 'Short', tiles: [] });
    expect(changed.json).toMatchObject({
      name: 'Short',
      tiles: [],
      filters: {},
      revision: 2,
      createdBy: people['eve']!.subject,
      updatedBy: expect.stringMatching(/^token:/) as string,
    });
    expect((await as('eve', 'DELETE', at)).status).toBe(204);
    expect((await as('eve', 'GET', at)).status).toBe(404);
    const lines = (await kit.query('select action from audit where target = $1 order by id', [`dashboard:${made.json.id as string}`])) as {
      action: string;
    }[];
    expect(lines.map(({ action }) => action)).toEqual(['dashboard.create', 'dashboard.update', 'dashboard.remove']);
  });

  it("that somebody else has changed is shown next to one's own", async () => {
    const made = (await as('eve', 'POST', BOARDS, content)).json as { id: string };
    const at = `${BOARDS}/${made.id}`;
    const both = await Promise.all(['here', 'there'].map((name) => as('eve', 'PUT', at, { ...content, name }, { 'if-match': '"1"' })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    const [won, lost] = [both.find(({ status }) => status === 200)!, both.find(({ status }) => status === 412)!];
    expect(lost.json).toMatchObject({ type: 'urn:waymark:problem:revision-conflict', present: won.json });
    expect(lost.headers.get('etag')).toBe('"2"');
    expect((await as('eve', 'DELETE', at, undefined, { 'if-match': '"1"' })).json.present).toEqual(won.json);
    expect((await as('eve', 'PUT', at, content, { 'if-match': 'two' })).status).toBe(400);
    expect((await as('eve', 'PUT', at, content)).json.revision).toBe(3);
  });

  it('of another workspace is as if it were not there', async () => {
    const { id } = (await as('eve', 'POST', BOARDS, content)).json as { id: string };
    for (const [method, body] of [['GET'], ['PUT', content], ['DELETE']] as const)
      expect((await as('eve', method, `/groups/theirs/dashboards/${id}`, body)).status).toBe(404);
    expect((await as('eve', 'GET', `/groups/theirs/dashboards?before=${id}`)).json).toEqual({ dashboards: [], next: null });
  });

  it.each([
    ['beyond the grid', { x: 8, w: 5 }, '/tiles/0/w'],
    ['of a kind that is not known', { kind: 'pie' }, '/tiles/0/kind'],
    ['at half a column', { x: 0.5 }, '/tiles/0/x'],
    ['with a nested query', { query: { a: { b: 1 } } }, '/tiles/0/query/a'],
    ['without a query', { query: undefined }, '/tiles/0/query'],
    ['with a list for a query', { query: [] }, '/tiles/0/query'],
  ])('with a tile %s is refused', async (_what, more, pointer) => {
    expect(await as('eve', 'POST', BOARDS, { ...content, tiles: [{ ...content.tiles[0], ...more }] })).toMatchObject({
      status: 422,
      json: { errors: [{ pointer }] },
    });
  });

  it('is one of 200, read page by page', async () => {
    await kit.query(
      `insert into dashboard (id, workspace, name, tiles, filters, created_by, updated_by)
        select gen_random_uuid(), 'theirs', 'n' || n, '[]', '{}', 'x', 'x' from generate_series(1, 199) n`,
    );
    const made = await Promise.all([1, 2, 3].map(() => as('eve', 'POST', '/groups/theirs/dashboards', content)));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const seen: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const page: Answer = await as('val', 'GET', `/groups/theirs/dashboards${next && `?before=${next}`}`);
      seen.push(...idsOf(page.json.dashboards as { id: string }[]));
      next = page.json.next as string | null;
    }
    expect([seen.length, new Set(seen).size]).toEqual([200, 200]);
  });
});

describe('a saved view', () => {
  const VIEWS = '/groups/mine/views';
  const seenBy = async (name: string): Promise<string[]> =>
    ((await as(name, 'GET', VIEWS)).json.views as { name: string }[]).map((view) => view.name).sort();
  const save = async (name: string, body: object): Promise<string> => {
    const { status, json, text } = await as(name, 'POST', VIEWS, body);
    expect([status, text]).toEqual([201, expect.any(String)]);
    return json.id as string;
  };

  it("is one's own, or shared by people who may share", async () => {
    const own = await save('vic', { name: 'mine', state: 'at=1,2,3' });
    const shared = await save('eve', { name: 'ours', state: 'at=4,5,6', shared: true });
    expect([await seenBy('vic'), await seenBy('val'), await seenBy('eve')]).toEqual([['mine', 'ours'], ['ours'], ['ours']]);
    expect(
      ((await machine('GET', VIEWS)).json.views as { name: string; own: boolean }[]).map(({ name, own: theirs }) => [name, theirs]),
    ).toEqual([['ours', false]]);
    expect((await as('vic', 'GET', VIEWS)).json.views).toEqual(
      expect.arrayContaining([
        {
          id: own,
          name: 'mine',
          state: 'at=1,2,3',
          shared: false,
          own: true,
          savedBy: people['vic']!.subject,
          createdAt: expect.any(String) as string,
          updatedAt: expect.any(String) as string,
        },
      ]),
    );
    expect(await as('vic', 'POST', VIEWS, { name: 'for all', state: '', shared: true })).toMatchObject({
      status: 403,
      json: { detail: expect.stringContaining('boards:write') as string },
    });
    expect(await machine('POST', VIEWS, { name: 'm', state: '' })).toMatchObject({
      status: 403,
      json: { detail: expect.stringContaining('Only a person') as string },
    });
    for (const [method, body] of [['PUT', { name: 'x', state: '' }], ['DELETE']] as const) {
      expect((await as('val', method, `${VIEWS}/${own}`, body)).status).toBe(404);
      expect((await as('val', method, `${VIEWS}/${shared}`, body)).status).toBe(403);
      expect((await as('val', method, `/groups/theirs/views/${shared}`, body)).status).toBe(404);
    }
    expect((await as('vic', 'PUT', `${VIEWS}/${own}`, { name: 'still mine', state: 'x=1' })).json).toMatchObject({
      name: 'still mine',
      state: 'x=1',
      own: true,
    });
    expect((await as('val', 'GET', `/groups/theirs/views?before=${shared}`)).json.views).toEqual([]);
    expect((await as('vic', 'DELETE', `${VIEWS}/${own}`)).status).toBe(204);
    expect((await as('eve', 'DELETE', `${VIEWS}/${shared}`)).status).toBe(204);
  });

  it('has a name that is unique to its owner, also when two are saved at once', async () => {
    const both = await Promise.all([1, 2].map(() => as('vic', 'POST', VIEWS, { name: 'twin', state: '' })));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    await save('val', { name: 'twin', state: '' });
    const other = await save('vic', { name: 'other', state: '' });
    expect(await as('vic', 'PUT', `${VIEWS}/${other}`, { name: 'twin', state: '' })).toMatchObject({
      status: 409,
      json: { errors: [{ pointer: '/name' }] },
    });
    expect((await as('vic', 'PUT', `${VIEWS}/${other}`, { name: 'other', state: 'y' })).status).toBe(200);
  });

  it.each([['share=eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl'], ['at=1&%73hare=x'], ['x'.repeat(2001)]])(
    'never holds a token, nor more than 2,000 characters: %#',
    async (state) => {
      expect(await as('vic', 'POST', VIEWS, { name: 'bad', state })).toMatchObject({
        status: 422,
        json: { errors: [{ pointer: '/state' }] },
      });
    },
  );

  it('is deleted with a person who leaves, unless it was shared', async () => {
    const gone = await save('val', { name: 'private', state: '' });
    people['val']!.role = 'editor';
    const stays = await save('val', { name: 'left behind', state: '', shared: true });
    expect((await as('val', 'POST', '/groups/theirs/views', { name: 'elsewhere', state: '' })).status).toBe(201);
    expect((await kit.inside('DELETE', `/groups/mine/people/${people['val']!.id}`)).status).toBe(204);
    expect(await kit.query('select id, owner from saved_view where id = any($1)', [[gone, stays]])).toEqual([{ id: stays, owner: null }]);
    expect((await as('vic', 'GET', VIEWS)).json.views).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: stays, savedBy: null, own: false })]),
    );
    expect((await as('vic', 'DELETE', `${VIEWS}/${stays}`)).status).toBe(403);
    expect((await as('eve', 'DELETE', `${VIEWS}/${stays}`)).status).toBe(204);
    expect(await kit.query(`select name from saved_view where workspace = 'theirs'`)).toEqual([{ name: 'elsewhere' }]);
    expect((await kit.inside('DELETE', `/operator/people/${people['val']!.id}`)).status).toBe(204);
    expect(await kit.query(`select name from saved_view where workspace = 'theirs'`)).toEqual([]);
  });

  it('is one of a hundred of the same person', async () => {
    await kit.query(
      `insert into saved_view (id, workspace, owner, name, state, shared)
        select gen_random_uuid(), 'mine', $1, 'n' || n, '', false from generate_series(1, 100) n`,
      [people['eve']!.id],
    );
    expect((await as('eve', 'POST', VIEWS, { name: 'one more', state: '' })).status).toBe(409);
    expect((await as('vic', 'POST', VIEWS, { name: 'of another', state: '' })).status).toBe(201);
  });
});
