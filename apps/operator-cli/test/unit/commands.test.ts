import { afterEach, describe, expect, it } from 'vitest';
import { FakeGateway, problem, type Reply, type SeenCall, tokenWithScope } from './fake-gateway.js';
import { runCli } from './run-cli.js';

const OPERATOR = tokenWithScope('operator');
const ADMIN = tokenWithScope('tokens:admin objects:read');

let gateway: FakeGateway | undefined;
afterEach(() => gateway?.close());

/** Runs a command against a gateway with these answers. */
async function run(commandLine: string, answer: (call: string, seen: SeenCall) => Reply, token = OPERATOR) {
  gateway = new FakeGateway(answer);
  const url = await gateway.start();
  const ran = await runCli(words(commandLine), { environment: { WAYMARK_TOKEN: token, WAYMARK_URL: url, HOME: '/nowhere' } });
  return { ...ran, seen: gateway.seen };
}

/** Splits like a shell: words, and texts in single quotes. */
const words = (line: string): string[] => [...line.matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2]!);

const WORKSPACE = {
  id: 'harbour',
  name: 'The harbour',
  formerNames: [],
  status: 'active',
  plan: 'free',
  createdAt: '2026-11-21T08:00:00.000Z',
  somethingNew: 7,
};

type Row = [commandLine: string, call: string, body: unknown];
const CALLS: Row[] = [
  ['workspace create harbour', 'POST /operator/workspaces', { id: 'harbour' }],
  [
    "workspace create harbour --name 'The harbour' --plan free",
    'POST /operator/workspaces',
    { id: 'harbour', name: 'The harbour', plan: 'free' },
  ],
  ['workspace show harbour', 'GET /operator/workspaces/harbour', undefined],
  ["workspace rename harbour 'A & B'", 'PATCH /operator/workspaces/harbour', { name: 'A & B' }],
  ['workspace plan harbour free', 'PATCH /operator/workspaces/harbour', { plan: 'free' }],
  ['workspace suspend harbour', 'POST /operator/workspaces/harbour/suspend', undefined],
  ['workspace resume harbour', 'POST /operator/workspaces/harbour/resume', undefined],
  ['workspace delete harbour', 'DELETE /operator/workspaces/harbour', undefined],
  ['workspace restore harbour', 'POST /operator/workspaces/harbour/restore', undefined],
  ['workspace show ../keys', 'GET /operator/workspaces/..%2Fkeys', undefined],
  [
    'token create --name crane --scope objects:write,feed:read --scope objects:read --workspace harbour --expires 2d',
    'POST /operator/tokens',
    { name: 'crane', scopes: ['objects:write', 'feed:read', 'objects:read'], expiresInSeconds: 172_800, workspaces: ['harbour'] },
  ],
  [
    'token create --name ops --scope operator --expires 1h',
    'POST /operator/tokens',
    { name: 'ops', scopes: ['operator'], expiresInSeconds: 3600, workspaces: [] },
  ],
  [
    'token create --name crane --scope objects:write --workspace a,b --type lift --id-prefix crane- --field load,wind',
    'POST /operator/tokens',
    {
      name: 'crane',
      scopes: ['objects:write'],
      workspaces: ['a', 'b'],
      narrowed: { types: ['lift'], idPrefix: 'crane-', fields: ['load', 'wind'] },
    },
  ],
  ['token revoke 7f', 'DELETE /operator/tokens/7f', undefined],
  ['plan remove free', 'DELETE /operator/plans/free', undefined],
  ['key list', 'GET /operator/keys', undefined],
  ['key rotate --immediately', 'POST /operator/keys/rotate', { immediately: true }],
  ['key withdraw k1', 'DELETE /operator/keys/k1', undefined],
  ['audit --workspace harbour', 'GET /operator/audit?workspace=harbour', undefined],
  ['people add a@b.example --name Ann --operator', 'POST /operator/people', { email: 'a@b.example', name: 'Ann', operator: true }],
  ['people role p1 harbour editor', 'PUT /operator/people/p1/workspaces/harbour', { role: 'editor' }],
  ['people role p1 harbour none', 'DELETE /operator/people/p1/workspaces/harbour', undefined],
  ['people disable p1', 'PATCH /operator/people/p1', { status: 'disabled' }],
  ['people password-link p1', 'POST /operator/people/p1/password-link', undefined],
  ['usage', 'GET /operator/usage', undefined],
  ['usage --month 2026-10', 'GET /operator/usage?month=2026-10', undefined],
  ['usage harbour --json', 'GET /operator/workspaces/harbour/usage', undefined],
  ['people list --workspace harbour', 'GET /operator/people?workspace=harbour', undefined],
  ['people remove p1', 'DELETE /operator/people/p1', undefined],
  ['fields remove harbour load', 'DELETE /operator/workspaces/harbour/fields/load', undefined],
  ['fields list harbour', 'GET /operator/workspaces/harbour/fields', undefined],
  ['fields review harbour', 'GET /operator/workspaces/harbour/fields/review', undefined],
  ['openapi', 'GET /openapi.json', undefined],
  ["hold put harbour --reason 'case 17'", 'PUT /operator/workspaces/harbour/hold', { reason: 'case 17' }],
  ['hold release harbour', 'DELETE /operator/workspaces/harbour/hold', undefined],
  ['id show a/1', 'GET /operator/ids/a%2F1', undefined],
  ['retention show harbour', 'GET /operator/workspaces/harbour/retention', undefined],
  [
    'retention set harbour --history-days 30 --type crane=7,365 --type van=,90',
    'PUT /operator/workspaces/harbour/retention',
    {
      historyDays: 30,
      types: [
        { type: 'crane', historyDays: 7, eraseAfterDays: 365 },
        { type: 'van', eraseAfterDays: 90 },
      ],
    },
  ],
];

describe('a command', () => {
  it.each(CALLS)('%s calls %s', async (commandLine, call, body) => {
    const { code, err, seen } = await run(commandLine, () => ({
      body: { token: 'shown once', plans: [], keys: [], audit: [], fields: [], rows: [] },
    }));
    expect([code, seen.map((each) => each.call)], err).toEqual([0, [call]]);
    expect(seen[0]!.body).toEqual(body);
    expect(seen[0]).toMatchObject({ authorization: `Bearer ${OPERATOR}`, version: '2026-11-21' });
  });

  it('on a workspace uses the routes of the workspace, unless the caller is an operator', async () => {
    const { seen, code } = await run(
      'token create --name crane --scope objects:write --workspace harbour',
      () => ({ status: 201, body: { token: 't' } }),
      ADMIN,
    );
    expect([code, seen[0]!.call, seen[0]!.body]).toEqual([0, 'POST /groups/harbour/tokens', { name: 'crane', scopes: ['objects:write'] }]);
    const without = await run('token list', () => ({}), ADMIN);
    expect([without.code, without.seen.length]).toEqual([2, 0]);
    expect(without.err).toContain('Choose a workspace with --workspace');
    expect((await run('token create --name a --scope objects:read --workspace a,b', () => ({}), ADMIN)).code).toBe(2);
  });

  it("on one object uses a temporary token for an operator, which is then revoked, and anyone else's own token", async () => {
    const answers = (call: string): Reply =>
      call === 'POST /operator/tokens'
        ? { status: 201, body: { id: '7f', token: 'aaa.bbb.ccc' } }
        : call.startsWith('DELETE /operator')
          ? { status: 204 }
          : { body: { externalId: 'a/1', status: 'updated', revision: 3 } };
    const erased = await run('object erase harbour a/1', answers);
    expect(erased.seen.map(({ call, authorization }) => [call, authorization])).toEqual([
      ['POST /operator/tokens', `Bearer ${OPERATOR}`],
      ['DELETE /groups/harbour/externalObjects/a%2F1', 'Bearer aaa.bbb.ccc'],
      ['DELETE /operator/tokens/7f', `Bearer ${OPERATOR}`],
    ]);
    expect(erased.seen[0]!.body).toMatchObject({ workspaces: ['harbour'], scopes: ['objects:erase'], expiresInSeconds: 900 });
    const own = await run("hold put harbour a/1 --reason 'case 17'", answers, ADMIN);
    expect([own.code, own.seen.map(({ call, body }) => [call, body])]).toEqual([
      0,
      [['PUT /groups/harbour/externalObjects/a%2F1/hold', { reason: 'case 17' }]],
    ]);
  });

  it('that releases an id asks for its owner, and does nothing when it has none', async () => {
    const answers =
      (workspace: string | null) =>
      (call: string): Reply => ({
        body: call.startsWith('GET')
          ? { externalId: 'a/1', workspace, erased: true }
          : { externalId: 'a/1', status: 'updated', revision: 3 },
      });
    const released = await run('id release a/1', answers('harbour'));
    expect([released.code, released.seen.map(({ call }) => call)]).toEqual([
      0,
      ['GET /operator/ids/a%2F1', 'DELETE /operator/workspaces/harbour/ids/a%2F1'],
    ]);
    const before = await run('id release a/1', answers(null));
    expect([before.code, before.seen.length]).toEqual([1, 1]);
    expect(before.err).toContain('no workspace owns it');
  });

  it('that exports an object prints its lines unchanged, and fails when the last one is missing', async () => {
    const lines = ['{"kind":"object","object":{}}', '{"kind":"change","change":{"note":"ü"}}', '{"kind":"end","changes":1}'];
    const stream = (given: string[]) => (): Reply => ({
      body: given.map((line) => `${line}\n`).join(''),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(await run('object export harbour crane', stream(lines), ADMIN)).toMatchObject({ code: 0, out: `${lines.join('\n')}\n` });
    expect(await run('object export harbour crane', stream(lines.slice(0, 2)), ADMIN)).toMatchObject({
      code: 5,
      err: expect.stringContaining('is incomplete') as string,
    });
    expect(await run('object export harbour crane', () => problem(404, 'unknown-object', { detail: 'It is gone.' }), ADMIN)).toMatchObject({
      code: 1,
      err: expect.stringContaining('It is gone.') as string,
    });
  });

  it('that changes a plan keeps the limits that are not given', async () => {
    const plan = { name: 'free', limits: { callsPerMonth: 10_000, callsPerSecond: 5, webhooks: 1, lane: 'standard' } };
    const { seen, code } = await run('plan set free --calls-per-month 20000 --calls-per-second none --lane backlog', (call) => ({
      body: call.startsWith('GET') ? { plans: [plan] } : plan,
    }));
    expect([code, seen[1]!.call]).toEqual([0, 'PUT /operator/plans/free']);
    expect(seen[1]!.body).toEqual({ callsPerMonth: 20_000, callsPerSecond: null, webhooks: 1, lane: 'backlog' });
  });

  it('also accepts an e-mail address for a person', async () => {
    const people = [{ id: 'p2', email: 'Ann@B.example' }];
    const { seen, code } = await run('people disable ann@b.example', () => ({ body: { people, next: null } }));
    expect([code, ...seen.map(({ call }) => call)]).toEqual([0, 'GET /operator/people?email=ann%40b.example', 'PATCH /operator/people/p2']);
    expect(await run('people disable nobody@b.example', () => ({ body: { people: [], next: null } }))).toMatchObject({
      code: 1,
      err: expect.stringContaining('Nobody has the e-mail address') as string,
    });
  });
});

describe('output', () => {
  const page = (call: string): Reply => ({
    body: call.includes('after=m')
      ? { workspaces: [{ ...WORKSPACE, id: 'z' }], next: null }
      : { workspaces: [WORKSPACE, { ...WORKSPACE, id: 'm', name: 'evil\u001b[2Jname' }], next: 'm' },
  });

  it('is a table of all pages for people, without control characters', async () => {
    const { out, seen } = await run('workspace list', page);
    expect(seen.map(({ call }) => call)).toEqual(['GET /operator/workspaces', 'GET /operator/workspaces?after=m']);
    expect(out.split('\n')[0]).toMatch(/^id +name +status +plan +created$/);
    expect(out.split('\n').map((line) => line.split(' ')[0])).toEqual(['id', 'harbour', 'm', 'z', '']);
    expect(out).toContain('evil�[2Jname');
  });

  it("is exactly the service's answer with --json, wherever the option is", async () => {
    const { out } = await run('--json workspace list', page);
    expect(JSON.parse(out)).toEqual([WORKSPACE, { ...WORKSPACE, id: 'm', name: 'evil\u001b[2Jname' }, { ...WORKSPACE, id: 'z' }]);
    expect(JSON.parse((await run('workspace show harbour --json', () => ({ body: WORKSPACE }))).out)).toEqual(WORKSPACE);
  });

  it('of a new token is only the token; its details go to stderr', async () => {
    const { out, err } = await run('token create --name crane --scope objects:write --workspace a', () => ({
      status: 201,
      body: { id: '7f', name: 'crane', expiresAt: 'then', token: 'aaa.bbb.ccc' },
    }));
    expect(out).toBe('aaa.bbb.ccc\n');
    expect(err).toContain('shown only once');
  });

  it('of the audit ends at the limit, and requests no further page', async () => {
    const { out, seen } = await run('audit --limit 2 --json', () => ({ body: { audit: [{ id: 3 }, { id: 2 }, { id: 1 }], next: 1 } }));
    expect(JSON.parse(out)).toHaveLength(2);
    expect(seen).toHaveLength(1);
  });

  const used = (workspace: string) => ({
    workspace,
    month: '2026-11',
    plan: 'free',
    calls: { used: 7, left: 3, limit: 10, leased: 0 },
    elements: 70,
    resetsAt: 'then',
    objects: workspace === 'a' ? { used: 5, left: 1, limit: 6, createdToday: 2, leftToday: null, limitPerDay: null } : null,
  });

  it('of usage is a line for each workspace, or the usage of one', async () => {
    const all = await run('usage', (call) => ({
      body: call.includes('after=') ? { usage: [used('b')], next: null } : { usage: [used('a')], next: 'a' },
    }));
    expect(all.out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['workspace', 'plan', 'month', 'calls', 'left', 'of', 'elements', 'objects', 'objects of', 'new today', 'new of', 'resets'],
      ['a', 'free', '2026-11', '7', '3', '10', '70', '5', '6', '2', '–', 'then'],
      ['b', 'free', '2026-11', '7', '3', '10', '70', '–', '–', '–', '–', 'then'],
      [''],
    ]);
    const tokens = [{ kind: 'machine', id: '7f', name: 'crane', calls: 7, elements: 70, refused: 2 }];
    const standing = [{ limit: 'token-calls-per-second', quota: 10, windowSeconds: 5, used: 1, left: 9, resetsAt: 'soon' }];
    const one = await run('usage a --json', () => ({ body: { ...used('a'), tokens, standing } }), ADMIN);
    expect([one.seen[0]!.call, JSON.parse(one.out)]).toEqual(['GET /groups/a/usage', { ...used('a'), tokens, standing }]);
    const shown = await run('usage a --month 2026-10', () => ({ body: { ...used('a'), tokens, standing } }), ADMIN);
    expect(shown.seen[0]!.call).toBe('GET /groups/a/usage?month=2026-10');
    expect(shown.out.split('\n').map((line) => line.split(/ +/))).toEqual(
      expect.arrayContaining([
        ['token-calls-per-second', '1', '9', '10', '5', 'soon'],
        ['machine', '7f', 'crane', '7', '70', '2'],
      ]),
    );
  });
});

describe('a field', () => {
  const sent = (types: object) => ({ name: 'load', count: 3, conflicts: 0, firstSeen: 'then', types, samples: ['3'], definition: null });
  const gateway =
    (fields: object[], sightings: object[]) =>
    (call: string): Reply => ({
      body: call.startsWith('PUT') ? { name: 'load' } : call.endsWith('/review') ? { fields: sightings, next: null } : { fields },
    });

  it('is approved as it was sent, by the routes of the workspace', async () => {
    const { seen, code } = await run(
      'fields approve harbour load --label Load --unit t',
      gateway([], [sent({ String: 0, Number: 3, Category: 0 })]),
      ADMIN,
    );
    expect([code, seen.at(-1)!.call, seen.at(-1)!.body]).toEqual([
      0,
      'PUT /groups/harbour/fields/load',
      { type: 'Number', label: 'Load', unit: 't', review: 'approved' },
    ]);
  });

  it('keeps its existing definition', async () => {
    const { seen } = await run(
      'fields ignore harbour load',
      gateway(
        [{ workspace: 'harbour', name: 'load', type: 'Number', unit: 't', decimals: 1, review: 'proposed', onConflict: 'reject' }],
        [],
      ),
    );
    expect([seen.at(-1)!.call, seen.at(-1)!.body]).toEqual([
      'PUT /operator/workspaces/harbour/fields/load',
      { type: 'Number', unit: 't', decimals: 1, review: 'ignored', onConflict: 'reject' },
    ]);
  });

  it('gets the given bounds, categories and types of objects, and keeps the others', async () => {
    const defined = { workspace: 'harbour', name: 'load', type: 'Number', unit: 't', max: 5, review: 'approved', onConflict: 'warn' };
    const { seen, err } = await run(
      'fields approve harbour load --min -40 --max 0 --decimals 2 --object-type crane,lift',
      gateway([defined], []),
    );
    expect(seen.at(-1)!.body, err).toEqual({
      type: 'Number',
      unit: 't',
      min: -40,
      max: 0,
      decimals: 2,
      objectTypes: ['crane', 'lift'],
      review: 'approved',
      onConflict: 'warn',
    });
    const category = await run('fields approve harbour load --type Category --category state/on,state/off/soon', gateway([], []));
    expect(category.seen.at(-1)!.body).toMatchObject({
      categories: [
        { namespace: 'state', categoryName: 'on' },
        { namespace: 'state', categoryName: 'off/soon' },
      ],
    });
  });

  it.each([
    ['came as several types', [sent({ String: 1, Number: 3, Category: 0 })], 'were sent as String and Number: choose one with --type'],
    ['never came', [], 'set its type with --type'],
  ])('that %s needs an explicit type', async (_what, sightings, words) => {
    const { code, err, seen } = await run('fields approve harbour load', gateway([], sightings));
    expect([code, err.includes(words), seen.some(({ call }) => call.startsWith('PUT'))]).toEqual([2, true, false]);
  });
});

describe('an export', () => {
  const MADE = { body: { id: 'made', token: 'made.for.this' } };

  it('has a line for each readable item, page by page, and an end with counts', async () => {
    const { out, code, seen } = await run('workspace export harbour', (call) => {
      if (call === 'GET /operator/workspaces/harbour') return { body: WORKSPACE };
      if (call === 'POST /operator/tokens') return MADE;
      if (call.startsWith('GET /operator/tokens')) return { body: { tokens: [{ id: 't' }], next: null } };
      if (call === 'GET /operator/workspaces/harbour/fields') return { body: { fields: [{ name: 'load' }] } };
      return {
        body: call.includes('page=2')
          ? { objects: [{ externalId: 'b' }], next: null }
          : { objects: [{ externalId: 'a' }], next: '/groups/harbour/externalObjects?page=2' },
      };
    });
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string });
    expect(lines.map(({ kind }) => kind)).toEqual(['workspace', 'token', 'field', 'object', 'object', 'end']);
    expect(lines.at(-1)).toEqual({ kind: 'end', counts: { workspace: 1, token: 1, field: 1, object: 2 }, left: {} });
    expect([code, seen.some(({ call }) => call.includes('includeArchived=true'))]).toEqual([0, true]);
  });

  it('of an operator reads the objects with a token that only reads, is not in the export, and is revoked afterwards', async () => {
    const { seen, out } = await run('workspace export harbour', (call) => (call === 'POST /operator/tokens' ? MADE : { body: {} }));
    const made = seen.find(({ call }) => call === 'POST /operator/tokens')!;
    expect(made.body).toEqual({
      name: 'waymark workspace export',
      workspaces: ['harbour'],
      scopes: ['objects:read'],
      expiresInSeconds: 900,
    });
    expect(seen.filter(({ authorization }) => authorization === 'Bearer made.for.this').map(({ call }) => call)).toEqual([
      'GET /groups/harbour/externalObjects?includeArchived=true&limit=1000',
    ]);
    const order = seen.map(({ call }) => call.split('?')[0]);
    expect(order.indexOf('GET /operator/tokens')).toBeLessThan(order.indexOf('POST /operator/tokens'));
    expect(order.at(-1)).toBe('DELETE /operator/tokens/made');
    expect(out).not.toContain('made.for.this');
  });

  it('revokes that token also when a page fails, and reports when it cannot', async () => {
    const { code, err, seen } = await run('workspace export harbour', (call) =>
      call === 'POST /operator/tokens'
        ? MADE
        : call.includes('externalObjects') || call.startsWith('DELETE')
          ? problem(503, 'unavailable')
          : { body: {} },
    );
    expect([code, seen.at(-1)!.call]).toEqual([1, 'DELETE /operator/tokens/made']);
    expect(err).toContain('could not be revoked');
  });

  it('of a workspace that is being deleted lists what had to be left out', async () => {
    const { code, out } = await run('workspace export harbour', (call) =>
      call === 'POST /operator/tokens' ? problem(422, 'invalid', { detail: 'The workspace harbour does not exist.' }) : { body: {} },
    );
    expect([code, JSON.parse(out.trimEnd().split('\n').at(-1)!)]).toMatchObject([
      5,
      { left: { object: 'The workspace harbour does not exist.' } },
    ]);
  });

  it('lists what it had to leave out, and reports it', async () => {
    const { out, err, code } = await run('workspace export harbour', (call) =>
      call === 'POST /operator/tokens'
        ? MADE
        : call.startsWith('GET /operator')
          ? { body: { ...WORKSPACE, tokens: [], fields: [] } }
          : problem(403, 'forbidden', { detail: 'The token lacks the scope objects:read.' }),
    );
    expect(code).toBe(5);
    expect(JSON.parse(out.trimEnd().split('\n').at(-1)!)).toMatchObject({
      kind: 'end',
      left: { object: 'The token lacks the scope objects:read.' },
    });
    expect(err).toContain('object: The token lacks the scope objects:read.');
  });

  it('has no end line when a page fails', async () => {
    const { out, code } = await run('workspace export harbour', (call) =>
      call.includes('externalObjects') ? problem(503, 'unavailable') : { body: {} },
    );
    expect([code, out.includes('"end"')]).toEqual([1, false]);
  });
});

describe('a failure', () => {
  it('of the service shows what is wrong, where, and which call was made', async () => {
    const { code, out, err } = await run('workspace create x!', () =>
      problem(422, 'invalid', {
        detail: 'The id is not alphanumeric.',
        errors: [{ pointer: '/id', detail: 'must be alphanumeric\u001b[0m' }],
      }),
    );
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe(
      'The id is not alphanumeric.\n  at /id: must be alphanumeric�[0m\n  POST /operator/workspaces was ' +
        'answered with 422 (Title of invalid.)\n  request r-1\n',
    );
  });

  it('with --json is the unchanged problem', async () => {
    const { code, err } = await run('workspace show x --json', () => problem(404, 'not-found', { more: true }));
    expect([code, JSON.parse(err)]).toEqual([
      1,
      { type: 'urn:waymark:problem:not-found', title: 'Title of not-found.', status: 404, requestId: 'r-1', more: true },
    ]);
  });

  it.each([
    [
      'a token that is refused',
      4,
      problem(401, 'unauthenticated', { detail: 'The token has expired.' }),
      'The token has expired. Sign in with: waymark login',
    ],
    [
      'a scope that is missing',
      1,
      problem(403, 'forbidden', { detail: 'The token lacks the scope operator.' }),
      'lacks the scope operator',
    ],
    ['an answer of another server', 1, { status: 502, body: '<html>' }, 'does not come from a Waymark gateway'],
    ['a page that is not JSON', 1, { body: '<html>' }, 'not JSON'],
    [
      'a redirect, which could send the token elsewhere',
      1,
      { status: 302, headers: { location: 'http://elsewhere.example/' } },
      '(302) does not come from a Waymark gateway',
    ],
  ] as [string, number, Reply, string][])('%s gives the exit code %i', async (_what, code, reply, words) => {
    const ran = await run('workspace list', () => reply);
    expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(words)]);
    expect(ran.err).not.toMatch(/\n\s+at .*\.(ts|js)/);
  });

  it('to connect is 3, and names the address', async () => {
    expect(await runCli(['workspace', 'list'], { environment: { WAYMARK_TOKEN: 't', WAYMARK_URL: 'http://127.0.0.1:1' } })).toMatchObject({
      code: 3,
      err: expect.stringContaining('Nothing answers at http://127.0.0.1:1') as string,
    });
  });

  it.each(['a\nb', 'ab cd', 'a€', 'a\u0000b'])('for a token that no header accepts is 4, and does not repeat it: %j', async (token) => {
    const { code, err } = await runCli(['workspace', 'list'], { environment: { WAYMARK_TOKEN: token, WAYMARK_URL: 'http://127.0.0.1:1' } });
    expect([code, err]).toEqual([4, expect.stringContaining('The token contains characters that tokens do not have')]);
    for (const piece of token.split(/\s/)) if (piece.length > 1) expect(err).not.toContain(piece);
  });

  it.each(['workspace delete ..', "workspace delete ''", 'people role p1 . none', "token revoke ''", 'fields remove harbour ..'])(
    '%j would lead to another address, and is wrong usage: 2',
    async (line) => {
      const { code, seen } = await run(line, () => ({}));
      expect([code, seen.filter(({ call }) => !call.startsWith('GET'))]).toEqual([2, []]);
    },
  );

  it('of the command line is also JSON with --json', async () => {
    for (const line of ['--json frob', 'workspace create --json', 'audit --limit 0 --json']) {
      const { code, err } = await runCli(words(line));
      expect([code, JSON.parse(err)]).toEqual([2, { detail: expect.any(String) as string, exitCode: 2 }]);
    }
  });

  it('for lack of a token is 4, before any call', async () => {
    expect(await runCli(['workspace', 'list', '--url', 'http://127.0.0.1:1'], { environment: { HOME: '/nowhere' } })).toMatchObject({
      code: 4,
      err: expect.stringContaining('You are not signed in to http://127.0.0.1:1.') as string,
    });
  });

  it.each([
    'frob',
    'workspace frob',
    'workspace create',
    'workspace list --frob',
    'token create --name a',
    'token create --name a --scope b, --workspace c',
    'token create --name a --scope b --expires soon',
    'plan set free --webhooks many',
    'plan set free --lane fast',
    'people role p w boss',
    'usage --month 2026-13',
    'fields approve a b --type Text',
    'audit --limit 0',
    'completion powershell',
    '--url ftp://x workspace list',
    '--url http://a:b@x workspace list',
  ])('%j is wrong usage: 2', async (line) => {
    const { code, err } = await runCli(words(line), {
      environment: { WAYMARK_TOKEN: tokenWithScope('operator'), WAYMARK_URL: 'http://127.0.0.1:1' },
    });
    expect([code, err !== '']).toEqual([2, true]);
  });

  it.each(['--help', 'help', 'workspace --help', 'help token'])('%j prints the help, and succeeds', async (line) => {
    const { code, out } = await runCli(words(line));
    expect([code, out]).toEqual([0, expect.stringContaining('Usage: waymark')]);
  });
});

describe('doctor', () => {
  const finding = (state: string) => ({ about: 'a.b', state, found: 'something', remedy: state === 'fine' ? null : 'do this' });
  const examine = (findings: object[], date = new Date().toUTCString()) =>
    run('doctor', (call) => (call === 'GET /health/live' ? { body: { status: 'live' }, headers: { date } } : { body: { findings } }));

  it.each([
    ['fine', 0],
    ['warning', 0],
    ['broken', 5],
  ])('with something %s exits with %i', async (state, code) => {
    const ran = await examine([finding(state)]);
    expect([ran.code, ran.out.includes('do this')]).toEqual([code, state !== 'fine']);
  });

  it('reports a wrong clock', async () => {
    expect((await examine([], new Date(Date.now() - 60_000).toUTCString())).out).toMatch(/! +cli.clock +the gateway's clock is -6[01] s/);
  });

  it('reports when it may not look', async () => {
    const { code, out } = await run('doctor', (call) =>
      call === 'GET /health/live' ? { body: {} } : problem(403, 'forbidden', { detail: 'The token lacks the scope operator.' }),
    );
    expect([code, out]).toEqual([5, expect.stringContaining('The token lacks the scope operator.')]);
  });
});
