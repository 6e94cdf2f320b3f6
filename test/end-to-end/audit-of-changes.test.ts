import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WORKSPACE_AUDIT_KINDS } from '#contracts/directory/audit-kinds.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import type { DescribedRoute } from '../../apps/gateway/src/routes/described-route.js';
import { DIRECTORY_ROUTES } from '../../apps/gateway/src/routes/directory-routes.js';
import { SAMPLE_BODIES } from './sample-bodies.js';

/** They count, let in, or note what was seen; nothing of the directory is changed by them. */
const COUNTERS = new Set(['login_throttle', 'login_address', 'migration']);
/** The one of the sample bodies. */
const MOVE = '00000000-0000-4000-8000-000000000000';
const PASSWORD = 'a long walk by the quiet harbour';

let space: TestSpace;
let directory: RunningService;
let database: pg.Client;
const known: Record<string, string> = { groupID: 'mine', workspaceId: 'mine', field: 'battery', plan: 'small' };
const secrets: Record<string, string> = {};
beforeAll(async () => {
  space = await createTestSpace('audit-of-changes', { directory: 'real' });
  directory = await startService('directory-service', space.environment('directory-service'));
  database = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.directory}` });
  await database.connect();
  await done('POST', '/operator/workspaces', { id: 'mine' });
  await done('POST', '/operator/workspaces', { id: 'held' });
  await done('POST', '/operator/workspaces/held/suspend');
  await done('PUT', '/operator/workspaces/held/hold', { reason: 'before' });
  await done('POST', '/operator/workspaces', { id: 'leaving' });
  await done('PUT', '/operator/workspaces/arriving/move', { id: MOVE, state: 'receiving' });
  await done('POST', '/operator/workspaces', { id: 'ending' });
  await done('DELETE', '/operator/workspaces/ending');
  await done('PUT', '/operator/plans/small', { callsPerMonth: 5 });
  await done('PUT', '/groups/mine/fields/battery', { type: 'Number' });
  const person = await done('POST', '/operator/people', { email: 'ada@example.org', operator: false });
  known.personId = person.id as string;
  await done('PUT', `/operator/people/${person.id as string}/workspaces/mine`, { role: 'viewer' });
  const link = await done('POST', `/operator/people/${person.id as string}/password-link`);
  await done('POST', '/auth/password/reset', { secret: link.secret, newPassword: PASSWORD });
  secrets.link = (await done('POST', `/operator/people/${person.id as string}/password-link`)).secret as string;
  secrets.refresh = (await done('POST', '/auth/login', { email: 'ada@example.org', password: PASSWORD })).refreshToken as string;
  known.tokenId = (await done('POST', '/operator/tokens', { name: 'a', workspaces: ['mine'], scopes: ['objects:read'] })).id as string;
  await done('POST', '/operator/workspaces', { id: 'kept' });
  await done('PUT', '/groups/kept/hold', { reason: 'before' });
  known.shareLinkId = (await done('POST', '/groups/mine/shareLinks', { name: 'a', shows: { ids: ['a'] } })).id as string;
  for (const [poll, name] of [
    ['pollId', 'first'],
    ['closing', 'second'],
    ['answered', 'third'],
  ] as const) {
    const made = (await done('POST', '/groups/mine/polls', { question: name, options: [{ text: 'yes' }, { text: 'no' }] })) as {
      id: string;
      options: { id: string }[];
    };
    known[poll] = made.id;
    known[`${poll}Option`] = made.options[0]!.id;
  }
  await done('PUT', `/groups/mine/polls/${known.answered!}/answer`, { options: [known.answeredOption] });
  known.dashboardId = (await done('POST', '/groups/mine/dashboards', { name: 'a', tiles: [] })).id as string;
  known.viewId = (await done('POST', '/groups/mine/views', { name: 'a', state: '' })).id as string;
  known.kid = (await done('POST', '/operator/keys/rotate')).kid as string;
});
afterAll(async () => {
  await database?.end();
  await directory?.stop();
  await space?.close();
});

async function ask(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> {
  const caller = Buffer.from(JSON.stringify({ subject: `person:${known.personId ?? ''}` })).toString('base64url');
  const answer = await fetch(directory.url + path, {
    method,
    headers: {
      'x-waymark-internal': space.installation.secrets.internalToken,
      'x-waymark-caller': caller,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
}

async function done(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const { status, text } = await ask(method, path, body);
  if (status > 299) throw new Error(`${method} ${path}: ${status} ${text}`);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

/** All contents of the directory, by table. */
async function held(): Promise<Record<string, string>> {
  const { rows } = await database.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' order by 1`,
  );
  const tables: Record<string, string> = {};
  for (const { name } of rows.filter((row) => !COUNTERS.has(row.name))) {
    // Whether a record is published yet, and the month's figures, change by themselves.
    const contents = await database.query<{ row: string }>(
      `select (to_jsonb(t) - 'published')::text as row from ${database.escapeIdentifier(name)} t order by 1`,
    );
    tables[name] = contents.rows.map(({ row }) => row).join('\n');
  }
  return tables;
}

/** The bodies that make each change possible; the rest is in the sample bodies. */
const BODIES: Readonly<Record<string, () => unknown>> = {
  createWorkspace: () => ({ id: 'another' }),
  createPerson: () => ({ email: 'bea@example.org', operator: false }),
  // To give somebody the role that he has changes nothing.
  putMembership: () => ({ role: 'editor' }),
  changeMember: () => ({ role: 'admin' }),
  replacePoll: () => ({ question: 'again', options: [{ id: known.pollIdOption, text: 'Yes' }, { text: 'No' }] }),
  answerPoll: () => ({ options: [known.pollIdOption] }),
  login: () => ({ email: 'ada@example.org', password: PASSWORD }),
  logout: () => ({ refreshToken: secrets.refresh }),
  resetPassword: () => ({ secret: secrets.link, newPassword: 'another walk by the quiet harbour' }),
  changePassword: () => ({ oldPassword: PASSWORD, newPassword: 'a third walk by the quiet harbour' }),
};
const OF: Readonly<Record<string, Record<string, string>>> = {
  resumeWorkspace: { workspaceId: 'held' },
  restoreWorkspace: { workspaceId: 'ending' },
  closePoll: { pollId: 'closing' },
  withdrawAnswer: { pollId: 'answered' },
  putHold: { groupID: 'kept' },
  releaseHold: { groupID: 'kept' },
  putHoldOf: { workspaceId: 'held' },
  releaseHoldOf: { workspaceId: 'held' },
  moveWorkspace: { workspaceId: 'leaving' },
  cancelMove: { workspaceId: 'leaving' },
  takeMovedTokens: { workspaceId: 'arriving' },
  // Those that are known belong to another workspace.
  adoptDashboard: { workspaceId: 'arriving', dashboardId: '00000000-0000-4000-8000-000000000001' },
  adoptPoll: { workspaceId: 'arriving', pollId: '00000000-0000-4000-8000-000000000001' },
  adoptView: { workspaceId: 'arriving', viewId: '00000000-0000-4000-8000-000000000001' },
  dropAdoptedView: { workspaceId: 'arriving', viewId: '00000000-0000-4000-8000-000000000001' },
};
/** Only asks; refreshes a login, which changes only its tokens; needs a provider; reads. */
const CHANGES_NOTHING = ['simulateUsage', 'refreshLogin', 'takeUpOidc', 'openShareLink'];

/** When all else goes through, one of the changes before has taken away what they change; above, the audit alone refused them. */
const USED_UP = ['resetPassword', 'removeMember', 'removeFieldOf'];

/** By its name in what is known, where it is there. */
const other = (id: string | undefined): string | undefined => (id === undefined ? undefined : (known[id] ?? id));
const address = (route: DescribedRoute): string =>
  route.path.replace(/:([A-Za-z]+)/g, (_all, name: string) => encodeURIComponent(other(OF[route.name]?.[name]) ?? known[name] ?? 'x'));
const bodyOf = (route: DescribedRoute): unknown =>
  BODIES[route.name]?.() ?? (route.body === 'required' ? SAMPLE_BODIES[route.name] : undefined);
const changing = DIRECTORY_ROUTES.filter(({ method, name }) => method !== 'GET' && !CHANGES_NOTHING.includes(name));
/** What people do of their own comes before what removes, a person is removed last of all: so that each finds what it changes. */
const order = (route: DescribedRoute): number =>
  route.name === 'removePerson'
    ? 5
    : route.name === 'deleteWorkspace'
      ? 4
      : route.ofPeople === true || /Password|logout/.test(route.name)
        ? 2
        : route.method === 'DELETE'
          ? 3
          : 1;
const inOrder = [...changing].sort((one, other) => order(one) - order(other));

it('no change of the directory goes through without its line in the audit', { timeout: 120_000 }, async () => {
  expect(changing.length).toBeGreaterThan(30);
  const before = await held();
  await database.query('alter table audit add constraint no_line_any_more check (false) not valid');
  const passed: string[] = [];
  try {
    for (const route of inOrder) {
      const { status, text } = await ask(route.method, address(route), bodyOf(route));
      if (status < 500) passed.push(`${route.name}: ${status} ${text.slice(0, 200)}`);
      const now = await held();
      for (const [table, rows] of Object.entries(now)) if (rows !== before[table]) passed.push(`${route.name} changed ${table}`);
    }
  } finally {
    await database.query('alter table audit drop constraint no_line_any_more');
  }
  expect(passed).toEqual([]);
});

it('the same changes go through when the audit is whole, each with a line', { timeout: 120_000 }, async () => {
  const silent: string[] = [];
  for (const route of inOrder) {
    const lines = async () => Number((await database.query<{ n: string }>('select count(*) as n from audit')).rows[0]!.n);
    const before = await lines();
    const { status, text } = await ask(route.method, address(route), bodyOf(route));
    if (USED_UP.includes(route.name)) expect([404, 422], text).toContain(status);
    else if (status > 299) silent.push(`${route.name}: ${status} ${text.slice(0, 160)}`);
    else if ((await lines()) === before) silent.push(`${route.name} has no line`);
  }
  expect(silent).toEqual([]);
});

it('entries about a workspace have a kind that its admins may ask for', async () => {
  const { rows } = await database.query<{ kind: string }>(
    `select distinct split_part(action, '.', 1) as kind from audit where workspace is not null order by 1`,
  );
  // Ids are released by the log of commands (id-release.test.ts).
  expect(rows.map(({ kind }) => kind)).toEqual(WORKSPACE_AUDIT_KINDS.filter((kind) => kind !== 'id').sort());
});
