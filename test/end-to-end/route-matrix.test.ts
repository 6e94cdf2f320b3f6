import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Scope, SCOPES, WORKSPACE_SCOPES } from '#contracts/directory/scopes.js';
import { CALLER_HEADER, forwardedCallerHeader } from '#identity/forwarded-caller.js';
import { mintToken } from '#identity/token-minting.js';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '#stack/services/service-environment.js';
import { type RunningStack, startStack } from '#testing/running-stack.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { openApiPath } from '../../apps/gateway/src/openapi/complete-document.js';
import type { GatewayRoute } from '../../apps/gateway/src/routes/gateway-route.js';
import { ROUTES } from '../../apps/gateway/src/routes/routes.js';
import { SAMPLE_BODIES, SAMPLE_QUERIES } from './sample-bodies.js';

/** Every route × every kind of caller, from the table itself: a route that is added takes part, or this fails. */
let space: TestSpace;
let stack: RunningStack;
let document: { paths: Record<string, Record<string, { responses: object }>> };
/** Ids that exist, by workspace and parameter; what is not here is made up. */
let personSubject: string;
const known: Record<'mine' | 'theirs' | 'held', Record<string, string>> = { mine: {}, theirs: {}, held: {} };
/** Routes that only take rights away, and so still work while the workspace is suspended; each new one must be added here. */
const OPEN_WHILE_SUSPENDED = ['revokeWorkspaceToken', 'revokeShareLink', 'removeMember'];

beforeAll(async () => {
  // Seeded, so that any token can be signed; the real directory answers as well.
  space = await createTestSpace('route-matrix', { workspaces: ['mine', 'theirs', 'held'] });
  stack = await startStack(space, { directories: 1, areas: 1, webhooks: 1, reports: 1 });
  const person = (await (await installation('POST', '/operator/people', { email: 'admin@example.org' })).json()) as {
    id: string;
    subject: string;
  };
  personSubject = person.subject;
  for (const id of ['mine', 'theirs', 'held'] as const) {
    expect((await installation('POST', '/operator/workspaces', { id })).status).toBe(201);
    const made = await installation('POST', `/groups/${id}/tokens`, { name: 'sample', scopes: ['objects:read'] });
    const shared = await installation('POST', `/groups/${id}/shareLinks`, { name: 'sample', shows: { ids: ['sample'] } });
    expect((await installation('PUT', `/operator/people/${person.id}/workspaces/${id}`, { role: 'admin' })).status).toBe(200);
    const boards = await Promise.all(
      [
        ['polls', 'createPoll'],
        ['dashboards', 'createDashboard'],
        ['views', 'createView'],
      ].map(([kind, sample]) => installation('POST', `/groups/${id}/${kind!}`, SAMPLE_BODIES[sample!], personSubject)),
    );
    const [poll, dashboard, view] = (await Promise.all(boards.map((answer) => answer.json()))) as { id: string }[];
    known[id] = {
      pollId: poll!.id,
      dashboardId: dashboard!.id,
      viewId: view!.id,
      shareLinkId: ((await shared.json()) as { id: string }).id,
      groupID: id,
      tokenId: ((await made.json()) as { id: string }).id,
      externalId: `object-of-${id}`,
    };
    const element = { externalId: known[id].externalId, locationUpdate: { newPosition: { lat: 1, lon: 2 } } };
    const updated = await call('POST', `/groups/${id}/externalObjects`, await space.token({ workspaces: [id] }), [element]);
    expect(updated.status).toBe(200);
    const hooked = await call('POST', `/groups/${id}/webhooks`, await tokenWith(WORKSPACE_SCOPES, id), {
      url: 'https://hooks.example.com/sample',
    });
    known[id].webhookId = ((await hooked.json()) as { id: string }).id;
    const area = await call('POST', `/groups/${id}/areas`, await space.token({ workspaces: [id] }), SAMPLE_BODIES.createArea);
    known[id].areaId = ((await area.json()) as { areaId: string }).areaId;
    known[id].operationId = ((await updated.json()) as { operationId: string }).operationId;
  }
  known.held.personId = (
    (await (await installation('POST', '/operator/people', { email: 'held@example.org' })).json()) as { id: string }
  ).id;
  expect((await installation('PUT', `/operator/people/${known.held.personId}/workspaces/held`, { role: 'viewer' })).status).toBe(200);
  expect((await installation('POST', '/operator/workspaces/held/suspend', {})).status).toBe(200);
  await vi.waitFor(
    async () =>
      expect((await call('PATCH', '/groups/held/externalObjects/x', await tokenWith(WORKSPACE_SCOPES, 'held'), {})).status).toBe(403),
    { timeout: 20_000 },
  );
  document = (await (await call('GET', '/openapi.json', await operatorToken())).json()) as typeof document;
  const whole = (await (await call('GET', '/openapi.json', await personToken())).json()) as typeof document;
  for (const [path, item] of Object.entries(whole.paths)) document.paths[path] = { ...document.paths[path], ...item };
});
afterAll(async () => {
  await stack?.close();
  await space?.close();
});

/** @param subject for whom; the installation itself when left out */
function installation(method: string, path: string, body?: unknown, subject?: string): Promise<Response> {
  const caller = subject === undefined ? undefined : { [CALLER_HEADER]: forwardedCallerHeader({ subject }) };
  return fetch(stack.directories[0]!.url + path, {
    method,
    body: JSON.stringify(body),
    headers: { 'x-waymark-internal': space.installation.secrets.internalToken, ...caller, 'content-type': 'application/json' },
  });
}

function call(method: string, path: string, token?: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = {
    'waymark-app': '1',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': body instanceof Buffer ? 'image/png' : 'application/json' }),
  };
  return fetch(stack.url + path, {
    method,
    headers,
    body: body === undefined ? undefined : body instanceof Buffer ? new Uint8Array(body) : JSON.stringify(body),
    redirect: 'manual',
  });
}

function operatorToken(expiresInSeconds = 600): Promise<string> {
  return mintToken(space.keys.privateJwk, {
    tokenId: randomUUID(),
    subject: 'person:operator',
    roles: {},
    operator: true,
    expiresInSeconds,
    issuer: TOKEN_ISSUER,
    audience: TOKEN_AUDIENCE,
  });
}

/** Of somebody who is there, with every right in the workspace. */
function personToken(expiresInSeconds = 600): Promise<string> {
  return mintToken(space.keys.privateJwk, {
    tokenId: randomUUID(),
    issuedAt: Date.now() / 1000,
    subject: personSubject,
    roles: { mine: 'admin' },
    operator: false,
    expiresInSeconds,
    issuer: TOKEN_ISSUER,
    audience: TOKEN_AUDIENCE,
  });
}

function tokenWith(scopes: readonly Scope[], workspace: string, expiresInSeconds = 600): Promise<string> {
  return space.token({ workspaces: [workspace], scopes, expiresInSeconds });
}

/** Everything but this scope, in the workspace. */
const without = (scope: Scope): Scope[] => WORKSPACE_SCOPES.filter((each) => each !== scope);

const address = (route: GatewayRoute, of: Record<string, string>): string =>
  route.path.replace(/:([A-Za-z]+)/g, (_all, name: string) => encodeURIComponent(of[name] ?? MADE_UP[name] ?? 'x'));
const MADE_UP: Readonly<Record<string, string>> = {
  areaId: '00000000-0000-4000-8000-000000000000',
  pollId: '00000000-0000-4000-8000-000000000000',
  dashboardId: '00000000-0000-4000-8000-000000000000',
  viewId: '00000000-0000-4000-8000-000000000000',
  tokenId: '00000000-0000-4000-8000-000000000000',
  shareLinkId: '00000000-0000-4000-8000-000000000000',
  personId: '00000000-0000-4000-8000-000000000000',
  webhookId: '00000000-0000-4000-8000-000000000000',
  workspaceId: 'absent',
  plan: 'absent',
  groupID: 'mine',
  externalId: 'absent',
  file: 'page.css',
};

const ask = (route: GatewayRoute, token: string | undefined, of: Record<string, string> = {}): Promise<Response> =>
  call(
    route.method,
    address(route, of) + (SAMPLE_QUERIES[route.name] ?? ''),
    token,
    route.body === undefined ? undefined : SAMPLE_BODIES[route.name],
  );
const documented = (route: GatewayRoute): number[] =>
  Object.keys(document.paths[openApiPath(route.path)]?.[route.method.toLowerCase()]?.responses ?? {}).map(Number);
const right = (route: GatewayRoute, expiresInSeconds?: number): Promise<string> =>
  route.scope === 'operator'
    ? operatorToken(expiresInSeconds)
    : route.scope === 'any' || route.ofPeople === true
      ? personToken(expiresInSeconds)
      : tokenWith(WORKSPACE_SCOPES, 'mine', expiresInSeconds);
/** Documents and probes answer everyone, and streams do not end. */
const isWalked = (route: GatewayRoute): boolean =>
  !['live', 'ready', 'metrics', 'readDocs', 'readDocsFile', 'readApp', 'readAppFile', 'readAppAsset'].includes(route.name);
const walked = ROUTES.filter(isWalked).map((route) => ({ ...route, title: `${route.method} ${route.path}` }));
const guarded = walked.filter(({ scope }) => scope !== null);

describe('every route', () => {
  it.each(walked.filter(({ body }) => body === 'required'))('$title: has a sample body', ({ name }) => {
    expect(SAMPLE_BODIES).toHaveProperty(name);
  });

  it.each(walked)('$title: answers the right token as documented', async (route) => {
    const answer = await ask(route, await right(route), known.mine);
    const text = await answer.text();
    expect(documented(route), text).toContain(answer.status);
    // A wrong password is refused as well, for every caller.
    if (route.scope !== null && !['changePassword', 'changePasswordInSession'].includes(route.name))
      expect([401, 403], text).not.toContain(answer.status);
    expect(answer.status, text).not.toBe(500);
  });

  it.each(guarded)('$title: refuses a caller without a token, and one whose token has expired', async (route) => {
    for (const token of [undefined, await right(route, -120)]) {
      const answer = await ask(route, token, known.mine);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([401, 'application/problem+json']);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(documented(route)).toContain(401);
      await answer.text();
    }
  });

  it.each(guarded.filter(({ scope }) => scope !== 'any'))('$title: refuses a token that lacks the scope', async (route) => {
    const scope = route.scope as Scope;
    const answer = await ask(route, await tokenWith(scope === 'operator' ? WORKSPACE_SCOPES : without(scope), 'mine'), known.mine);
    expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([403, `The token lacks the scope ${scope}.`]);
    expect(documented(route)).toContain(403);
  });

  it.each(guarded.filter(({ path }) => path.startsWith('/groups/:')))(
    '$title: refuses a token of another workspace, as if there were none',
    async (route) => {
      const token = await tokenWith(WORKSPACE_SCOPES, 'theirs');
      const [foreign, absent] = await Promise.all([ask(route, token, known.mine), ask(route, token, { ...known.mine, groupID: 'absent' })]);
      expect([foreign.status, absent.status]).toEqual([403, 403]);
      expect({ ...((await foreign.json()) as object), requestId: '' }).toEqual({ ...((await absent.json()) as object), requestId: '' });
    },
  );

  it.each(
    guarded.filter(({ path, method, changesNothing }) => path.startsWith('/groups/:') && method !== 'GET' && changesNothing === undefined),
  )('$title: works in a suspended workspace exactly when it only takes rights away', async (route) => {
    const answer = await ask(route, await tokenWith(WORKSPACE_SCOPES, 'held'), known.held);
    const text = await answer.text();
    if (OPEN_WHILE_SUSPENDED.includes(route.name)) expect(answer.status, text).toBe(204);
    else expect([answer.status, text]).toEqual([403, expect.stringContaining('workspace-suspended')]);
  });

  it.each(
    guarded.filter(({ path }) => /^\/groups\/:groupID\/.*:/.test(path) && !path.includes('/externalObjects/') && !path.endsWith('/:field')),
  )('$title: knows nothing of what is in another workspace', async (route) => {
    const token = await right(route);
    const parameter = /:([A-Za-z]+)[^:]*$/.exec(route.path)![1]!;
    const foreign = await ask(route, token, { ...known.mine, [parameter]: known.theirs[parameter] ?? MADE_UP[parameter] ?? 'absent' });
    const absent = await ask(route, token, { ...known.mine, [parameter]: MADE_UP[parameter] ?? 'absent' });
    expect(foreign.status).toBe(absent.status);
    const anonymous = (text: string, id: string | undefined): string =>
      text.replaceAll(id ?? '\0', '<id>').replace(/"requestId":"[^"]*"/, '');
    expect(anonymous(await foreign.text(), known.theirs[parameter])).toBe(anonymous(await absent.text(), MADE_UP[parameter]));
  });
});

it('has scopes that are used, each by a route', () => {
  const used = new Set(ROUTES.map(({ scope }) => scope));
  const unused = Object.keys(SCOPES).filter((scope) => !used.has(scope as Scope));
  expect(unused).toEqual([]);
});
