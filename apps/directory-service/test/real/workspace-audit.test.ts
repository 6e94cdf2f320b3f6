import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type DirectoryInTest, startDirectory } from './directory-in-test.js';

interface Line {
  id: number;
  subject: string;
  name: string | null;
  action: string;
  target: string;
  targetName: string | null;
  detail: Record<string, unknown> | null;
}

let kit: DirectoryInTest;
let ada: { id: string };
let token: string;

beforeAll(async () => {
  kit = await startDirectory('workspace-audit');
  ada = await kit.person('ada@example.org', { mine: 'admin', theirs: 'viewer' });
  await kit.person('eve@example.org', { mine: 'editor' });
  await kit.person('zoe@example.org', { theirs: 'admin' });
  token = await tokenOf('ada@example.org');
});
afterAll(() => kit?.close());

const tokenOf = async (email: string): Promise<string> => (await kit.login(email)).json.apiAccessToken.token as string;
const audit = (query = '', by = token): Promise<Answer> => kit.call('GET', `/groups/mine/audit${query}`, { token: by });
const linesOf = ({ json }: Answer): Line[] => json.audit as Line[];
const made = async (path: string, body: unknown): Promise<string> => {
  const answer = await kit.call('POST', `/groups/mine/${path}`, { token, body });
  expect([answer.status, answer.text]).toEqual([expect.any(Number), expect.stringContaining('"id"')]);
  return answer.json.id as string;
};

describe('the audit of a workspace', () => {
  it('shows its admin who did what to whom by name, newest first, without addresses and secrets', async () => {
    const machine = await made('tokens', { name: 'crane-7', scopes: ['objects:read'] });
    const link = await made('shareLinks', { name: 'For the yard', shows: { ids: ['a'] } });
    await kit.call('DELETE', `/groups/mine/tokens/${machine}`, { token });
    await kit.call('PUT', '/groups/mine/fields/battery', { token, body: { type: 'Number' } });
    const lines = linesOf(await audit());
    expect(lines.slice(0, 4)).toMatchObject([
      { subject: `person:${ada.id}`, name: 'Name of ada@example.org', action: 'field.put', target: 'field:battery', targetName: null },
      { action: 'token.revoke', target: `token:${machine}`, targetName: 'crane-7' },
      { action: 'share-link.create', target: `share-link:${link}`, targetName: 'For the yard', detail: { name: 'For the yard' } },
      { action: 'token.create', targetName: 'crane-7', detail: { scopes: ['objects:read'] } },
    ]);
    expect(lines.at(-1)).toMatchObject({ subject: 'installation', name: null, action: 'workspace.create' });
    const { text } = await audit();
    expect(text).not.toMatch(/eyJ|"address"|127\.0\.0\.1/);
    // Names as shown in the workspace; zoe belongs to the other one.
    expect(text).not.toContain('zoe');
  });

  it('shows nothing of another workspace, nor names from there', async () => {
    const zoe = await tokenOf('zoe@example.org');
    await kit.call('POST', '/groups/theirs/tokens', { token: zoe, body: { name: 'secret-crane', scopes: ['objects:read'] } });
    expect((await audit()).text).not.toMatch(/theirs|secret-crane/);
    const [foreign, absent] = [await audit('', zoe), await kit.call('GET', '/groups/nowhere/audit', { token: zoe })];
    expect([foreign.status, absent.status]).toEqual([403, 403]);
    // A line may contain something from another workspace, which then has no name here.
    await kit.query(
      `insert into audit (subject, request_id, action, target, workspace)
        select 'token:' || id, 'r', 'token.revoke', 'token:' || id, 'mine' from machine_token where name = 'secret-crane'`,
    );
    expect(linesOf(await audit())[0]).toMatchObject({ action: 'token.revoke', name: null, targetName: null });
    expect((await audit('?workspace=theirs')).text).not.toMatch(/secret-crane/);
  });

  it('is filtered by kind and by actor, and read page by page without a gap', async () => {
    expect(new Set(linesOf(await audit('?kind=token')).map(({ action }) => action))).toEqual(new Set(['token.create', 'token.revoke']));
    expect(linesOf(await audit('?kind=token&actor=person:00000000-0000-4000-8000-000000000000'))).toEqual([]);
    expect(linesOf(await audit(`?actor=person:${ada.id}`)).every(({ subject }) => subject === `person:${ada.id}`)).toBe(true);
    await kit.query(
      `insert into audit (subject, request_id, action, target, workspace)
        select 'installation', 'r', 'field.put', 'field:f' || n, 'mine' from generate_series(1, 250) n`,
    );
    const read: Line[] = [];
    for (let before: number | null | undefined; before !== null;) {
      const answer = await audit(`?kind=field${before === undefined ? '' : `&before=${before}`}`);
      read.push(...linesOf(answer));
      before = answer.json.next as number | null;
    }
    expect(read).toHaveLength(251);
    expect(read.map(({ id }) => id)).toEqual([...new Set(read.map(({ id }) => id))].sort((a, b) => b - a));
  });

  it('shows a view only while it is shared, and never who answered an anonymous poll', async () => {
    const view = await made('views', { name: 'My own', state: '' });
    expect((await audit('?kind=view')).text).not.toContain(view);
    expect((await kit.call('PUT', `/groups/mine/views/${view}`, { token, body: { name: 'My own', state: '', shared: true } })).status).toBe(
      200,
    );
    expect(linesOf(await audit('?kind=view'))).toMatchObject([{ action: 'view.update', target: `view:${view}`, targetName: null }]);
    const poll = await kit.call('POST', '/groups/mine/polls', {
      token,
      body: { question: 'Tea?', options: [{ text: 'Yes' }, { text: 'No' }], anonymous: true, results: 'afterClose' },
    });
    const { id, options } = poll.json as { id: string; options: { id: string }[] };
    expect((await kit.call('PUT', `/groups/mine/polls/${id}/answer`, { token, body: { options: [options[0]!.id] } })).status).toBe(200);
    expect(linesOf(await audit('?kind=poll'))[0]).toMatchObject({ action: 'poll.create', targetName: 'Tea?' });
    expect(linesOf(await audit('?kind=poll-answer'))).toEqual([]);
  });

  it.each(['kind=nothing', 'kind=token&kind=poll', 'before=x', 'before=1&before=2', 'actor=a&actor=b', `actor=${'x'.repeat(300)}`])(
    'refuses %s',
    async (query) => {
      expect((await audit(`?${query}`)).status).toBe(400);
    },
  );

  it('is for callers with audit:read: no editor, and a machine that was given it', async () => {
    expect((await audit('', await tokenOf('eve@example.org'))).status).toBe(403);
    const reader = await kit.call('POST', '/groups/mine/tokens', { token, body: { name: 'siem', scopes: ['audit:read'] } });
    expect((await audit('', reader.json.token as string)).status).toBe(200);
  });
});
