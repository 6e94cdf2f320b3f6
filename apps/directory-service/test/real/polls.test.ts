import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Role, ROLES } from '#contracts/directory/roles.js';
import type { Scope } from '#contracts/directory/scopes.js';
import { type Answer, type DirectoryInTest, startDirectory } from './directory-in-test.js';

let kit: DirectoryInTest;
/** Subjects, by name; the first letter is that of the role in the workspace `mine`: admin, editor, viewer. */
const people: Record<string, { id: string; subject: string; role: Role }> = {};

beforeAll(async () => {
  kit = await startDirectory('polls', { DELETE_GRACE_DAYS: '0' });
  for (const id of ['mine', 'theirs', 'leaving', 'ending'])
    expect((await kit.inside('POST', '/operator/workspaces', { id })).status).toBe(201);
  for (const [name, role] of [
    ['ada', 'admin'],
    ['eve', 'editor'],
    ['vic', 'viewer'],
    ['val', 'viewer'],
  ] as const)
    people[name] = await member(name, role, ['mine', 'leaving', 'ending']);
});
afterAll(() => kit?.close());

async function member(name: string, role: Role, workspaces: readonly string[]): Promise<{ id: string; subject: string; role: Role }> {
  const { id, subject } = (
    await kit.inside('POST', '/operator/people', { email: `${name}@example.org`, name: name.toUpperCase(), operator: false })
  ).json as { id: string; subject: string };
  for (const workspace of workspaces)
    expect((await kit.inside('PUT', `/operator/people/${id}/workspaces/${workspace}`, { role })).status).toBe(200);
  return { id, subject, role };
}

/** Calls like the gateway on behalf of a person, bypassing the check of the scope. */
const as = (name: string, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> =>
  kit.as({ subject: people[name]!.subject, scopes: [...ROLES[people[name]!.role]] }, method, path, body, headers);
const machine =
  (scopes: Scope[]) =>
  (method: string, path: string, body?: unknown): Promise<Answer> =>
    kit.as({ subject: `token:${randomUUID()}`, scopes }, method, path, body);

const POLLS = '/groups/mine/polls';
const body = (more: object = {}): object => ({
  question: 'Where?',
  options: [{ text: 'North' }, { text: 'South' }, { text: 'West' }],
  ...more,
});

interface Made {
  id: string;
  at: string;
  options: string[];
}
async function made(more: object = {}, polls = POLLS): Promise<Made> {
  const { status, json, text } = await as('eve', 'POST', polls, body(more));
  expect([status, text]).toEqual([201, expect.any(String)]);
  return { id: json.id as string, at: `${polls}/${json.id as string}`, options: (json.options as { id: string }[]).map(({ id }) => id) };
}
const answer = (name: string, { at }: Pick<Made, 'at'>, options: string[]): Promise<Answer> => as(name, 'PUT', `${at}/answer`, { options });
const counts = ({ json }: Answer): number[] => (json.options as { count: number }[]).map(({ count }) => count);
const auditOf = async (id: string): Promise<{ action: string; detail: unknown }[]> =>
  (await kit.query(`select action, detail from audit where target = $1 order by id`, [`poll:${id}`])) as {
    action: string;
    detail: unknown;
  }[];

describe('a poll', () => {
  it('is created, read and answered; answers can be changed and taken back; it shows the result', async () => {
    const poll = await made({ description: 'One line\nand another', results: 'always', closesAt: '2999-01-01T00:00:00+01:00' });
    const read = await as('vic', 'GET', poll.at);
    expect(read.headers.get('etag')).toBe('"1"');
    expect(read.json).toEqual({
      id: poll.id,
      workspace: 'mine',
      question: 'Where?',
      description: 'One line\nand another',
      options: [
        { id: poll.options[0], text: 'North' },
        { id: poll.options[1], text: 'South' },
        { id: poll.options[2], text: 'West' },
      ],
      multiple: 1,
      audience: { kind: 'workspace' },
      closesAt: '2998-12-31T23:00:00.000Z',
      results: 'always',
      anonymous: false,
      status: 'open',
      closedAt: null,
      createdBy: people['eve']!.subject,
      createdAt: expect.any(String) as string,
      updatedAt: expect.any(String) as string,
      revision: 1,
      mayAnswer: true,
      mine: [],
    });
    expect(await answer('vic', poll, [poll.options[1]!])).toMatchObject({ status: 200, json: { options: [poll.options[1]] } });
    expect((await answer('val', poll, [poll.options[1]!])).status).toBe(200);
    expect((await answer('vic', poll, [poll.options[1]!])).status).toBe(200);
    expect((await answer('vic', poll, [poll.options[0]!])).status).toBe(200);
    expect((await as('vic', 'GET', poll.at)).json).toMatchObject({ mine: [poll.options[0]], revision: 1 });
    const results = await as('vic', 'GET', `${poll.at}/results`);
    expect(results.json).toEqual({
      total: 2,
      options: [
        { id: poll.options[0], text: 'North', count: 1 },
        { id: poll.options[1], text: 'South', count: 1 },
        { id: poll.options[2], text: 'West', count: 0 },
      ],
      mine: [poll.options[0]],
    });
    const answered = (await as('eve', 'GET', `${poll.at}/results`)).json as { answers: { person: { name: string } }[]; next: null };
    expect([answered.answers.map(({ person }) => person.name).sort(), answered.next]).toEqual([['VAL', 'VIC'], null]);
    for (const _twice of [1, 2]) expect((await as('vic', 'DELETE', `${poll.at}/answer`)).status).toBe(204);
    expect((await as('vic', 'GET', `${poll.at}/results`)).json).toMatchObject({ total: 1, mine: [] });
    expect((await as('vic', 'GET', `${POLLS}?status=open`)).json.polls[0]).toMatchObject({ id: poll.id, mine: [], mayAnswer: true });
    const lines = await auditOf(poll.id);
    expect(lines.map(({ action }) => action)).toEqual([
      'poll.create',
      'poll-answer.put',
      'poll-answer.put',
      'poll-answer.put',
      'poll-answer.remove',
    ]);
    expect(lines.slice(1).map(({ detail }) => detail)).toEqual([null, null, null, null]);
  });

  it('asks only the people that it names', async () => {
    const ofViewers = await made({ audience: { kind: 'roles', roles: ['viewer'] } });
    const ofEve = await made({ audience: { kind: 'people', people: [people['eve']!.id] } });
    const to = async (poll: Made): Promise<number[]> =>
      Promise.all(['ada', 'eve', 'vic'].map(async (name) => (await answer(name, poll, [poll.options[0]!])).status));
    expect([await to(ofViewers), await to(ofEve)]).toEqual([
      [403, 403, 200],
      [403, 200, 403],
    ]);
    expect((await as('ada', 'GET', ofEve.at)).json.mayAnswer).toBe(false);
    const byMachine = await machine(['objects:read', 'boards:write'])('PUT', `${ofEve.at}/answer`, { options: [ofEve.options[0]] });
    expect(byMachine).toMatchObject({
      status: 403,
      json: { detail: expect.stringContaining('Only a person can answer a poll') as string },
    });
    people['olga'] = await member('olga', 'admin', ['theirs']);
    expect(await answer('olga', ofViewers, [ofViewers.options[0]!])).toMatchObject({
      status: 403,
      json: { detail: expect.stringContaining('Only people of the workspace') as string },
    });
    expect(
      await as('eve', 'POST', POLLS, body({ audience: { kind: 'people', people: [people['eve']!.id, people['olga'].id] } })),
    ).toMatchObject({ status: 422, json: { errors: [{ pointer: '/audience/people/1' }] } });
  });

  it('shows its results as configured', async () => {
    const afterAnswer = await made({ results: 'afterAnswer' });
    const afterClose = await made({ results: 'afterClose' });
    const seen = async (name: string, { at }: Made): Promise<number> => (await as(name, 'GET', `${at}/results`)).status;
    for (const poll of [afterAnswer, afterClose]) expect((await answer('vic', poll, [poll.options[0]!])).status).toBe(200);
    expect([await seen('vic', afterAnswer), await seen('val', afterAnswer), await seen('eve', afterAnswer)]).toEqual([200, 403, 403]);
    expect([await seen('vic', afterClose), await seen('eve', afterClose)]).toEqual([403, 403]);
    expect((await as('eve', 'GET', `${afterClose.at}/results`)).json.detail).toBe('The results of this poll are shown after it is closed.');
    for (const poll of [afterAnswer, afterClose]) expect((await as('eve', 'POST', `${poll.at}/close`)).status).toBe(200);
    for (const poll of [afterAnswer, afterClose])
      expect((await machine(['objects:read'])('GET', `${poll.at}/results`)).json).toMatchObject({ total: 1, mine: [] });
  });

  it('is changed as long as its answers stay answers', async () => {
    const poll = await made({ multiple: 2 });
    const [north, south, west] = poll.options as [string, string, string];
    expect((await answer('vic', poll, [west, north])).json.options).toEqual([north, west]);
    const put = (more: object, headers?: Record<string, string>): Promise<Answer> =>
      as(
        'eve',
        'PUT',
        poll.at,
        {
          question: 'Where now?',
          multiple: 2,
          options: [
            { id: north, text: 'N' },
            { id: west, text: 'West' },
          ],
          ...more,
        },
        headers,
      );
    expect(
      await put({
        options: [
          { id: north, text: 'N' },
          { id: south, text: 'S' },
        ],
      }),
    ).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining('The option "West" has answers') as string, errors: [{ pointer: '/options' }] },
    });
    expect(await put({ anonymous: true })).toMatchObject({ status: 409, json: { errors: [{ pointer: '/anonymous' }] } });
    expect(await put({ multiple: 1 })).toMatchObject({ status: 409, json: { errors: [{ pointer: '/multiple' }] } });
    expect(await put({ options: [{ id: randomUUID(), text: 'N' }, { text: 'S' }] })).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: '/options/0/id' }] },
    });
    const changed = await put(
      { options: [{ text: 'East' }, { id: west, text: 'Far west' }, { id: north, text: 'N' }] },
      { 'if-match': '"1"' },
    );
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"']);
    expect(changed.json).toMatchObject({
      question: 'Where now?',
      revision: 2,
      options: [{ text: 'East' }, { id: west, text: 'Far west' }, { id: north, text: 'N' }],
    });
    expect(counts(await as('vic', 'GET', `${poll.at}/results`))).toEqual([0, 1, 1]);
    const late = await put({}, { 'if-match': '"1"' });
    expect([late.status, late.headers.get('etag')]).toEqual([412, '"2"']);
    expect((await put({}, { 'if-match': 'W/"1"' })).status).toBe(400);
    expect((await answer('vic', poll, [south])).json.errors[0].pointer).toBe('/options/0');
    expect((await as('eve', 'DELETE', poll.at, undefined, { 'if-match': '"1"' })).status).toBe(412);
    expect((await as('eve', 'DELETE', poll.at)).status).toBe(204);
    expect(await kit.query('select 1 from poll_answer where poll = $1', [poll.id])).toEqual([]);
    expect((await answer('vic', poll, [north])).status).toBe(404);
  });

  it('takes no answers once it is closed, and stays closed', async () => {
    const poll = await made();
    expect((await answer('vic', poll, [poll.options[2]!])).status).toBe(200);
    const closed = (await as('eve', 'POST', `${poll.at}/close`)).json as { status: string; closedAt: string };
    expect(closed).toMatchObject({ status: 'closed', closedAt: expect.any(String) as string, mayAnswer: false, revision: 2 });
    expect((await as('eve', 'POST', `${poll.at}/close`)).json).toMatchObject({ closedAt: closed.closedAt, revision: 2 });
    expect((await answer('val', poll, [poll.options[0]!])).status).toBe(409);
    expect((await as('vic', 'DELETE', `${poll.at}/answer`)).status).toBe(409);
    expect((await as('eve', 'PUT', poll.at, body({ closesAt: '2999-01-01T00:00:00Z' }))).status).toBe(409);
    expect((await as('vic', 'GET', `${POLLS}?status=closed`)).json.polls.map(({ id }: { id: string }) => id)).toContain(poll.id);
    expect((await as('vic', 'GET', `${POLLS}?status=open`)).json.polls.map(({ id }: { id: string }) => id)).not.toContain(poll.id);
    expect((await as('vic', 'GET', `${POLLS}?status=shut`)).status).toBe(400);
  });

  it('closes at its time, and then nothing links people to their anonymous choices', async () => {
    const poll = await made({ anonymous: true, closesAt: new Date(Date.now() + 4000).toISOString() });
    for (const [name, at] of [
      ['vic', 0],
      ['val', 0],
      ['ada', 2],
    ] as const)
      expect((await answer(name, poll, [poll.options[at]!])).status).toBe(200);
    expect((await as('vic', 'GET', poll.at)).json.mine).toEqual([poll.options[0]]);
    await vi.waitFor(async () => expect((await as('vic', 'GET', poll.at)).json).toMatchObject({ status: 'closed' }), {
      timeout: 20_000,
      interval: 100,
    });
    expect((await answer('eve', poll, [poll.options[1]!])).status).toBe(409);
    const before = (await as('eve', 'GET', `${poll.at}/results`)).json as object;
    expect(before).toMatchObject({ total: 3, options: [{ count: 2 }, { count: 0 }, { count: 1 }] });
    expect(before).not.toHaveProperty('answers');
    // Upkeep checks once a minute and at startup.
    await kit.directory.restart();
    await vi.waitFor(async () => expect(await kit.query('select 1 from poll_answer where poll = $1', [poll.id])).toEqual([]), {
      timeout: 20_000,
      interval: 100,
    });
    expect((await as('vic', 'GET', `${poll.at}/results`)).json).toEqual({ ...before, mine: [] });
    expect((await as('vic', 'GET', poll.at)).json).toMatchObject({ status: 'closed', mine: [] });
    expect((await auditOf(poll.id)).map(({ action }) => action)).toEqual(['poll.create', 'poll.close']);
  });

  it('that is anonymous leaves no name and no line', async () => {
    const poll = await made({ anonymous: true, results: 'always' });
    for (const at of [0, 1, 0]) expect((await answer('vic', poll, [poll.options[at]!])).status).toBe(200);
    expect((await answer('val', poll, [poll.options[1]!])).status).toBe(200);
    expect(await kit.query('select person, octet_length(mark) as bytes from poll_answer where poll = $1', [poll.id])).toEqual([
      { person: null, bytes: 32 },
      { person: null, bytes: 32 },
    ]);
    expect((await auditOf(poll.id)).map(({ action }) => action)).toEqual(['poll.create']);
    expect((await as('eve', 'GET', `${poll.at}/results`)).json).toMatchObject({ total: 2, mine: [] });
    expect((await as('eve', 'GET', `${poll.at}/results`)).json).not.toHaveProperty('answers');
    expect((await as('vic', 'DELETE', `${poll.at}/answer`)).status).toBe(204);
    expect((await as('vic', 'GET', `${poll.at}/results`)).json).toMatchObject({ total: 1, mine: [] });
    expect((await as('eve', 'POST', `${poll.at}/close`)).status).toBe(200);
    expect(await kit.query('select tally from poll where id = $1', [poll.id])).toEqual([
      { tally: { total: 1, counts: { [poll.options[1]!]: 1 } } },
    ]);
    expect(await kit.query('select 1 from poll_answer where poll = $1', [poll.id])).toEqual([]);
    expect(poll.options.filter((id) => kit.directory.log().includes(id))).toEqual([]);
    for (const table of ['audit', 'state_record'])
      expect(await kit.query(`select 1 from ${table} t where t::text ~ $1`, [poll.options.join('|')])).toEqual([]);
  });

  it('of another workspace is as if it were not there', async () => {
    const { id, options } = await made();
    const at = `/groups/theirs/polls/${id}`;
    for (const [method, path, given] of [
      ['GET', at],
      ['PUT', at, body()],
      ['DELETE', at],
      ['POST', `${at}/close`],
      ['PUT', `${at}/answer`, { options: [options[0]] }],
      ['DELETE', `${at}/answer`],
      ['GET', `${at}/results`],
    ] as const)
      expect([method, path, (await as('olga', method, path, given)).status]).toEqual([method, path, 404]);
    expect((await as('olga', 'GET', '/groups/theirs/polls')).json).toEqual({ polls: [], next: null });
    expect((await as('olga', 'GET', `/groups/theirs/polls?before=${id}`)).json.polls).toEqual([]);
    expect((await as('eve', 'GET', `${POLLS}/none`)).status).toBe(404);
    expect(
      (await kit.as({ subject: people['eve']!.subject, scopes: ['boards:write'] }, 'POST', '/groups/nowhere/polls', body())).status,
    ).toBe(404);
  });

  it.each([
    ['one option', { options: [{ text: 'a' }] }, '/options'],
    ['21 options', { options: Array.from({ length: 21 }, (_, at) => ({ text: String(at) })) }, '/options'],
    ['an id of its own', { options: [{ id: randomUUID(), text: 'a' }, { text: 'b' }] }, '/options/0/id'],
    ['a long question', { question: 'x'.repeat(301) }, '/question'],
    ['a long option', { options: [{ text: 'x'.repeat(121) }, { text: 'b' }] }, '/options/0/text'],
    ['an end that is over', { closesAt: '2020-01-01T00:00:00Z' }, '/closesAt'],
    ['a role that is none', { audience: { kind: 'roles', roles: ['owner'] } }, '/audience/roles'],
    [
      'a person twice',
      { audience: { kind: 'people', people: ['00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000000'] } },
      '/audience/people',
    ],
    ['a member that is not known', { secret: true }, '/secret'],
  ])('with %s is refused', async (_what, more, pointer) => {
    const { status, json } = await as('eve', 'POST', POLLS, body(more));
    expect([status, json.errors[0].pointer.startsWith(pointer)]).toEqual([422, true]);
  });
});

describe('concurrent answers', () => {
  const crowd: string[] = [];
  beforeAll(async () => {
    await Promise.all(Array.from({ length: 12 }, async (_, at) => (people[`c${at}`] = await member(`c${at}`, 'viewer', ['mine']))));
    for (let at = 0; at < 12; at++) crowd.push(`c${at}`);
  });

  it.each([false, true])('are all counted, and each person once (anonymous: %s)', async (anonymous) => {
    const poll = await made({ anonymous, results: 'always' });
    // Each person answers several times at once; the last answer of each, below, is sent alone.
    await Promise.all(crowd.flatMap((name, at) => [0, 1, 2].map((turn) => answer(name, poll, [poll.options[(at + turn) % 3]!]))));
    expect((await as('eve', 'GET', `${poll.at}/results`)).json.total).toBe(12);
    const statuses = await Promise.all(crowd.map(async (name, at) => (await answer(name, poll, [poll.options[at % 3]!])).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const results = await as('eve', 'GET', `${poll.at}/results`);
    expect([results.json.total, counts(results)]).toEqual([12, [4, 4, 4]]);
  });

  it('are answers to existing options, even while options are removed', async () => {
    for (let round = 0; round < 8; round++) {
      const poll = await made({ results: 'always' });
      const [north, south, west] = poll.options as [string, string, string];
      const [changed, ...answered] = await Promise.all([
        as(
          'eve',
          'PUT',
          poll.at,
          body({
            results: 'always',
            options: [
              { id: north, text: 'N' },
              { id: south, text: 'S' },
            ],
          }),
        ),
        ...crowd.slice(0, 4).map((name) => answer(name, poll, [west])),
      ]);
      const taken = answered.filter(({ status }) => status === 200).length;
      expect(answered.every(({ status }) => status === 200 || status === 422)).toBe(true);
      expect([changed.status, taken === 0]).toEqual(changed.status === 200 ? [200, true] : [409, false]);
    }
  });

  it.each([false, true])('and a close are one after the other (anonymous: %s)', async (anonymous) => {
    for (let round = 0; round < 6; round++) {
      const poll = await made({ anonymous, results: 'always' });
      const [closed, ...answered] = await Promise.all([
        sleep(round * 3).then(() => as('eve', 'POST', `${poll.at}/close`)),
        ...crowd.map((name) => answer(name, poll, [poll.options[1]!])),
      ]);
      expect(closed.status).toBe(200);
      const taken = answered.filter(({ status }) => status === 200).length;
      expect(answered.every(({ status }) => status === 200 || status === 409)).toBe(true);
      expect((await as('eve', 'GET', `${poll.at}/results`)).json).toMatchObject({
        total: taken,
        options: [{ count: 0 }, { count: taken }, { count: 0 }],
      });
    }
  });

  it('and leaving do not wait for each other for ever', async () => {
    const poll = await made({ results: 'always' });
    for (let round = 0; round < 5; round++) {
      const name = `c${round}`;
      const [left, ...answered] = await Promise.all([
        kit.inside('DELETE', `/operator/people/${people[name]!.id}`),
        ...[0, 1, 2].map((at) => answer(name, poll, [poll.options[at]!])),
      ]);
      expect(left.status).toBe(204);
      expect(answered.every(({ status }) => status === 200 || status === 403)).toBe(true);
    }
    expect((await as('eve', 'GET', `${poll.at}/results`)).json.total).toBe(0);
  });
});

describe('a person who leaves', () => {
  it('takes the answers to open polls along, stays counted nameless in closed ones, and is not found out in anonymous ones', async () => {
    const at = '/groups/leaving/polls';
    const [open, closed, anonymous, other] = [
      await made({ results: 'always' }, at),
      await made({}, at),
      await made({ anonymous: true, results: 'always' }, at),
      await made({ results: 'always' }),
    ];
    for (const poll of [open, closed, anonymous, other])
      for (const name of ['val', 'vic']) expect((await answer(name, poll, [poll.options[0]!])).status).toBe(200);
    expect((await as('eve', 'POST', `${closed.at}/close`)).status).toBe(200);
    expect((await kit.inside('DELETE', `/groups/leaving/people/${people['val']!.id}`)).status).toBe(204);
    const outcome = async (poll: Made): Promise<unknown> => (await as('eve', 'GET', `${poll.at}/results`)).json;
    const vic = { person: { id: people['vic']!.id, name: 'VIC' }, options: [open.options[0]] };
    expect(await outcome(open)).toMatchObject({ total: 1, answers: [vic] });
    expect(await outcome(closed)).toMatchObject({
      total: 2,
      answers: expect.arrayContaining([{ person: null, options: [closed.options[0]] }]) as unknown,
    });
    expect(await outcome(anonymous)).toMatchObject({ total: 2 });
    expect(await outcome(other)).toMatchObject({ total: 2 });
    expect((await answer('val', anonymous, [anonymous.options[1]!])).status).toBe(403);
    // After returning, the same person still has one answer.
    expect((await kit.inside('PUT', `/operator/people/${people['val']!.id}/workspaces/leaving`, { role: 'viewer' })).status).toBe(200);
    expect((await answer('val', anonymous, [anonymous.options[1]!])).status).toBe(200);
    expect(await outcome(anonymous)).toMatchObject({ total: 2, options: [{ count: 1 }, { count: 1 }, { count: 0 }] });
    expect((await kit.inside('DELETE', `/operator/people/${people['val']!.id}`)).status).toBe(204);
    expect(await outcome(other)).toMatchObject({ total: 1 });
    expect(await kit.query('select 1 from poll_answer where person = $1', [people['val']!.id])).toEqual([]);
  });
});

describe('through the gateway', () => {
  it('needs the documented scopes, a person to answer, and a token that is not narrowed', async () => {
    const { id, email } = await kit.person('nina@example.org', { mine: 'editor' });
    const token = (await kit.login(email)).json.apiAccessToken.token as string;
    const poll = (await kit.call('POST', POLLS, { token, body: body({ results: 'always' }) })).json as {
      id: string;
      options: { id: string }[];
    };
    const at = `${POLLS}/${poll.id}`;
    const choice = { options: [poll.options[0]!.id] };
    expect((await kit.call('PUT', `${at}/answer`, { token, body: choice })).json).toEqual(choice);
    expect((await kit.call('GET', `${at}/results`, { token })).json).toMatchObject({ total: 1, answers: [{ person: { id }, ...choice }] });
    expect([kit.gateways[0]!.log(), kit.directory.log()].some((log) => log.includes(poll.options[0]!.id))).toBe(false);
    expect((await kit.call('PUT', at, { token, body: body({ options: poll.options }), headers: { 'if-match': '"9"' } })).status).toBe(412);
    const reader = (await kit.inside('POST', '/operator/tokens', { name: 'r', workspaces: ['mine'], scopes: ['objects:read'] })).json
      .token as string;
    const writer = (
      await kit.inside('POST', '/operator/tokens', {
        name: 'w',
        workspaces: ['mine'],
        scopes: ['objects:read', 'objects:write', 'boards:write'],
      })
    ).json.token as string;
    const narrowed = (
      await kit.inside('POST', '/operator/tokens', {
        name: 'n',
        workspaces: ['mine'],
        scopes: ['objects:read', 'boards:write'],
        narrowed: { types: ['crane'] },
      })
    ).json.token as string;
    const link = (await kit.inside('POST', '/groups/mine/shareLinks', { name: 's', shows: { ids: ['a'] } })).json.token as string;
    expect((await kit.call('GET', `${at}/results`, { token: reader })).json).not.toHaveProperty('answers');
    expect((await kit.call('GET', at, { token: reader })).json).toMatchObject({ mayAnswer: false, mine: [] });
    expect((await kit.call('POST', POLLS, { token: reader, body: body() })).json.detail).toBe('The token lacks the scope boards:write.');
    const viewer = (await kit.login((await kit.person('vera@example.org', { mine: 'viewer' })).email)).json.apiAccessToken.token as string;
    expect((await kit.call('POST', POLLS, { token: viewer, body: body() })).json.detail).toBe('The token lacks the scope boards:write.');
    expect((await kit.call('PUT', `${at}/answer`, { token: viewer, body: choice })).status).toBe(200);
    expect((await kit.call('GET', `${at}/results`, { token: viewer })).json).not.toHaveProperty('answers');
    expect((await kit.call('POST', POLLS, { token: writer, body: body() })).status).toBe(201);
    expect(await kit.call('PUT', `${at}/answer`, { token: writer, body: choice })).toMatchObject({
      status: 403,
      json: { detail: expect.stringContaining('Only people can do this') as string },
    });
    for (const closed of [narrowed, link])
      for (const kind of ['polls', 'dashboards', 'views', `polls/${poll.id}`, `polls/${poll.id}/results`])
        expect([kind, (await kit.call('GET', `/groups/mine/${kind}`, { token: closed })).status]).toEqual([kind, 403]);
    expect((await kit.inside('POST', '/operator/workspaces/mine/suspend')).status).toBe(200);
    await vi.waitFor(
      async () =>
        expect(await kit.call('PUT', `${at}/answer`, { token, body: choice })).toMatchObject({
          status: 403,
          json: { type: 'urn:waymark:problem:workspace-suspended' },
        }),
      { timeout: 20_000, interval: 100 },
    );
    expect((await kit.call('GET', `${at}/results`, { token })).status).toBe(200);
    expect((await kit.inside('POST', '/operator/workspaces/mine/resume')).status).toBe(200);
  });
});

it("a workspace that is removed takes its polls, dashboards and views along, and no other's", async () => {
  const poll = await made({}, '/groups/ending/polls');
  expect((await answer('vic', poll, [poll.options[0]!])).status).toBe(200);
  for (const workspace of ['ending', 'mine']) {
    expect((await as('eve', 'POST', `/groups/${workspace}/dashboards`, { name: 'd', tiles: [] })).status).toBe(201);
    expect((await as('vic', 'POST', `/groups/${workspace}/views`, { name: 'v', state: 's' })).status).toBe(201);
  }
  expect((await kit.inside('DELETE', '/operator/workspaces/ending')).status).toBe(200);
  await kit.directory.restart();
  const left = async (table: string): Promise<unknown> =>
    (await kit.query(`select distinct workspace from ${table} order by 1`)).map((row) => (row as { workspace: string }).workspace);
  await vi.waitFor(async () => expect(await left('poll')).not.toContain('ending'), { timeout: 20_000, interval: 100 });
  expect(await Promise.all(['poll', 'dashboard', 'saved_view'].map(left))).toEqual([['leaving', 'mine'], ['mine'], ['mine']]);
  expect(await kit.query('select 1 from poll_answer where poll = $1', [poll.id])).toEqual([]);
});
